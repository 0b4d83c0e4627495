// A position with a single winning move: it is won to the end, against the best replies.

import { ask } from "./api.js";
import { board } from "./board.js";
import { $, make, progress, reconcile, seed, showButtons, wait } from "./dom.js";
import { colourOf } from "./names.js";
import { share } from "./share.js";
import { State, settings } from "./state.js";
import { attempt, store } from "./store.js";
import { Tree } from "./tree.js";
import { long } from "./worth.js";

// How long a reply and the moves of a solution wait.
const PAUSE = 600;

// The most plies that a puzzle is asked to take.
const HARDEST = 9;

// The puzzle on the board, with how it ended, as the address says too.
/** @type {(PuzzleFound & { end: string, seat?: number }) | null} */
export let puzzle = null;

// A puzzle is named by its number and by the plies that it takes at least. Moves that were made in it stay.
/** @param {string} name @param {string} which @param {{ tree?: Tree, tried?: string, fresh?: boolean }} [how] */
export async function openPuzzle(name, which, { tree = new Tree(), tried = "", fresh = true } = {}) {
  const [number, lines] = which.split("-");
  progress("Looking for a puzzle …");
  const found = await ask("puzzle", new URLSearchParams({ game: name, seed: number, lines }));
  const { rules, position: start } = found;
  await store.begin(new State({ game: name, rules, start, puzzle: which, tree, tried, found }), { fresh });
  if (!tried && tree.at.ply > 0) attempt(() => judge(tree.at.move));
}

/** @param {string | number} plies */
export const anyPuzzle = (plies) => `${seed()}-${plies}`;
/** @param {string | number} plies */
export const dayPuzzle = (plies) => `${Math.floor(Date.now() / 86_400_000)}-${plies}`;

// Takes what the engine found; it has another level than was asked if there is none of that.
/** @param {PuzzleFound | null} found */
export function beginPuzzle(found) {
  puzzle = found && { ...found, end: store.state.tried };
  showPuzzle();
}

/** @param {string} end */
function conclude(end) {
  if (puzzle) puzzle.end = store.state.tried = end;
  store.write();
}

const asked = () => Number(store.state.puzzle.split("-")[1]);

/** @param {string} [text] */
function showPuzzle(text = "") {
  $("puzzle").hidden = !puzzle;
  if (!puzzle) return;
  const { plies, end, level } = puzzle;
  const wanted = asked() | 1;
  const other = wanted === level ? "" : ` There is none of ${long(wanted)} here, so this one takes ${long(level)}.`;
  const turn = colourOf(store.known.seats.findIndex(({ name }) => name === puzzle?.turn));
  const said = [text || `${turn} to move and win in ${long(plies)}.${plies > 1 ? " One move does it." : ""}${other}`];
  const streak = Number(settings.get("streak"));
  if (streak > 1) said.push(`${streak} solved in a row`);
  /** @type {(name: string, action: () => unknown) => [string, () => unknown]} */
  const doing = (name, action) => [name, () => attempt(action)];
  const [hints, solution, retry] = [doing("Hint", hint), doing("Solution", solve), doing("Try again", again)];
  const [next, look] = [doing("Next", () => another(0)), doing("Analyse", explore)];
  const buttons = /** @type {Record<string, [string, () => unknown][]>} */ ({
    "": [hints, solution, doing("Share", share)],
    failed: [retry, solution],
    solved: [next, doing("Harder", () => another(2)), look],
    shown: [retry, next, look],
  })[end];
  $("puzzle").className = `panel stack ${end}`;
  reconcile($("puzzle"), [...said, ""], (line) => (line ? said.indexOf(line) : "buttons"), (line) => make(line ? "p" : "div", "", { className: line ? "" : "row" }), (one, line) => {
    if (line && one.textContent !== line) one.textContent = line;
    if (!line) showButtons(one, buttons);
  });
}

// Analyses the position of the puzzle with what was played.
function explore() {
  const { game, rules, start, tree } = store.state;
  return store.begin(new State({ game, rules, start, tree, lines: "3" }));
}

// Another puzzle, which takes this many plies more.
/** @param {number} more */
function another(more) {
  attempt(() => openPuzzle(store.state.game, anyPuzzle(Math.min(asked() + more, HARDEST))));
}

// Judges a move that was made, and replies to it.
/** @param {string} move */
export async function judge(move) {
  const now = puzzle;
  if (!now || now.end === "solved") return;
  const view = store.known;
  const mine = (now.seat ??= store.tree.root.next[0].seat ?? 0);
  const ended = (/** @type {View} */ { winner }) => finish(winner === mine ? "solved" : "failed", move);
  if (view.outcome) return ended(view);
  if (view.seat === mine) return showPuzzle("Go on.");
  const { best } = await ask("judge", store.state.params());
  if (puzzle !== now || now.end === "solved") return;
  const isRight = best.worth[0] === "loss" && (store.tree.at.ply > 1 || move === now.solution);
  await wait(PAUSE);
  if (puzzle !== now) return;
  await store.propose(best.moves.slice(0, 1));
  if (!isRight) return finish("failed", move, best.moves[0]);
  if (store.known.outcome) return ended(store.known);
  if (now.end !== "shown") showPuzzle(`Right. The reply is ${best.moves[0]}: go on.`);
}

/** @param {string} end @param {string} move @param {string} [reply] */
function finish(end, move, reply) {
  if (!puzzle) return;
  if (puzzle.end !== "shown") conclude(end);
  if (puzzle.end === "solved") settings.set("streak", Number(settings.get("streak")) + 1);
  if (puzzle.end === "failed") settings.set("streak", 0);
  const answer = reply ? `${move} does not win: ${reply} answers it.` : `${move} does not win.`;
  showPuzzle(/** @type {Record<string, string>} */ ({ solved: `Solved: ${puzzle.solution} wins.`, failed: answer })[puzzle.end]);
}

function again() {
  if (!puzzle) return;
  puzzle.seat = undefined;
  conclude("");
  store.tree.root.next = [];
  showPuzzle();
  return store.go(store.tree.root);
}

function hint() {
  const move = board.choice.legal.find(([move]) => move === puzzle?.solution);
  if (!move || store.tree.at.ply > 0) return showPuzzle("Look for the move that leaves the fewest replies.");
  board.marks.ring(move[1].find((place) => !board.choice.given.includes(place)) ?? move[1][0], "chosen");
}

// Plays both sides to the end.
async function solve() {
  const now = puzzle;
  if (!now) return;
  await again();
  conclude("shown");
  settings.set("streak", 0);
  showPuzzle(`${now.solution} wins.`);
  await store.propose([now.solution]);
  while (puzzle === now && !store.known.outcome) {
    const { best } = await ask("judge", store.state.params());
    await wait(PAUSE);
    if (puzzle !== now || now.end !== "shown") return;
    if (!(await store.propose(best.moves.slice(0, 1)))) return;
  }
}
