// The board with all that stands around it: what is shown of the game in the store.

import { analyse, clearAnalysis, stopAnalysis } from "./analysis.js";
import { ask } from "./api.js";
import { board } from "./board.js";
import { $, all, capital, isTyped, progress, show } from "./dom.js";
import { choose } from "./front.js";
import { animate, pieces } from "./motion.js";
import { beginPuzzle, judge, puzzle } from "./puzzle.js";
import { showRecord, turns } from "./record.js";
import { answer, clearReview, review, showPlace } from "./review.js";
import { beginClocks, left, names, notesOfAll, runClocks, showSeats, stopClocks } from "./seats.js";
import { draft, refreshSetUp, stopSetUp } from "./set_up.js";
import { sound } from "./sound.js";
import { settings } from "./state.js";
import { PERSON, attempt, games, store } from "./store.js";

const PAGES = ["front", "rules", "games", "play"];

let thinking = new AbortController(); // Ends what a program thinks about the position.
let shown = 0; // Counts what the board has shown, so that late programs are passed over.

board.on = {
  // A move was made.
  async play(move, came = "move") {
    if (!(await store.propose([move], came))) return board.stepBack();
    attempt(async () => {
      if (await answer(move)) return;
      if (store.state.puzzle) await judge(move);
      else if (store.state.review) review();
    });
  },
  // These places of a move that is not complete are chosen.
  stepped(chosen) {
    store.state.chosen = chosen;
    store.write();
    if (chosen.length > 0) sound("step");
    showStatus();
  },
  // These places are no move.
  refused: (places) => attempt(async () => {
    if (store.view?.outcome !== null) return;
    sound("wrong");
    const { reason } = await ask("refusal", store.state.params({ places: places.join(",") }));
    progress(reason ? `Not there: ${reason}.` : "Not there.");
  }),
};

// Shows what the store holds; `came` says how it came to that.
store.changed = async (came) => {
  const number = ++shown;
  thinking.abort();
  store.stuck = false;
  const { view, state } = store;
  const isMove = ["move", "dragged"].includes(came);
  const old = ["move", "dragged", "forward", "back"].includes(came) ? pieces(board.svg) : null;
  if (came === "begin") begin();
  if (draft && came === "again") return refreshSetUp();
  if (draft) stopSetUp();
  showPage("play");
  board.show(view, canMove() ? view.moves : [], label());
  board.resume(state.chosen);
  const isTaken = old !== null && pieces(board.svg).length < old.length;
  showAround();
  look();
  runClocks(isMove);
  const { route = [] } = (came === "back" ? store.before : view)?.last ?? {};
  await animate(board, came === "dragged" ? null : old, route, { back: came === "back", speed: store.hurry ? 2 : 1 });
  if (number !== shown) return;
  if (isMove) announce(isTaken);
  programMoves(number).catch((error) => {
    store.stuck = true;
    showSeats();
    showStatus();
    store.report(error, () => store.refresh());
  });
};

// Has what is on its way to the board come to nothing.
export function leaveBoard() {
  shown += 1;
  thinking.abort();
  store.asked += 1;
  stopAnalysis();
  stopClocks();
  stopSetUp();
}

// What a new game brings with it.
function begin() {
  choose(store.game);
  stopSetUp();
  // What was typed is about another game.
  for (const one of all("#play :is(input, textarea)")) one.defaultValue = one.value;
  clearReview();
  beginPuzzle(store.state.found);
  beginClocks();
  document.title = `${store.game.title} – Fourfold`;
}

// Whether a person may make a move here.
function canMove() {
  const isPuzzleOver = puzzle?.end && puzzle.end !== "failed";
  return !store.end && !isPuzzleOver && !store.isProgramsTurn;
}

export function showPage(page) {
  for (const name of PAGES) $(name).hidden = name !== page;
  document.body.removeAttribute("aria-busy");
  const { puzzle, lines } = store.state;
  const playing = puzzle ? "puzzles" : lines ? "analyse" : "play";
  const now = { front: "play", games: "", rules: "rules", play: playing }[page];
  for (const one of $("nav").children) one.ariaCurrent = one.dataset.nav === now ? "page" : null;
  if (page === "play") $("play").dataset.game = games.indexOf(store.game); // For the colours of its pictures.
  else stopAnalysis();
}

function label() {
  const { view: { seats, seat }, end, tree: { at: { move } } } = store;
  const now = end?.text ?? `${seats[seat].name} to move`;
  return `Board, ${move ? `after ${move}, ` : ""}${now}: arrows go over it, Enter chooses`;
}

function showAround() {
  const { view, state, tree } = store;
  showSeats();
  showStatus();
  $("notes").textContent = notesOfAll(view).join("; ");
  const rules = view.rules.replaceAll("_", " ").replaceAll(",", ", ");
  $("rules-said").textContent = [store.game.title, rules].filter(Boolean).join(": ");
  $("legal").replaceChildren(...view.moves.slice(0, 200).map(([move]) => new Option(move)));
  $("analysis").hidden = !state.lines;
  if (state.lines) $("lines").value = state.lines;
  $("set-up").hidden = !state.lines;
  show($("setup-text"), view.position);
  $("setup-error").textContent = "";
  $("by-hand").hidden = !view.arranged;
  const isMet = state.seats.some((player) => player !== PERSON) || left;
  for (const one of all(".acts button")) {
    const name = one.dataset.do;
    const isIdle = { resign: !isMet, draw: !isMet, analyse: state.lines }[name];
    one.hidden = state.puzzle !== "" || Boolean(isIdle);
    // Who looks back does not end the game.
    const isPast = ["draw", "resign"].includes(name) && tree.at.next.length > 0;
    one.disabled = isPast || (name !== "analyse" && !canMove());
  }
  const can = {
    undo: store.backTo,
    redo: store.onTo,
    promote: tree.path().some((node) => node.parent.next[0] !== node),
    remove: tree.at !== tree.root,
  };
  for (const name in can) all(`[data-do=${name}]`)[0].disabled = !can[name];
  show($("comment"), tree.at.comment);
  showRecord(); // All else has its height now.
  showPlace();
  const more = view.count - view.moves.length;
  if (more > 0) progress(`${more} more moves can be typed.`);
}

// One line that says what to do now.
function showStatus() {
  const { view: { seats, seat }, end } = store;
  $("end").hidden = !end || store.state.puzzle !== "";
  $("status").classList.toggle("ended", Boolean(end));
  $("status-disc").dataset.hue = seats[end ? end.winner : seat]?.hue ?? "";
  const [text, help] = end ? [end.text, end.reason] : task();
  $("say").textContent = end && names()[end.winner] === "You" ? "You win" : capital(text);
  $("help").textContent = capital(help);
}

// What is to be done now, and more about it.
function task() {
  const { view, tree, state } = store;
  const { seats, seat, task } = view;
  if (store.isProgramsTurn && store.stuck) return [`${names()[seat]} makes no move`, "Another player can be chosen at the seat."];
  if (store.isProgramsTurn) return [`${names()[seat]} is thinking`, ""];
  const text = `${seats[seat].name}: ${task.say}.`;
  const { isBegun, places } = board.choice;
  if (isBegun) return [text, `${places.join(", ")}: choose where to go on. Esc gives it up.`];
  if (tree.at.next.length === 0 || state.lines || state.puzzle) return [text, task.help ?? ""];
  const { round } = turns(tree.root).find(({ nodes }) => nodes.includes(tree.at)) ?? { round: 1 };
  return [text, `Looking back at turn ${round}. → goes on, a move plays on from here.`];
}

// Makes the end of a move heard, and the end of the game an event.
function announce(isTaken) {
  const { view: { outcome, winner, seat }, tree } = store;
  const isMine = (seat) => store.player(seat) === PERSON;
  $("said").textContent = [tree.at.move, $("say").textContent].filter(Boolean).join("; ");
  if (outcome) {
    sound(winner !== null && !isMine(winner) ? "lost" : "won");
    // Not what can be done now: a key that is still held would do it.
    if (!store.state.puzzle && !isTyped(document.activeElement)) $("status").focus({ preventScroll: true });
  } else {
    sound(isTaken ? "capture" : "put");
    if (document.hidden && isMine(seat)) sound("turn");
  }
}

// Analyses the position while one looks at it.
function look() {
  const { state, view } = store;
  const isSolved = puzzle !== null && !puzzle.end;
  if (!state.lines || isSolved || draft || view.outcome) clearAnalysis();
  else if (document.hidden) stopAnalysis();
  else analyse();
}

// Analyses again when the page is seen again.
export function lookAgain() {
  if (store.view && !$("play").hidden) look();
}

// Has the program move for a seat that it plays.
async function programMoves(number) {
  if (!store.isProgramsTurn || draft) return;
  const pace = new Promise((done) => setTimeout(done, Number(settings.get("pace"))));
  const luck = String(Math.floor(Math.random() * 2 ** 32));
  const params = store.state.params({ player: store.player(store.view.seat), luck });
  const { signal } = (thinking = new AbortController());
  const found = await Promise.all([ask("move", params, signal), pace]).catch((error) => {
    if (!signal.aborted) throw error;
  });
  if (number === shown && !draft && found?.[0].move) await store.propose([found[0].move]);
}
