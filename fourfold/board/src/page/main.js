// The page: what is shown, and what the buttons do.

import { Analysis, Bar } from "./analysis.js";
import { ask } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { $, capital } from "./dom.js";
import { Front } from "./front.js";
import { wireMenu } from "./menu.js";
import { animate, pieces } from "./motion.js";
import { Puzzle } from "./puzzle.js";
import { RecordTable, download, parseRecord, recordText, roundOf, taggedNames } from "./record.js";
import { Review } from "./review.js";
import { Seats, notesOfAll, titleOf } from "./seats.js";
import { SetUp } from "./set_up.js";
import { sound } from "./sound.js";
import { State, settings } from "./state.js";
import { PERSON, Store } from "./store.js";
import { Tree } from "./tree.js";

const games = JSON.parse($("games-data").textContent);

const PAGES = ["front", "rules", "games", "play"];

// How long a reason stays, in milliseconds.
const NOTICE = 4000;

const game = () => games.find(({ name }) => name === store.state.game);

let shown = 0; // Counts what the board has shown, so that late programs are passed over.

const store = new Store({ changed, busy: (is) => $("board").setAttribute("aria-busy", String(is)), failed: say });

const board = new Board($("board"), {
  play: (move, came) => played(move, came),
  stepped(chosen) {
    store.state.chosen = chosen;
    store.write();
    if (chosen.length > 0) sound("step");
    showStatus();
  },
  refused: (places) => attempt(() => explain(places)),
  said: (text) => ($("said").textContent = text),
});

const analysis = new Analysis(
  { panel: $("analysis"), effort: $("effort"), lines: $("lines-found"), verdict: $("verdict"), bar: new Bar($("bar")) },
  board,
  (moves) => follow(moves),
);

const table = new RecordTable($("record"), (node) => visit(node));

const review = new Review(
  { panel: $("review"), curve: $("curve"), summary: $("accuracy"), task: $("quiz") },
  {
    go: (node) => visit(node),
    changed(marks) {
      table.marks = marks;
      showRecord();
    },
  },
);

const puzzle = new Puzzle($("puzzle"), store, board, (more) => {
  const plies = Math.min(Number(store.state.puzzle.split("-")[1]) + more, 9);
  attempt(() => openPuzzle(store.state.game, anyPuzzle(plies)));
});

const seats = new Seats((players) => {
  store.state.seats = players;
  store.refresh();
});

const clock = new Clock({
  show: (left, running) => seats.tell(left, running),
  over: (seat) => finish(seat, `${capital(store.view.seats[seat].name)}'s time is up.`),
});

const setUp = new SetUp(
  { pieces: $("pieces"), turn: $("setup-turn"), counts: $("setup-counts"), text: $("setup-text"), reason: $("setup-error"), said: $("said") },
  board,
  (more) => store.state.params(more),
  (draft) => {
    store.state.draft = draft;
    store.write();
  },
);

const front = new Front(games, {
  resume(hash, id) {
    history.pushState({ id }, "", hash);
    attempt(arrive);
  },
  rules: (name) => leave(new State({ page: "rules", game: name })),
});

// Shows what the store holds; `came` says how it came to that.
async function changed(came) {
  const number = ++shown;
  const { view, state } = store;
  const before = ["move", "forward", "back"].includes(came) ? pieces(board.svg) : null;
  const left = store.before;
  if (came === "begin") begun();
  if (setUp.now) return setUp.refresh();
  showPage("play");
  board.show({ ...view, ways: state.ways ? view.ways : "" }, canMove() ? view.moves : [], label());
  board.resume(state.chosen);
  showAround();
  look();
  tick(came);
  const route = (came === "back" ? left?.last : view.last)?.route ?? [];
  await animate(board, before, route, { back: came === "back", speed: store.hurry ? 2 : 1 });
  if (number !== shown) return;
  if (["move", "dragged"].includes(came)) announce();
  attempt(() => programMoves(number));
}

// What a new game brings with it.
function begun() {
  const { state, view, id } = store;
  store.over = null;
  front.game = game();
  if (setUp.now) setUp.stop();
  $("set-up").open = false;
  review.clear();
  table.marks = new Map();
  puzzle.begin(state.found ?? null);
  clock.begin(state.clock, view.seats.length, JSON.parse(sessionStorage.getItem(`clock-${id}`)));
  document.title = `${game().title} – Fourfold`;
}

function tick(came) {
  const { view, tree, id } = store;
  if (!clock.left) return;
  if (view.outcome || store.over) return clock.stop();
  const isNew = ["move", "dragged"].includes(came);
  clock.turn(view.seat, isNew ? tree.at.seat : null);
  if (isNew) sessionStorage.setItem(`clock-${id}`, JSON.stringify(clock.left));
}

// Whether a person may make a move here.
function canMove() {
  return !store.over && !(puzzle.now?.end && puzzle.now.end !== "failed") && !store.isProgramsTurn;
}

function showPage(page) {
  for (const name of PAGES) $(name).hidden = name !== page;
  document.body.removeAttribute("aria-busy");
  const { state } = store;
  const now = { front: "play", games: "", rules: "rules" }[page] ?? (state.puzzle ? "puzzles" : state.lines ? "analyse" : "play");
  for (const one of $("nav").children) {
    if (one.dataset.nav === now) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  if (page === "play") $("play").dataset.game = games.indexOf(game()); // For the colours of its pictures.
  else analysis.stop();
}

function label() {
  const { view } = store;
  return `Board, ${store.tree.at.move ? `after ${store.tree.at.move}, ` : ""}${view.outcome ?? `${view.seats[view.seat].name} to move`}: arrows go over it, Enter chooses`;
}

function names() {
  const { state, view } = store;
  const tagged = taggedNames(state.tags, view.seats);
  const player = (i) => state.seats[i] ?? PERSON;
  const alone = view.seats.filter((_, i) => player(i) === PERSON).length === 1;
  return view.seats.map(({ name }, i) => {
    if (tagged[i]) return tagged[i];
    if (player(i) !== PERSON) return titleOf(player(i), game().opponents);
    return alone ? "You" : capital(name);
  });
}

function showAround() {
  const { view, state } = store;
  const called = names();
  seats.show(view, called, state.seats, game().opponents, { turned: ["n", "e"].includes(state.side), over: store.over });
  showStatus();
  showRecord();
  $("notes").textContent = notesOfAll(view).join("; ");
  const rules = view.rules.replaceAll("_", " ").replaceAll(",", ", ");
  $("rules-said").textContent = [game().title, rules].filter(Boolean).join(": ");
  $("legal").replaceChildren(...view.moves.slice(0, 200).map(([move]) => new Option(move)));
  $("analysis").hidden = !state.lines;
  if (state.lines) $("lines").value = state.lines;
  $("ways").checked = state.ways !== "";
  $("ways-choice").hidden = !view.ways;
  $("set-up").hidden = !state.lines && !setUp.now;
  $("setup-text").value = view.position;
  $("setup-error").textContent = "";
  $("by-hand").hidden = !view.arranged;
  const playing = state.seats.some((player) => player !== PERSON) || clock.left;
  for (const name of ["hint", "analyse", "resign"]) {
    const one = document.querySelector(`.acts [data-do=${name}]`);
    one.hidden = state.puzzle !== "" || (name === "resign" && !playing);
    one.disabled = name !== "analyse" && (view.outcome || store.over || !canMove());
  }
  document.querySelector("[data-do=undo]").disabled = !store.backTo && !setUp.now;
  document.querySelector("[data-do=redo]").disabled = !store.onTo;
  const more = view.count - view.moves.length;
  if (more > 0) say(`${more} more moves can be typed.`);
}

function showRecord() {
  if (!store.view) return;
  table.show(store.tree, store.view.seats, names());
  review.at(store.tree.at.ply);
}

// One line that says what to do now.
function showStatus() {
  const { view, tree, over, state } = store;
  const { seats: all, seat, outcome, ending, task, winner } = view;
  const end = over ?? (outcome && { text: outcome, reason: ending ?? "", winner });
  const mover = capital(all[seat].name);
  $("end").hidden = !end || state.puzzle !== "";
  $("status").classList.toggle("ended", Boolean(end));
  $("status-disc").dataset.hue = end ? all[end.winner]?.hue ?? "" : all[seat].hue;
  if (end) {
    $("say").textContent = capital(end.text);
    $("help").textContent = capital(end.reason);
  } else if (store.isProgramsTurn) {
    $("say").textContent = `${names()[seat]} is thinking`;
    $("help").textContent = "";
  } else {
    $("say").textContent = `${mover}: ${task.say}.`;
    const past = tree.at.next.length > 0 && !state.lines && !state.puzzle;
    const begun = board.chosen.length > board.given().length;
    const round = roundOf(tree, tree.at);
    $("help").textContent = begun
      ? `${board.chosen.join(", ")}: choose where to go on. Esc gives it up.`
      : past ? `Looking back at turn ${round || 1}. → goes on, a move plays on from here.` : task.help ?? "";
  }
}

// Makes the end of a move heard, and the end of the game an event.
function announce() {
  const { view, tree } = store;
  const isMine = (seat) => (store.state.seats[seat] ?? PERSON) === PERSON;
  $("said").textContent = [tree.at.move, $("say").textContent].filter(Boolean).join("; ");
  if (view.outcome) {
    sound(view.winner !== null && !isMine(view.winner) ? "lost" : "won");
    if (!store.state.puzzle) $("rematch").focus({ preventScroll: true });
  } else if (view.last) {
    sound(view.last.taken ? "capture" : "put");
    if (document.hidden && isMine(view.seat)) sound("turn");
  }
}

// Analyses the position while one looks at it.
function look() {
  const { state, view } = store;
  if (!state.lines || puzzle.isOpen || setUp.now || view.outcome) return analysis.clear();
  if (document.hidden) return analysis.stop();
  analysis.start(state.params({ lines: state.lines }), view, game().scale);
}

// Has the program move for a seat that it plays.
async function programMoves(number) {
  if (!store.isProgramsTurn || store.over) return;
  const pace = new Promise((done) => setTimeout(done, Number(settings.get("pace"))));
  const [{ move }] = await Promise.all([ask("move", store.state.params({ player: store.player })), pace]);
  if (number === shown && move) await store.propose(move, { by: "program" });
}

async function played(move, came = "move") {
  if (review.quiz && (await attempt(() => store.propose(move, { came })))) {
    return attempt(() => review.answer(move, store.state.params()));
  }
  if (!(await store.propose(move, { came }))) return board.stepBack();
  if (store.state.puzzle) attempt(() => puzzle.played(move));
  else if (store.state.review) showReview();
}

// Goes to a node of the game.
function visit(node, hurry = false) {
  store.hurry = hurry;
  if (setUp.now) {
    $("set-up").open = false;
    setUp.stop();
  }
  return store.go(node);
}

// Plays several moves at once.
async function follow(moves) {
  const { tree } = store;
  const found = await store.see([...tree.line(), ...moves]);
  if (!found) return;
  found.played.slice(tree.at.ply).forEach((move) => tree.play(move, { seat: found.movers[tree.at.ply] }));
  store.commit(found, moves.length === 1 ? "move" : "");
}

async function explain(places) {
  if (!store.view || store.view.outcome) return;
  sound("wrong");
  const { reason } = await ask("refusal", store.state.params({ places: places.join(",") }));
  notice(reason ? `Not there: ${reason}.` : "Not there.");
}

let noticed;

// Says something for a while.
function notice(text) {
  say(text);
  clearTimeout(noticed);
  noticed = setTimeout(() => $("message").textContent === text && say(""), NOTICE);
}

function say(text) {
  $("message").textContent = text;
  if (document.body.hasAttribute("aria-busy") && text) showPage("front");
}

// Ends a game off the board.
function finish(loser, reason) {
  const { seats: all } = store.view;
  const winner = all.length === 2 ? 1 - loser : null;
  store.over = { winner, text: winner === null ? `${all[loser].name} loses` : `${all[winner].name} wins`, reason };
  clock.stop();
  store.refresh();
}

const actions = {
  first: () => visit(store.tree.root),
  back: (hurry) => board.stepBack() || visit(store.tree.at.parent, hurry),
  next: (hurry) => visit(store.tree.at.next[0], hurry),
  last: () => visit(store.tree.end(store.tree.at)),
  undo: () => setUp.undo() || board.stepBack() || visit(store.backTo),
  redo: () => visit(store.onTo),
  flip() {
    store.state.turn(store.view.seats.length > 2 ? 1 : 2);
    return store.refresh();
  },
  analyse() {
    store.state.lines = store.state.lines ? "" : $("lines").value;
    return store.refresh();
  },
  review() {
    store.state.review = "yes";
    store.write();
    showReview();
  },
  async hint() {
    const { best } = await ask("judge", store.state.params());
    const found = board.legal.find(([move]) => move === best?.moves[0]);
    if (found) board.suggest(found);
  },
  resign: () => finish(store.view.seat, `${capital(store.view.seats[store.view.seat].name)} resigned.`),
  rematch() {
    const { game: name, rules, seats: players, side, clock: minutes } = store.state;
    const isPair = store.view.seats.length === 2;
    const others = isPair && players.length === 2 ? [players[1], players[0]] : players;
    const turned = isPair && players.length === 2 && players[0] !== players[1];
    return deal(name, { rules, seats: others, clock: minutes, side: turned ? { s: "n", n: "s", e: "w", w: "e" }[side] : side });
  },
  again: () => leave(new State()),
  games: () => leave(new State({ page: "games" })),
  new: () => leave(new State()),
  "set-up"() {
    $("set-up").hidden = false;
    $("set-up").open = true;
  },
  link: () => copy(location.href, "The link was copied."),
  copy: () => copy(store.view.position, "The position was copied."),
  "copy-game": () => copy(recordText(store.state), "The game was copied."),
  download: () => download(store.state),
};

// Does what a button or a key says.
function run(name, hurry = false) {
  if (setUp.now && ["first", "back", "next", "last", "redo"].includes(name)) return;
  attempt(() => actions[name](hurry));
}

function showReview() {
  const { tree, state, view } = store;
  const path = tree.path(tree.end());
  const params = state.params({ moves: path.map(({ move }) => move).join(" ") });
  review.start(params, path, view, game().scale);
}

async function copy(text, done) {
  await navigator.clipboard.writeText(text).then(() => notice(done), () => prompt("Copy this:", text));
}

// A new game.
async function deal(name, more) {
  await store.begin(await Store.deal(name, more));
}

// What was pasted, typed or uploaded: a record, or a position of this game.
async function take(text) {
  if (text.startsWith("[")) {
    const { games: count, game: name, moves, ...record } = await parseRecord(text);
    await store.begin(new State({ game: name, ...record, tree: Tree.parse(moves), lines: store.state.lines }));
    if (count > 1) notice(`This is the first of ${count} games.`);
    return;
  }
  const { rules, game: name, lines } = store.state;
  await ask("position", store.state.params({ start: text, moves: "" }));
  await store.begin(new State({ game: name, rules, start: text, lines }));
}

// A puzzle is named by its number and by the plies that it takes at least. Moves that were made in it stay.
async function openPuzzle(name, which, { tree = new Tree(), fresh = true } = {}) {
  const [seed, lines] = which.split("-");
  say("Looking for a puzzle …");
  const found = await ask("puzzle", new URLSearchParams({ game: name, seed, lines }));
  const { rules, position: start } = found;
  await store.begin(Object.assign(new State({ game: name, rules, start, puzzle: which, tree }), { found }), { fresh });
  const [first] = tree.path();
  if (first) attempt(() => puzzle.played(tree.at.move));
}

const anyPuzzle = (plies) => `${Math.floor(Math.random() * 2 ** 32)}-${plies}`;
const dayPuzzle = (plies) => `${Math.floor(Date.now() / 86_400_000)}-${plies}`;

// Opens what is needed to put a position together, or closes it.
function toggleSetUp() {
  const isOpen = $("set-up").open;
  const { view, state } = store;
  if (isOpen && !setUp.now && view.arranged) {
    analysis.clear();
    setUp.start(state.draft ?? { start: view.position, edits: [] }, view.seats.map(({ name }) => name), view.seat);
    document.querySelector("[data-do=undo]").disabled = false;
  } else if (!isOpen && setUp.now) {
    setUp.stop();
    store.refresh();
  }
}

// Goes to another page, with an entry in the browser's history.
function leave(state) {
  store.flush();
  history.pushState({}, "", String(state));
  return attempt(arrive);
}

// Shows what the address says.
async function arrive() {
  const state = State.parse(location.hash);
  const known = games.some(({ name }) => name === state.game);
  store.asked += 1;
  shown += 1;
  analysis.stop();
  clock.stop();
  if (setUp.now) setUp.stop();
  store.id = history.state?.id || String(Math.random()).slice(2);
  if (state.page === "rules") {
    front.showRules(known ? games.find(({ name }) => name === state.game) : games[0]);
    return showPage("rules");
  }
  if (state.page === "games" || !known) {
    if (state.page === "games") front.showGames();
    else front.show();
    showPage(state.page === "games" ? "games" : "front");
    return say(state.game && !known ? `There is no game "${state.game}" here.` : "");
  }
  if (state.puzzle && (await attempt(() => openPuzzle(state.game, state.puzzle, { tree: state.tree, fresh: false })))) return;
  state.puzzle = "";
  const { draft } = state;
  if (!(await attempt(() => begin(state)))) return;
  if (draft) actions["set-up"]();
  if (state.review) showReview();
}

// Shows a game from an address; a fresh one if the start is no good.
async function begin(state) {
  if (await store.begin(state, { fresh: false })) return;
  const reason = $("message").textContent;
  await store.begin(await Store.deal(state.game, {}), { fresh: false });
  say(`The link is no good: ${reason}`);
}

function wireFront() {
  const on = (id, action) => $(id).addEventListener("click", () => attempt(action));
  on("start-play", async () => {
    const rules = front.rules();
    const state = await Store.deal(front.game.name, { rules, clock: $("clock").value });
    const { seats: all } = await ask("position", state.params());
    const { seats: players, side } = front.chosen(all.length);
    const turned = all.length === 2 ? ["s", "n"] : ["s", "w", "n", "e"];
    await store.begin(Object.assign(state, { seats: players, side: turned[side] ?? "s" }));
  });
  on("start-two", () => deal(front.game.name, { rules: front.rules(), clock: $("clock").value }));
  on("start-analyse", () => deal(front.game.name, { rules: front.rules(), lines: "3" }));
  on("start-puzzle", () => openPuzzle(front.game.name, anyPuzzle($("puzzle-level").value)));
  on("day-puzzle", () => openPuzzle(front.game.name, dayPuzzle($("puzzle-level").value)));
  on("rules-play", () => {
    front.game = games.find(({ name }) => name === (State.parse(location.hash).game || games[0].name));
    return leave(new State());
  });
  $("other-programs").addEventListener("change", () => front.pick($("other-programs").value));
  on("home", () => leave(new State()));
}

const places = {
  play: () => leave(new State()),
  analyse: () => ($("play").hidden ? deal(front.game.name, { lines: "3" }) : store.state.lines ? null : actions.analyse()),
  puzzles: () => openPuzzle(here(), anyPuzzle($("puzzle-level").value)),
  rules: () => leave(new State({ page: "rules", game: here() })),
};

// The game that one has to do with.
function here() {
  return $("play").hidden ? State.parse(location.hash).game || front.game.name : store.state.game;
}

function wirePlay() {
  for (const one of document.querySelectorAll("[data-do]")) one.addEventListener("click", () => run(one.dataset.do));
  for (const one of $("nav").children) one.addEventListener("click", () => attempt(places[one.dataset.nav]));
  const on = (id, event, action) => $(id).addEventListener(event, action);
  on("rematch", "click", () => run("rematch"));
  on("typed", "submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      await follow($("move").value.trim().split(/\s+/).filter(Boolean));
      $("move").value = "";
    });
  });
  on("lines", "change", () => {
    store.state.lines = $("lines").value;
    store.refresh();
  });
  on("ways", "change", () => {
    store.state.ways = $("ways").checked ? "yes" : "";
    store.refresh();
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
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || $("play").hidden) return;
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", Backspace: "undo", f: "flip" };
    if (event.key === "Escape") board.stepBack();
    if (!keys[event.key]) return;
    event.preventDefault();
    run(keys[event.key], event.repeat);
  });
  addEventListener("popstate", () => attempt(arrive));
  addEventListener("pagehide", () => analysis.stop());
  // Pages that nobody sees do not search, and leave their connections to those that are seen.
  document.addEventListener("visibilitychange", () => store.view && !$("play").hidden && look());
}

const isTyping = (event) => event.target.closest?.("input, textarea, select, dialog");

// Does something that may be refused, and says why it is; whether it was done.
async function attempt(action, where = null) {
  try {
    await action();
    return true;
  } catch (error) {
    if (where) where.textContent = error.message;
    else store.report(error);
    return false;
  }
}

wireFront();
wirePlay();
wireMenu(run, (file) => attempt(async () => take((await file.text()).trim())));
attempt(arrive);
