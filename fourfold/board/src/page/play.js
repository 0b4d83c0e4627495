// The board with all that stands around it: what is shown of the game in the store.

import { explain, follow, giveUp, played, visit } from "./actions.js";
import { Analysis } from "./analysis.js";
import { ask } from "./api.js";
import { anyPuzzle, arrive, leave, openPuzzle } from "./begin.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { $, all, capital } from "./dom.js";
import { Front } from "./front.js";
import { animate, pieces } from "./motion.js";
import { Puzzle } from "./puzzle.js";
import { RecordTable, taggedNames, turns, withName } from "./record.js";
import { Review } from "./review.js";
import { Seats, notesOfAll, titleOf } from "./seats.js";
import { SetUp } from "./set_up.js";
import { sound } from "./sound.js";
import { State, settings } from "./state.js";
import { PERSON, Store } from "./store.js";

export const games = JSON.parse($("games-data").textContent);

// What the only person at the table is called.
const YOU = "You";

const PAGES = ["front", "rules", "games", "play"];

// How long a reason stays, in milliseconds.
const NOTICE = 4000;

export const game = () => games.find(({ name }) => name === store.state.game);

let thinking = new AbortController(); // Ends what a program thinks about the position.
let previewed = [];
let shown = 0; // Counts what the board has shown, so that late programs are passed over.

export const store = new Store({ changed, busy: (is) => $("board").setAttribute("aria-busy", String(is)), failed: say });

export const board = new Board($("board"), {
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
  { effort: $("effort"), lines: $("lines-found"), verdict: $("verdict"), bar: $("bar") },
  board,
  { follow: (moves) => follow(moves), preview },
);

// Shows where a line leads, beside it.
async function preview(moves) {
  previewed = moves;
  const box = $("preview");
  const to = [...store.tree.line(), ...moves].join(" ");
  const found = moves.length > 0 && (await ask("position", store.state.params({ moves: to })).catch(() => null));
  if (previewed !== moves) return;
  box.hidden = !found;
  if (found) box.innerHTML = found.svg;
}

const table = new RecordTable($("record"), (node) => visit(node));

export const review = new Review(
  { panel: $("review"), curve: $("curve"), summary: $("accuracy"), task: $("quiz") },
  {
    go: (node) => visit(node),
    changed(marks) {
      table.marks = marks;
      showRecord();
    },
  },
);

export const puzzle = new Puzzle($("puzzle"), store, board, (more) => {
  const plies = Math.min(Number(store.state.puzzle.split("-")[1]) + more, 9);
  attempt(() => openPuzzle(store.state.game, anyPuzzle(plies)));
});

const seats = new Seats({
  changed(players) {
    store.state.seats = players;
    store.refresh();
  },
  named(seat, name) {
    store.state.tags = withName(store.state.tags, store.view.seats[seat], seat, name);
    store.refresh();
  },
});

export const clock = new Clock({
  show: (left, running) => seats.tell(left, running),
  over: (seat) => giveUp(seat, `${capital(store.view.seats[seat].name)}'s time is up.`),
});

export const setUp = new SetUp(
  { pieces: $("pieces"), turn: $("setup-turn"), counts: $("setup-counts"), text: $("setup-text"), reason: $("setup-error"), said: $("said") },
  board,
  (more) => store.state.params(more),
  (draft) => {
    store.state.draft = draft;
    store.write();
  },
);

export const front = new Front(games, {
  resume(hash, id) {
    history.pushState({ id }, "", hash);
    attempt(arrive);
  },
  rules: (name) => leave(new State({ page: "rules", game: name })),
});

// Shows what the store holds; `came` says how it came to that.
async function changed(came) {
  const number = ++shown;
  thinking.abort();
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

// Has what is on its way to the board come to nothing.
export function leaveBoard() {
  shown += 1;
  thinking.abort();
  store.asked += 1;
  analysis.stop();
  clock.stop();
  if (setUp.now) setUp.stop();
}

// Analyses again when the page is seen again.
export function lookAgain() {
  if (store.view && !$("play").hidden) look();
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

export function showPage(page) {
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
    return alone ? YOU : capital(name);
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
  for (const one of all(".acts button")) {
    const name = one.dataset.do;
    one.hidden = state.puzzle !== "" || (["resign", "draw"].includes(name) && !playing);
    one.disabled = name !== "analyse" && (view.outcome || store.over || !canMove());
  }
  const { at, root } = store.tree;
  all("[data-do=undo]")[0].disabled = !store.backTo && !setUp.now;
  all("[data-do=redo]")[0].disabled = !store.onTo;
  all("[data-do=promote]")[0].disabled = store.tree.path().every((node) => node.parent.next[0] === node);
  all("[data-do=remove]")[0].disabled = at === root;
  $("comment").value = at.comment;
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
    $("say").textContent = names()[end.winner] === YOU ? "You win" : capital(end.text);
    $("help").textContent = capital(end.reason);
  } else if (store.isProgramsTurn) {
    $("say").textContent = `${names()[seat]} is thinking`;
    $("help").textContent = "";
  } else {
    $("say").textContent = `${mover}: ${task.say}.`;
    const past = tree.at.next.length > 0 && !state.lines && !state.puzzle;
    const begun = board.chosen.length > board.given().length;
    const { round } = turns(tree.root).find(({ nodes }) => nodes.includes(tree.at)) ?? { round: 1 };
    $("help").textContent = begun
      ? `${capital(board.chosen.join(", "))}: choose where to go on. Esc gives it up.`
      : past ? `Looking back at turn ${round}. → goes on, a move plays on from here.` : capital(task.help ?? "");
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
  const params = store.state.params({ player: store.player, luck: String(Math.floor(Math.random() * 2 ** 32)) });
  const { signal } = (thinking = new AbortController());
  const found = await Promise.all([ask("move", params, signal), pace]).catch((error) => {
    if (!signal.aborted) throw error;
  });
  if (number === shown && found?.[0].move) await store.propose(found[0].move, { by: "program" });
}

let noticed;

// Says something for a while.
export function notice(text) {
  say(text);
  clearTimeout(noticed);
  noticed = setTimeout(() => $("message").textContent === text && say(""), NOTICE);
}

export function say(text) {
  $("message").textContent = text;
  if (document.body.hasAttribute("aria-busy") && text) showPage("front");
}

export function showReview() {
  const { tree, state, view } = store;
  const path = tree.path(tree.end());
  const params = state.params({ moves: path.map(({ move }) => move).join(" ") });
  review.start(params, path, view, game());
}

// Opens what is needed to put a position together, or closes it.
export function toggleSetUp() {
  const isOpen = $("set-up").open;
  const { view, state } = store;
  if (isOpen && !setUp.now && view.arranged) {
    analysis.clear();
    setUp.start(state.draft ?? { start: view.position, edits: [] }, view.seats.map(({ name }) => name), view.seat);
    all("[data-do=undo]")[0].disabled = false;
  } else if (!isOpen && setUp.now) {
    setUp.stop();
    store.refresh();
  }
}

// Does something that may be refused, and says why it is; whether it was done.
export async function attempt(action, where = null) {
  try {
    await action();
    return true;
  } catch (error) {
    if (where) where.textContent = error.message;
    else store.report(error);
    return false;
  }
}

