// The page: what is shown, kept in the address, and what the buttons do.

import { Board } from "./board.js";
import { Analysis, Curve, make, showRecord } from "./panels.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const SIDES = ["s", "w", "n", "e"];

// Everything that the address says.
const state = { game: "", rules: "", start: "", tree: new Tree(), side: "s", seats: [] };
let games = [];
let view = null; // What the server said about the position.
let puzzle = null;
let asked = 0; // Counts requests, so that late answers are passed over.

const board = new Board($("board"), $("choices"), play);
const analysis = new Analysis(
  board,
  { effort: $("effort"), lines: $("lines-found"), bar: $("bar") },
  play,
);
const curve = new Curve($("curve"), (ply) => {
  state.tree.go("first");
  while (state.tree.at.ply < ply && state.tree.at.next[0]) state.tree.go("next");
  update();
});

async function ask(what, more = {}) {
  const { game, rules, start, side, tree } = state;
  const moves = tree.line().join(" ");
  const params = new URLSearchParams({ game, rules, start, side, moves, ...more });
  const answer = await fetch(`api/${what}?${params}`);
  const found = await answer.json().catch(() => ({ error: `the server said ${answer.status}` }));
  if (!answer.ok) throw new Error(found.error);
  return found;
}

function params(more) {
  const { game, rules, start, side, tree } = state;
  return new URLSearchParams({ game, rules, start, side, moves: tree.line().join(" "), ...more });
}

// The address holds the whole game, so that a link or a reload shows the same.
function writeAddress() {
  const { game, rules, start, tree, side, seats } = state;
  const all = { game, rules, start, moves: String(tree), at: tree.nodes().indexOf(tree.at), side };
  const hash = new URLSearchParams({ ...all, seats: seats.join(";") });
  history.replaceState(null, "", `#${hash}`);
}

function readAddress() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const known = games.some(({ name }) => name === hash.get("game"));
  if (!known) return false;
  state.game = hash.get("game");
  state.rules = hash.get("rules") ?? "";
  state.start = hash.get("start") ?? "";
  state.side = SIDES.includes(hash.get("side")) ? hash.get("side") : "s";
  state.seats = (hash.get("seats") ?? "").split(";").filter(Boolean);
  state.tree = Tree.parse(hash.get("moves") ?? "");
  state.tree.at = state.tree.nodes()[hash.get("at")];
  if (!state.tree.at) state.tree.go("last");
  return true;
}

// Asks about the position and shows it; `came` are the places of a move just made.
async function update(came) {
  const number = ++asked;
  analysis.stop();
  $("board").setAttribute("aria-busy", "true");
  $("message").textContent = "";
  try {
    const found = await ask("position");
    if (number !== asked) return true;
    view = found;
  } catch (error) {
    if (number !== asked) return true;
    $("message").textContent = error.message;
    $("board").setAttribute("aria-busy", "false");
    return false;
  }
  state.start ||= view.start;
  writeAddress();
  board.show(view.svg, view.moves, came);
  showAround();
  $("board").setAttribute("aria-busy", "false");
  if ($("analyse").checked && !puzzle) {
    analysis.start(params({ lines: $("lines").value }), view.seat);
  } else {
    analysis.clear();
  }
  engineMoves(number);
  return true;
}

function showAround() {
  const mover = view.players[view.seat];
  $("status").textContent = view.outcome ?? `${mover} to move`;
  $("notes").textContent = view.notes.join("\n");
  $("notes").hidden = view.notes.length === 0;
  $("legal").replaceChildren(...view.moves.slice(0, 200).map(([m]) => make("option", m)));
  $("game").value = state.game;
  if (document.activeElement !== $("setup-text")) $("setup-text").value = view.position;
  $("setup-error").textContent = "";
  const more = view.count - view.moves.length;
  if (more > 0) $("message").textContent = `${more} more moves can be typed.`;
  showRecord($("record"), state.tree, (node) => {
    state.tree.at = node;
    update();
  });
  showSeats();
  showPuzzle();
}

function showSeats() {
  const players = [...game().players];
  if (view.players.length > 2) players.unshift("maxn:time=500");
  $("seats").replaceChildren(
    ...view.players.map((name, seat) => {
      const label = make("label", "");
      const select = make("select", "");
      const chosen = state.seats[seat] ?? "person";
      const all = new Set(["person", ...players, chosen]);
      select.append(...[...all].map((player) => make("option", player)));
      select.value = chosen;
      select.addEventListener("change", () => {
        state.seats = view.players.map((_, i) => state.seats[i] ?? "person");
        state.seats[seat] = select.value;
        update();
      });
      label.append(make("span", name, { className: seat === view.seat ? "turn" : "" }), select);
      return label;
    }),
  );
}

// Has the program move for a seat that it plays, at the end of a line.
async function engineMoves(number) {
  const player = state.seats[view.seat] ?? "person";
  if (player === "person" || view.outcome || puzzle || state.tree.at.next.length > 0) return;
  $("status").textContent += ": thinking …";
  try {
    const { move } = await ask("move", { player });
    if (number === asked && move) play(move);
  } catch (error) {
    if (number === asked) $("message").textContent = error.message;
  }
}

function play(move) {
  if (puzzle && !puzzle.over) {
    puzzle.over = true;
    puzzle.solved = move === puzzle.solution;
  }
  const places = view.moves.find(([m]) => m === move)?.[1];
  state.tree.play(move);
  update(places);
}

// A typed move may be several words, and several steps in one word.
async function playTyped(text) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return;
  try {
    const { played } = await ask("position", { moves: [...state.tree.line(), ...words].join(" ") });
    const before = state.tree.line().length;
    $("move").value = "";
    if (played.length === before + 1) return play(played[before]);
    played.slice(before).forEach((m) => state.tree.play(m));
    update();
  } catch (error) {
    $("message").textContent = error.message;
  }
}

const game = () => games.find(({ name }) => name === state.game);

function begin(name, { rules = "", start = "", moves = "" } = {}) {
  const seats = name === state.game ? state.seats : [];
  Object.assign(state, { game: name, rules, start, seats, tree: Tree.parse(moves) });
  puzzle = null;
  curve.clear();
  return update();
}

async function deal(name, rules = "") {
  state.game = name;
  state.tree = new Tree();
  const seed = Math.floor(Math.random() * 2 ** 32);
  try {
    const { start } = await ask("position", { game: name, rules, start: "", moves: "", seed });
    await begin(name, { rules, start });
    return true;
  } catch (error) {
    $("message").textContent = error.message;
    return false;
  }
}

const actions = {
  first: () => state.tree.go("first"),
  back: () => board.stepBack() || state.tree.go("back"),
  next: () => state.tree.go("next"),
  last: () => state.tree.go("last"),
  undo: () => board.stepBack() || state.tree.takeBack(),
  flip() {
    const step = view.players.length > 2 ? 1 : 2;
    state.side = SIDES[(SIDES.indexOf(state.side) + step) % 4];
  },
  review() {
    const at = state.tree.at;
    state.tree.go("last");
    curve.start(params(), state.tree.line());
    state.tree.at = at;
  },
  link: () => copy(location.href, "The link was copied."),
  copy: () => copy(view.position, "The position was copied."),
  download,
};

function run(name) {
  const before = state.tree.at;
  const side = state.side;
  actions[name]();
  if (state.tree.at !== before || state.side !== side) update();
}

async function copy(text, done) {
  await navigator.clipboard.writeText(text).then(
    () => ($("message").textContent = done),
    () => prompt("Copy this:", text),
  );
}

// The text of a record, as the library reads it.
function download() {
  const tag = (name, value) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`;
  const text =
    tag("Game", state.game) +
    (state.rules ? tag("Rules", state.rules) : "") +
    tag("Start", state.start) +
    `\n${state.tree} *\n`;
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", "", { href: address, download: `${state.game}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function upload(file) {
  const text = file.size < 200_000 ? await file.text() : "";
  const tag = (name) =>
    text.match(new RegExp(`\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`))?.[1].replace(/\\(.)/g, "$1");
  const name = tag("Game");
  if (!games.some((game) => game.name === name)) {
    $("message").textContent = "This file is not a record of a game that is here.";
    return;
  }
  const moves = text
    .replace(/^\[.*\]$/gm, "")
    .replace(/\{[^}]*\}/g, " ")
    .replace(/\d+\.+/g, " ")
    .replaceAll("*", " ");
  await begin(name, { rules: tag("Rules") ?? "", start: tag("Start") ?? "", moves });
}

async function openPuzzle(which) {
  const day = Math.floor(Date.now() / 86_400_000);
  const seed = which === "day" ? day : Math.floor(Math.random() * 2 ** 32);
  $("message").textContent = "Looking for a puzzle …";
  try {
    const lines = $("level").value;
    const found = await ask("puzzle", { seed, lines, start: "", moves: "" });
    await begin(state.game, { rules: found.rules, start: found.position });
    puzzle = found;
    showPuzzle();
    analysis.clear();
  } catch (error) {
    $("message").textContent = error.message;
  }
}

function showPuzzle() {
  $("puzzle").hidden = !puzzle;
  if (!puzzle) return;
  const { turn, plies, over, solved, solution } = puzzle;
  $("puzzle").className = over ? (solved ? "good" : "bad") : "";
  $("puzzle").replaceChildren(
    over
      ? solved
        ? `Solved: ${solution} wins in ${plies} plies.`
        : "That does not win. "
      : `Puzzle: ${turn} to move and win. One move does it.`,
  );
  if (over && !solved) {
    const again = make("button", "Try again", { type: "button" });
    again.addEventListener("click", () => {
      puzzle.over = false;
      state.tree = new Tree();
      update();
    });
    $("puzzle").append(again);
  }
}

function showOptions() {
  const set = new Map(state.rules.split(",").map((setting) => setting.split("=")));
  const fields = game().options.map(({ name, values, default: usual }) => {
    const label = make("label", "");
    const input = make("input", "", { name, value: set.get(name) ?? usual, autocomplete: "off" });
    label.append(make("span", name.replaceAll("_", " ")), input, make("small", values));
    return label;
  });
  $("options").replaceChildren(...fields);
}

function wire() {
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => run(button.dataset.do));
  }
  $("game").addEventListener("change", () => deal($("game").value));
  $("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    playTyped($("move").value);
  });
  $("analyse").addEventListener("change", () => update());
  $("lines").addEventListener("change", () => update());
  $("upload").addEventListener("change", () => upload($("upload").files[0]));
  $("setup").addEventListener("submit", async (event) => {
    event.preventDefault();
    const start = $("setup-text").value.trim();
    try {
      await ask("position", { start, moves: "" });
      await begin(state.game, { rules: state.rules, start });
    } catch (error) {
      $("setup-error").textContent = error.message;
    }
  });
  dialog("new", showOptions, () => {
    const inputs = [...$("options").querySelectorAll("input")];
    const changed = inputs.filter((input, i) => input.value !== game().options[i].default);
    deal(state.game, changed.map(({ name, value }) => `${name}=${value}`).join(","));
  });
  dialog("puzzle", () => {}, openPuzzle, "puzzle-open");
  dialog("how", () => ($("how").textContent = `${game().how}\n\n${game().moves}`), () => {}, "how-open");
  $("theme").addEventListener("click", () => {
    const themes = ["", "light", "dark"];
    const now = themes.indexOf(document.documentElement.dataset.theme ?? "");
    setTheme(themes[(now + 1) % 3]);
  });
  addEventListener("keydown", (event) => {
    if (/INPUT|TEXTAREA|SELECT|DIALOG/.test(event.target.tagName) || event.ctrlKey || event.metaKey) return;
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", Backspace: "undo", f: "flip" };
    if (keys[event.key]) {
      event.preventDefault();
      run(keys[event.key]);
    }
  });
  addEventListener("hashchange", () => readAddress() && update());
  addEventListener("pagehide", () => analysis.stop());
}

function dialog(name, before, after, opener = name) {
  const element = $(`${name}-dialog`);
  $(opener).addEventListener("click", () => {
    before();
    element.showModal();
  });
  element.addEventListener("close", () => element.returnValue && after(element.returnValue));
}

// A name in words, as `Connect Four`.
function title(name) {
  return name.replaceAll("-", " ").replace(/\b\w/g, (letter) => letter.toUpperCase());
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  localStorage.setItem("theme", theme);
}

setTheme(localStorage.getItem("theme") ?? "");
games = await (await fetch("api/games")).json();
$("game").append(...games.map(({ name }) => make("option", title(name), { value: name })));
wire();
if (!readAddress()) {
  deal(games[0].name);
} else if (!(await update())) {
  const error = $("message").textContent;
  await deal(state.game);
  $("message").textContent = `The link is no good: ${error}`;
}
