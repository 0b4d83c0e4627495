// The page: what is shown, and what the buttons do.

import { Board } from "./board.js";
import { wireDialogs } from "./dialogs.js";
import { Analysis, Curve, make, showRecord } from "./panels.js";
import { Puzzle } from "./puzzle.js";
import { download, parseRecord, recordText } from "./record.js";
import { PERSON, Seats } from "./seats.js";
import { ask } from "./server.js";
import { SetUp } from "./set_up.js";
import { State } from "./state.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const games = JSON.parse($("games").textContent);

let state = new State();
let view = null; // What the server said about the position.
let asked = 0; // Counts requests, so that late answers are passed over.

const game = () => games.find(({ name }) => name === state.game);
const say = (text) => ($("message").textContent = text);

const board = new Board($("board"), $("choices"), play, (chosen) => {
  if (setUp.now) return;
  state.chosen = chosen;
  state.write();
});
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
const puzzle = new Puzzle(
  $("puzzle"),
  () => {
    state.tree = new Tree();
    update();
  },
  (more) => attempt(() => openPuzzle(anyPuzzle(Math.min(Number(state.puzzle.split("-")[1]) + more, 9)))),
);
const seats = new Seats($("seats"), (chosen) => {
  state.seats = chosen;
  update();
});
const setUp = new SetUp(
  {
    pieces: $("pieces"),
    turn: $("setup-turn"),
    counts: $("setup-counts"),
    text: $("setup-text"),
    reason: $("setup-error"),
    said: $("said"),
  },
  board,
  (more) => state.params(more),
  (draft) => {
    state.draft = draft;
    state.write();
  },
);

// Asks about the position and shows it; `came` are the places of a move just made.
async function update(came) {
  if (setUp.now) return setUp.refresh();
  const number = ++asked;
  analysis.stop();
  $("board").setAttribute("aria-busy", "true");
  say("");
  try {
    const found = await ask("position", state.params());
    if (number !== asked) return true;
    view = found;
  } catch (error) {
    if (number !== asked) return true;
    say(error.message);
    isShown();
    return false;
  }
  state.start ||= view.start;
  document.documentElement.dataset.game = games.indexOf(game()); // For the colours of its pictures.
  board.show(view.svg, view.moves, came, state.ways ? view.ways : "");
  board.resume(state.chosen);
  state.write();
  showAround();
  isShown();
  look();
  engineMoves(number);
  return true;
}

function isShown() {
  $("board").setAttribute("aria-busy", "false");
  document.querySelector("main").removeAttribute("aria-busy");
}

// Analyses the position while one looks at it.
function look() {
  if (!state.lines || puzzle.isOpen || setUp.now || view.outcome) return analysis.clear();
  if (document.hidden) return analysis.stop();
  analysis.start(state.params({ lines: state.lines }), view, game().scale);
}

function showAround() {
  const mover = view.players[view.seat];
  const last = state.tree.at.move;
  $("status").textContent = view.outcome ?? `${mover} to move`;
  $("said").textContent = [last, $("status").textContent].filter(Boolean).join("; ");
  $("notes").textContent = view.notes.join("\n");
  $("notes").hidden = view.notes.length === 0;
  $("legal").replaceChildren(...view.moves.slice(0, 200).map(([m]) => make("option", m)));
  $("game").value = state.game;
  $("analyse").checked = state.lines !== "";
  if (state.lines) $("lines").value = state.lines;
  $("ways").checked = state.ways !== "";
  $("ways").parentElement.hidden = !view.ways;
  $("puzzle-open").disabled = !game().puzzles;
  $("setup-text").value = view.position;
  $("setup-error").textContent = "";
  const more = view.count - view.moves.length;
  if (more > 0) say(`${more} more moves can be typed.`);
  showRecord($("record"), state.tree, (node) => {
    state.tree.at = node;
    state.chosen = [];
    $("set-up").open = false;
    if (!setUp.now) update();
  });
  seats.show(view.players, view.outcome ? null : view.seat, game().players, state.seats);
  puzzle.show();
}

// Has the program move for a seat that it plays, at the end of a line.
async function engineMoves(number) {
  const player = state.seats[view.seat] ?? PERSON;
  if (player === PERSON || view.outcome || puzzle.now || state.tree.at.next.length > 0) return;
  $("status").textContent += ": thinking …";
  try {
    const { move } = await ask("move", state.params({ player }));
    if (number === asked && move) play(move, { byProgram: true });
  } catch (error) {
    if (number === asked) say(error.message);
  }
}

function play(move, by) {
  puzzle.played(move);
  const places = view.moves.find(([m]) => m === move)?.[1];
  state.tree.play(move, by);
  state.chosen = [];
  update(places);
}

// A typed move may be several words, and several steps in one word.
async function playTyped(text) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return;
  const line = state.tree.line();
  const { played } = await ask("position", state.params({ moves: [...line, ...words].join(" ") }));
  $("move").value = "";
  const moves = played.slice(line.length);
  if (moves.length === 1) return play(moves[0]);
  moves.forEach((m) => state.tree.play(m));
  state.chosen = [];
  update();
}

// Shows a game from its start; the seats stay with the game.
function begin(name, { found = null, moves = "", ...more }) {
  const { seats, side, lines, ways } = state;
  const kept = { game: name, lines, ways, ...(name === state.game ? { seats, side } : {}) };
  state = Object.assign(new State(), kept, more, { tree: Tree.parse(moves) });
  setUp.stop();
  $("set-up").open = false;
  curve.clear();
  puzzle.set(found);
  return update();
}

async function deal(name, rules = "") {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const { start } = await ask("position", new URLSearchParams({ game: name, rules, seed }));
  await begin(name, { rules, start });
}

const actions = {
  first: () => state.tree.go("first"),
  back: () => board.stepBack() || state.tree.go("back"),
  next: () => state.tree.go("next"),
  last: () => state.tree.go("last"),
  undo: () => setUp.undo() || board.stepBack() || state.tree.takeBack(),
  flip: () => state.turn(view.players.length > 2 ? 1 : 2),
  review() {
    state.review = "yes";
    state.write();
    showCurve();
  },
  link: () => copy(location.href, "The link was copied."),
  copy: () => copy(view.position, "The position was copied."),
  copyGame: () => copy(recordText(state), "The game was copied."),
  download: () => download(state),
};

// Does what a button or a key says, and shows where that leads.
function run(name) {
  if (setUp.now && ["first", "back", "next", "last"].includes(name)) return;
  const { at } = state.tree;
  const { side } = state;
  attempt(actions[name]);
  if (state.tree.at !== at) state.chosen = [];
  if (state.tree.at !== at || state.side !== side) update();
}

function showCurve() {
  const { at } = state.tree;
  state.tree.go("last");
  curve.start(state.params(), state.tree.line(), view.players, game().scale);
  state.tree.at = at;
}

async function copy(text, done) {
  await navigator.clipboard.writeText(text).then(
    () => say(done),
    () => prompt("Copy this:", text),
  );
}

// What was pasted, typed or uploaded: a record, or a position of this game.
async function take(text) {
  if (text.startsWith("[")) {
    const { games: count, game: name, ...record } = await parseRecord(text);
    await begin(name, record);
    if (count > 1) say(`This is the first of ${count} games.`);
    return;
  }
  const { rules } = state;
  await ask("position", state.params({ start: text, moves: "" }));
  await begin(state.game, { rules, start: text });
}

// A puzzle is named by its number and by the plies that it takes at least. Moves that were made in it
// stay.
async function openPuzzle(name, tree = new Tree()) {
  const [seed, lines] = name.split("-");
  say("Looking for a puzzle …");
  const found = await ask("puzzle", state.params({ seed, lines, start: "", moves: "" }));
  const { rules, position: start } = found;
  await begin(state.game, { rules, start, found, puzzle: name, moves: String(tree) });
  if (tree.root.next.length === 0) return;
  puzzle.played(tree.root.next[0].move);
  state.tree.go("last");
  await update();
}

const anyPuzzle = (plies) => `${Math.floor(Math.random() * 2 ** 32)}-${plies}`;

function choosePuzzle(which, plies) {
  const day = Math.floor(Date.now() / 86_400_000);
  attempt(() => openPuzzle(which === "day" ? `${day}-${plies}` : anyPuzzle(plies)));
}

// Opens what is needed to put a position together, or closes it.
function toggleSetUp() {
  const isOpen = $("set-up").open;
  if (isOpen && !setUp.now && view.arranged) {
    analysis.clear();
    const draft = state.draft ?? { start: view.position, edits: [] };
    setUp.start(draft, view.players, view.seat);
  } else if (!isOpen && setUp.now) {
    setUp.stop();
    update();
  }
  $("by-hand").hidden = !view.arranged;
}

// Shows what the address says; a deal of the first game, if it says nothing or nothing good.
async function arrive() {
  const found = State.read(games);
  if (setUp.now) setUp.stop();
  $("set-up").open = false;
  if (!found) return attempt(() => deal(games[0].name));
  state = found;
  const { draft, review, puzzle: name, tree } = found;
  if (name && (await attempt(() => openPuzzle(name, tree)))) return;
  if (!(await update())) {
    const error = $("message").textContent;
    await attempt(() => deal(state.game));
    return say(`The link is no good: ${error}`);
  }
  if (draft) $("set-up").open = true;
  if (review) showCurve();
}

function wire() {
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => run(button.dataset.do));
  }
  const on = (id, event, action) => $(id).addEventListener(event, action);
  on("game", "change", () => attempt(() => deal($("game").value)));
  on("typed", "submit", (event) => {
    event.preventDefault();
    attempt(() => playTyped($("move").value));
  });
  const analyse = () => {
    state.lines = $("analyse").checked ? $("lines").value : "";
    update();
  };
  on("analyse", "change", analyse);
  on("lines", "change", analyse);
  on("ways", "change", () => {
    state.ways = $("ways").checked ? "yes" : "";
    update();
  });
  on("upload", "change", () => {
    const [file] = $("upload").files;
    $("upload").value = "";
    attempt(async () => take((await file.text()).trim()));
  });
  on("set-up", "toggle", toggleSetUp);
  on("setup", "submit", (event) => {
    event.preventDefault();
    const text = $("setup-text").value.trim();
    if (text || !$("setup-error").textContent) attempt(() => take(text), $("setup-error"));
  });
  addEventListener("paste", (event) => {
    if (!isTyping(event)) attempt(() => take(event.clipboardData.getData("text").trim()));
  });
  addEventListener("keydown", (event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", Backspace: "undo", f: "flip" };
    if (!keys[event.key]) return;
    event.preventDefault();
    run(keys[event.key]);
  });
  addEventListener("hashchange", arrive);
  addEventListener("pagehide", () => analysis.stop());
  // Pages that nobody sees do not search, and leave their connections to those that are seen.
  document.addEventListener("visibilitychange", () => view && look());
  wireDialogs({
    game,
    rules: () => state.rules,
    start: (rules) => attempt(() => deal(state.game, rules)),
    puzzle: choosePuzzle,
  });
}

const isTyping = (event) => event.target.closest?.("input, textarea, select, dialog");

// Does something that the server may refuse, and says why it does; whether it was done.
async function attempt(action, where = $("message")) {
  try {
    await action();
    return true;
  } catch (error) {
    where.textContent = error.message;
    return false;
  }
}

wire();
arrive();
