// A position with a single winning move: it is won to the end, against the best replies.

import { ask } from "./api.js";
import { board } from "./board.js";
import { $, button, capital, make, progress, renew } from "./dom.js";
import { State, settings } from "./state.js";
import { attempt, store } from "./store.js";
import { Tree } from "./tree.js";

// How long a reply and the moves of a solution wait.
const PAUSE = 600;

// The most plies that a puzzle is asked to take.
const HARDEST = 9;

// The puzzle on the board, with how it ended, as the address says too.
export let puzzle = null;

// A puzzle is named by its number and by the plies that it takes at least. Moves that were made in it stay.
export async function openPuzzle(name, which, { tree = new Tree(), tried = "", fresh = true } = {}) {
  const [seed, lines] = which.split("-");
  progress("Looking for a puzzle …");
  const found = await ask("puzzle", new URLSearchParams({ game: name, seed, lines }));
  const { rules, position: start } = found;
  await store.begin(new State({ game: name, rules, start, puzzle: which, tree, tried, found }), { fresh });
  if (!tried && tree.at.ply > 0) attempt(() => judge(tree.at.move));
}

export const anyPuzzle = (plies) => `${Math.floor(Math.random() * 2 ** 32)}-${plies}`;
export const dayPuzzle = (plies) => `${Math.floor(Date.now() / 86_400_000)}-${plies}`;

// Takes what the engine found; it has another level than was asked if there is none of that.
export function beginPuzzle(found) {
  puzzle = found && { ...found, end: store.state.tried };
  show();
}

function conclude(end) {
  puzzle.end = store.state.tried = end;
  store.write();
}

const asked = () => Number(store.state.puzzle.split("-")[1]);

function show(text = "") {
  $("puzzle").hidden = !puzzle;
  if (!puzzle) return;
  const { turn, plies, end, level } = puzzle;
  const how = plies === 1 ? "in one move" : `within ${plies} plies`;
  const wanted = asked() | 1;
  const other = wanted === level ? "" : ` There is none of ${wanted} plies here, so this one takes ${level}.`;
  const said = [make("p", text || `${capital(turn)} to move and win ${how}. One move does it.${other}`)];
  const streak = Number(settings.get("streak"));
  if (streak > 1) said.push(make("p", `${streak} solved in a row`, { className: "small" }));
  const doing = (name, action) => button(name, () => attempt(action));
  const [hints, solution, retry] = [doing("Hint", hint), doing("Solution", solve), doing("Try again", again)];
  const next = button("Next", () => another(0));
  const buttons = {
    "": [hints, solution],
    failed: [retry, solution],
    solved: [next, button("Harder", () => another(2))],
    shown: [retry, next],
  }[end];
  $("puzzle").className = `panel stack ${end}`;
  renew($("puzzle"), [...said, make("div", buttons, { className: "row" })]);
}

// Another puzzle, which takes this many plies more.
function another(more) {
  attempt(() => openPuzzle(store.state.game, anyPuzzle(Math.min(asked() + more, HARDEST))));
}

// Judges a move that was made, and replies to it.
export async function judge(move) {
  const now = puzzle;
  if (!now || now.end === "solved") return;
  const { view } = store;
  const mine = (now.seat ??= store.tree.root.next[0].seat);
  const ended = ({ winner }) => finish(winner === mine ? "solved" : "failed", move);
  if (view.outcome) return ended(view);
  if (view.seat === mine) return show("Go on.");
  const { best } = await ask("judge", store.state.params());
  if (puzzle !== now || now.end === "solved") return;
  const isRight = best.worth[0] === "loss" && (store.tree.at.ply > 1 || move === now.solution);
  await pause();
  if (puzzle !== now) return;
  await store.propose(best.moves.slice(0, 1));
  if (!isRight) return finish("failed", move, best.moves[0]);
  if (store.view.outcome) return ended(store.view);
  if (now.end !== "shown") show(`Right. The reply is ${best.moves[0]}: go on.`);
}

/** @param {string} [reply] */
function finish(end, move, reply) {
  if (puzzle.end !== "shown") conclude(end);
  if (puzzle.end === "solved") settings.set("streak", Number(settings.get("streak")) + 1);
  if (puzzle.end === "failed") settings.set("streak", 0);
  const answer = reply ? `${move} does not win: ${reply} answers it.` : `${move} does not win.`;
  show({ solved: `Solved: ${puzzle.solution} wins.`, failed: answer }[puzzle.end]);
}

function again() {
  puzzle.seat = undefined;
  conclude("");
  store.tree.root.next = [];
  show();
  return store.go(store.tree.root);
}

function hint() {
  const move = board.choice.legal.find(([move]) => move === puzzle.solution);
  if (!move || store.tree.at.ply > 0) return show("Look for the move that leaves the fewest replies.");
  board.ring(move[1].find((place) => !board.choice.given.includes(place)), "chosen");
}

// Plays both sides to the end.
async function solve() {
  const now = puzzle;
  await again();
  conclude("shown");
  settings.set("streak", 0);
  show(`${now.solution} wins.`);
  await store.propose([now.solution]);
  while (puzzle === now && !store.view.outcome) {
    const { best } = await ask("judge", store.state.params());
    await pause();
    if (puzzle !== now || now.end !== "shown") return;
    if (!(await store.propose(best.moves.slice(0, 1)))) return;
  }
}

const pause = () => new Promise((done) => setTimeout(done, PAUSE));
