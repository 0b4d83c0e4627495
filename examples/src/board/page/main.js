// The page: what is shown, kept in the address, and what the buttons do.

import { Board } from "./board.js";
import { Analysis, Curve, make, showRecord } from "./panels.js";
import { Puzzle } from "./puzzle.js";
import { SetUp } from "./set_up.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const SIDES = ["s", "w", "n", "e"];

// Everything that the address says.
const state = {
  game: "", rules: "", start: "", tags: "", tree: new Tree(), side: "s", seats: [], puzzle: "",
};
let games = [];
let view = null; // What the server said about the position.
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

const puzzle = new Puzzle($("puzzle"), () => {
  state.tree = new Tree();
  update();
});
const setUp = new SetUp(
  { pieces: $("pieces"), turn: $("setup-turn"), text: $("setup-text"), reason: $("setup-error") },
  board,
  ask,
  (svg) => board.show(svg, []),
);

async function ask(what, more) {
  return read(await fetch(`api/${what}?${params(more)}`));
}

async function read(answer) {
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
  const { tree, seats, ...said } = state;
  const at = tree.nodes().indexOf(tree.at);
  const lines = $("analyse").checked ? $("lines").value : "";
  const all = { ...said, moves: String(tree), at, seats: seats.join(";"), lines };
  const hash = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
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
  state.tags = hash.get("tags") ?? "";
  state.puzzle = hash.get("puzzle") ?? "";
  $("analyse").checked = hash.has("lines");
  if (hash.has("lines")) $("lines").value = hash.get("lines");
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
  board.show(view.svg, view.moves, came, $("ways").checked ? view.ways : "");
  $("ways").parentElement.hidden = !view.ways;
  showAround();
  $("board").setAttribute("aria-busy", "false");
  if ($("analyse").checked && !puzzle.isOpen && !view.outcome) {
    analysis.start(params({ lines: $("lines").value }), view.seat, game().scale);
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
  $("puzzle-open").disabled = !game().puzzles;
  $("setup-text").value = view.position;
  $("setup-error").textContent = "";
  const more = view.count - view.moves.length;
  if (more > 0) $("message").textContent = `${more} more moves can be typed.`;
  showRecord($("record"), state.tree, (node) => {
    state.tree.at = node;
    update();
  });
  showSeats();
  puzzle.show();
}

function showSeats() {
  const { players } = game();
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
  if (player === "person" || view.outcome || puzzle.now || state.tree.at.next.length > 0) return;
  $("status").textContent += ": thinking …";
  try {
    const { move } = await ask("move", { player });
    if (number === asked && move) play(move);
  } catch (error) {
    if (number === asked) $("message").textContent = error.message;
  }
}

function play(move) {
  puzzle.played(move);
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

// Shows a game from its start; `found` is a puzzle that the server found, `number` its name.
function begin(name, { rules = "", start = "", moves = "", tags = "", found = null, number = "" }) {
  const seats = name === state.game ? state.seats : [];
  const tree = Tree.parse(moves);
  Object.assign(state, { game: name, rules, start, tags, seats, tree, puzzle: number });
  $("set-up").open = false;
  puzzle.set(found);
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
  undo: () => setUp.undo() || board.stepBack() || state.tree.takeBack(),
  flip() {
    const step = view.players.length > 2 ? 1 : 2;
    state.side = SIDES[(SIDES.indexOf(state.side) + step) % 4];
  },
  review() {
    const at = state.tree.at;
    state.tree.go("last");
    curve.start(params(), state.tree.line(), game().scale);
    state.tree.at = at;
  },
  link: () => copy(location.href, "The link was copied."),
  copy: () => copy(view.position, "The position was copied."),
  copyGame: () => copy(recordText(), "The game was copied."),
  download,
};

function run(name) {
  const before = state.tree.at;
  const side = state.side;
  attempt(actions[name]);
  if (state.tree.at !== before || state.side !== side) update();
}

async function copy(text, done) {
  await navigator.clipboard.writeText(text).then(
    () => ($("message").textContent = done),
    () => prompt("Copy this:", text),
  );
}

// The text of the game as a record; the server writes it more neatly.
function recordText() {
  const tag = (name, value) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`;
  const { game, rules, start, tags, tree } = state;
  const head = tag("Game", game) + tags + (rules ? tag("Rules", rules) : "") + tag("Start", start);
  return `${head}\n${tree} *\n`;
}

const readRecord = async (text) =>
  read(await fetch("api/record", { method: "POST", body: text }));

async function download() {
  const { text } = await readRecord(recordText());
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", "", { href: address, download: `${state.game}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Shows a game that a text records.
async function load(text) {
  const { game, rules, start, moves, games, text: neat } = await readRecord(text);
  const lines = neat.split("\n\n")[0].split("\n");
  const tags = lines.filter((line) => !/^\[(Game|Rules|Start|Result) /.test(line));
  await begin(game, { rules, start, moves, tags: tags.map((line) => `${line}\n`).join("") });
  if (games > 1) $("message").textContent = `This is the first of ${games} games.`;
}

// What was pasted or typed: a record, or a position of this game.
async function take(text) {
  if (text.startsWith("[")) return load(text);
  const { rules } = state;
  await ask("position", { start: text, moves: "" });
  await begin(state.game, { rules, start: text });
}

// A puzzle is named by its number and by the plies that it takes at least.
async function openPuzzle(name) {
  const [seed, lines] = name.split("-");
  $("message").textContent = "Looking for a puzzle …";
  const found = await ask("puzzle", { seed, lines, start: "", moves: "" });
  await begin(state.game, { rules: found.rules, start: found.position, found, number: name });
}

function choosePuzzle(which) {
  const day = Math.floor(Date.now() / 86_400_000);
  const seed = which === "day" ? day : Math.floor(Math.random() * 2 ** 32);
  attempt(() => openPuzzle(`${seed}-${$("level").value}`));
}

// Shows what the address says.
async function arrive() {
  let refused = "";
  if (state.puzzle) {
    await openPuzzle(state.puzzle).catch((error) => (refused = error.message));
    if (!refused) return true;
  }
  const shown = await update();
  if (refused) $("message").textContent = refused;
  return shown;
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
  $("ways").addEventListener("change", () => update());
  $("upload").addEventListener("change", () => {
    attempt(async () => load(await $("upload").files[0].text()));
    $("upload").value = "";
  });
  addEventListener("paste", (event) => {
    if (isTyping(event)) return;
    attempt(() => take(event.clipboardData.getData("text").trim()));
  });
  $("set-up").addEventListener("toggle", () => {
    if (!$("set-up").open) {
      setUp.stop();
      update();
    } else if (view.arranged) {
      analysis.clear();
      setUp.start(view.position, view.players, view.seat);
    }
    $("by-hand").hidden = !view.arranged;
  });
  $("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    const reason = $("setup-error").textContent;
    const text = $("setup-text").value.trim();
    if (text || !reason) attempt(() => take(text), $("setup-error"));
  });
  dialog("new", showOptions, () => {
    const inputs = [...$("options").querySelectorAll("input")];
    const changed = inputs.filter((input, i) => input.value !== game().options[i].default);
    deal(state.game, changed.map(({ name, value }) => `${name}=${value}`).join(","));
  });
  dialog("puzzle", () => {}, choosePuzzle, "puzzle-open");
  dialog("how", () => ($("how").textContent = game().about), () => {}, "how-open");
  $("theme").addEventListener("click", () => {
    const themes = ["", "light", "dark"];
    const now = themes.indexOf(document.documentElement.dataset.theme ?? "");
    setTheme(themes[(now + 1) % 3]);
  });
  addEventListener("keydown", (event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", Backspace: "undo", f: "flip" };
    if (keys[event.key]) {
      event.preventDefault();
      run(keys[event.key]);
    }
  });
  addEventListener("hashchange", () => readAddress() && arrive());
  addEventListener("pagehide", () => analysis.stop());
}

const isTyping = (event) => /INPUT|TEXTAREA|SELECT|DIALOG/.test(event.target.tagName);

// Does something that the server may refuse, and says why it does.
async function attempt(action, where = $("message")) {
  try {
    await action();
  } catch (error) {
    where.textContent = error.message;
  }
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
} else if (!(await arrive())) {
  const error = $("message").textContent;
  await deal(state.game);
  $("message").textContent = `The link is no good: ${error}`;
}
