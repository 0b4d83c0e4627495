// The board with all that stands around it: what is shown of the game in the store.

import { analyse, clearAnalysis, stopAnalysis } from "./analysis.js";
import { ask } from "./api.js";
import { board } from "./board.js";
import { findTaken } from "./captures.js";
import { beginClocks, left, runClocks, stopClocks } from "./clocks.js";
import { $, all, isTyped, make, progress, reconcile, seed, show, wait } from "./dom.js";
import { forfeits } from "./ending.js";
import { choose, tint } from "./front.js";
import { coloured, names, sentence } from "./names.js";
import { showPage } from "./pages.js";
import { beginPuzzle, judge, puzzle } from "./puzzle.js";
import { showRecord } from "./record.js";
import { answer, clearReview, review, showPlace } from "./review.js";
import { giveUp, notesOfAll, showSeats } from "./seats.js";
import { draft, refreshSetUp, stopSetUp } from "./set_up.js";
import { sound } from "./sound.js";
import { settings } from "./state.js";
import { showEnd, showStatus } from "./status.js";
import { FAR, PERSON, attempt, store } from "./store.js";

let thinking = new AbortController(); // Ends what a program thinks about the position.
let shown = 0; // Counts what the board has shown, so that late programs are passed over.

// A move was made.
board.on("play", async ({ move, came }) => {
  if (!(await store.propose([move], came))) return board.stepBack();
  attempt(async () => {
    if (await answer(move)) return;
    if (store.state.puzzle) await judge(move);
    else if (store.state.review) review();
  });
});

// These places of a move that is not complete are chosen.
board.on("stepped", (chosen) => {
  store.state.chosen = chosen;
  store.write();
  if (chosen.length > 0) sound("step");
  showStatus();
  findTaken();
});

// These places are no move.
board.on("refused", (places) => attempt(async () => {
  if (store.view?.outcome !== null) return;
  sound("wrong");
  const { reason } = await ask("refusal", store.state.params({ places: places.join(",") }));
  progress(reason ? `Not there: ${coloured(reason)}.` : "Not there.");
}));

store.on("busy", (isBusy) => ($("board").ariaBusy = String(isBusy)));
store.on("change", change);

// Shows what the store holds; `came` says how it came to that.
/** @param {Came} came */
async function change(came) {
  const number = ++shown;
  thinking.abort();
  store.stuck = false;
  const { known, state } = store;
  const isMove = ["move", "dragged"].includes(came);
  if (came === "begin") begin();
  if (draft && came === "again") return refreshSetUp();
  if (draft) stopSetUp();
  showPage("play");
  const still = !["move", "dragged", "forward", "back"].includes(came);
  const { route = [] } = (came === "back" ? store.before : known)?.last ?? {};
  showSeats(); // What players hold is shown in their seats.
  const { taken, rest } = board.show(known, canMove() ? known.moves : [], label(), {
    route: came === "dragged" ? [] : route, back: came === "back", speed: store.hurry ? 2 : 1, still,
  });
  board.resume(state.chosen);
  findTaken();
  showAround();
  look();
  runClocks(isMove, (seat) => giveUp(seat, forfeits));
  $("last-said").textContent = known.last && store.tree.at.ply > 0 ? sentence(known.last, isMove || came === "forward" ? taken : 0) : "";
  await rest;
  if (number !== shown) return;
  if (isMove) announce(taken > 0);
  programMoves(number).catch((error) => {
    store.stuck = true;
    showSeats();
    showStatus();
    store.report(error, () => store.refresh());
  });
}

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
  const { game, state } = store;
  if (!game) return;
  choose(game);
  stopSetUp();
  // What was typed is about another game.
  for (const one of all("#play :is(input, textarea)")) one.defaultValue = one.value;
  clearReview();
  beginPuzzle(state.found);
  beginClocks();
  tint($("play"), game);
  reconcile($("how"), game.lessons, (text) => text, (text) => make("li", text));
}

// Whether a person may make a move here.
function canMove() {
  const isPuzzleOver = puzzle?.end && puzzle.end !== "failed";
  return !store.end && !isPuzzleOver && !store.isProgramsTurn && !store.isFarTurn;
}

function label() {
  const { known: { seats, seat }, end, tree: { at: { move } } } = store;
  const now = end ? coloured(end.text) : `${seats[seat].hue} to move`;
  return `Board, ${move ? `after ${move}, ` : ""}${now}: arrows go over it, Enter chooses`;
}

function showAround() {
  const { known, state, tree, game } = store;
  showStatus();
  showEnd();
  const called = names();
  const others = known.seats.flatMap((_, i) => (store.player(i) === PERSON ? [] : [called[i]]));
  $("title").textContent = game?.title ?? "";
  const rules = known.rules.replaceAll(/[_=]/g, " ").replaceAll(",", ", ");
  const against = state.puzzle ? "A puzzle" : state.lines ? "Analysis" : others.length === 0 ? "At this screen" : others.length < called.length ? `against ${others.join(", ")}` : others.join(" against ");
  $("against").textContent = [against, rules].filter(Boolean).join(" · ");
  $("notes").textContent = coloured(notesOfAll(known).join("; "));
  $("legal").replaceChildren(...known.moves.slice(0, 200).map(([move]) => new Option(move)));
  $("analysis").hidden = !state.lines;
  if (state.lines) $("lines").value = state.lines;
  $("set-up").hidden = !state.lines;
  show($("setup-text"), known.position);
  $("setup-error").textContent = "";
  $("by-hand").hidden = !known.arranged;
  const isMet = state.seats.some((player) => player !== PERSON) || left !== null;
  for (const one of all(".acts button")) {
    const name = one.dataset.do;
    const isIdle = { resign: !isMet, draw: !isMet, analyse: state.lines }[/** @type {"resign"} */ (name)];
    one.hidden = state.puzzle !== "" || Boolean(isIdle);
    // Who looks back does not end the game.
    const isPast = ["draw", "resign"].includes(name) && tree.at.next.length > 0;
    one.disabled = isPast || (name !== "analyse" && !canMove());
  }
  const can = /** @type {Record<string, any>} */ ({
    first: tree.at.parent,
    back: tree.at.parent,
    next: tree.at.next[0],
    last: tree.at.next[0],
    undo: store.backTo,
    redo: store.onTo,
    promote: tree.path().some((node) => node.parent?.next[0] !== node),
    remove: tree.at !== tree.root,
  });
  for (const name in can) {
    const one = all(`[data-do=${name}]`)[0];
    // What has the focus keeps it, or keys would go nowhere.
    if (!can[name] && one === document.activeElement) $("board").focus({ preventScroll: true });
    one.disabled = !can[name];
  }
  const isFar = state.seats.includes(FAR);
  $("far").hidden = !isFar;
  if (isFar) $("far-said").textContent = store.end ? "The game is over." : store.isFarTurn ? "It is your friend's turn: give the link, and open the one that comes back." : "It is your turn.";
  show($("comment"), tree.at.comment);
  showRecord(); // All else has its height now.
  showPlace();
  const more = known.count - known.moves.length;
  if (more > 0) progress(`${more} more moves can be typed.`);
}

// Makes the end of a move heard, and the end of the game an event.
/** @param {boolean} isTaken */
function announce(isTaken) {
  const { known: { outcome, winner, seat }, state } = store;
  $("said").textContent = [$("last-said").textContent, outcome ? $("end-say").textContent : $("say").textContent].filter(Boolean).join("; ");
  if (outcome) {
    sound(winner !== null && store.player(winner) !== PERSON ? "lost" : "won");
    // Not what can be done now: a key that is still held would do it.
    if (!state.puzzle && !isTyped(document.activeElement)) $("end").focus({ preventScroll: true });
    if (!state.puzzle && state.seats.some((player) => player !== PERSON)) attempt(() => review({ quiet: true }));
  } else {
    sound(isTaken ? "capture" : "put");
    if (document.hidden && store.player(seat) === PERSON) sound("turn");
  }
}

// Analyses the position while one looks at it.
function look() {
  const { state, known } = store;
  const isSolved = puzzle !== null && !puzzle.end;
  if (!state.lines || isSolved || draft || known.outcome) clearAnalysis(known.outcome ? "The game is over." : "");
  else if (document.hidden) stopAnalysis();
  else analyse();
}

// Analyses again when the page is seen again.
export function lookAgain() {
  if (store.view && store.isShown) look();
}

// Has the program move for a seat that it plays: after a pause, or at once if one is in a hurry.
/** @param {number} number */
async function programMoves(number) {
  if (!store.isProgramsTurn || draft) return;
  const { signal } = (thinking = new AbortController());
  const usual = ask("move", store.state.params({ player: store.player(store.known.seat), luck: seed() }), signal);
  const found = await Promise.race([Promise.all([usual, wait(Number(settings.get("pace")))]), hurried(signal)]).catch((error) => {
    if (!signal.aborted) throw error;
  });
  const move = Array.isArray(found) ? found[0].move : found?.move;
  if (number === shown && !draft && move) await store.propose([move]);
}

// The move of a program that is told to move now: that of a short search.
/** @param {AbortSignal} signal @returns {Promise<{ move: string }>} */
function hurried(signal) {
  return new Promise((done, failed) => {
    const hurry = () => ask("move", store.state.params({ player: "search:time=50" }), signal).then(done, failed);
    $("hurry").addEventListener("click", hurry, { signal });
  });
}
