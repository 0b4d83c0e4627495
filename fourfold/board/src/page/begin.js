// How games begin: from a deal, a record, a puzzle, an address; and the way between pages.

import { actions } from "./actions.js";
import { ask } from "./api.js";
import { $ } from "./dom.js";
import { attempt, front, games, leaveBoard, notice, puzzle, say, showPage, showReview, store } from "./play.js";
import { parseRecord } from "./record.js";
import { State } from "./state.js";
import { Store } from "./store.js";
import { Tree } from "./tree.js";

// A new game.
export async function deal(name, more) {
  await store.begin(await Store.deal(name, more));
}

// What was pasted, typed or uploaded: a record, or a position of this game.
export async function take(text) {
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
export async function openPuzzle(name, which, { tree = new Tree(), fresh = true } = {}) {
  const [seed, lines] = which.split("-");
  say("Looking for a puzzle …");
  const found = await ask("puzzle", new URLSearchParams({ game: name, seed, lines }));
  const { rules, position: start } = found;
  await store.begin(Object.assign(new State({ game: name, rules, start, puzzle: which, tree }), { found }), { fresh });
  const [first] = tree.path();
  if (first) attempt(() => puzzle.played(tree.at.move));
}

export const anyPuzzle = (plies) => `${Math.floor(Math.random() * 2 ** 32)}-${plies}`;
export const dayPuzzle = (plies) => `${Math.floor(Date.now() / 86_400_000)}-${plies}`;

// Goes to another page, with an entry in the browser's history.
export function leave(state) {
  store.flush();
  history.pushState({}, "", String(state));
  return attempt(arrive);
}

// Shows what the address says.
export async function arrive() {
  const state = State.parse(location.hash);
  const known = games.some(({ name }) => name === state.game);
  leaveBoard();
  store.id = history.state?.id || String(Math.random()).slice(2);
  if (state.page === "rules") {
    showPage("rules");
    return front.showRules(known ? games.find(({ name }) => name === state.game) : games[0]);
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

