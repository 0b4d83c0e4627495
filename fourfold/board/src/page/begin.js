// How games begin: from a deal, a record, an address.

import { ask, readRecord } from "./api.js";
import { $, notice, say } from "./dom.js";
import { showFront, showGames, showRules } from "./front.js";
import { leaveBoard, showPage } from "./play.js";
import { openPuzzle } from "./puzzle.js";
import { review } from "./review.js";
import { openSetUp } from "./set_up.js";
import { State } from "./state.js";
import { attempt, games, store } from "./store.js";
import { Tree } from "./tree.js";

// A game from a dealt start.
export async function deal(game, { rules = "", ...more } = /** @type {any} */ ({})) {
  const seed = String(Math.floor(Math.random() * 2 ** 32));
  const { start, seats } = await ask("position", new URLSearchParams({ game, rules, seed }));
  return { state: new State({ game, rules, start, ...more }), seats };
}

export async function beginNew(name, more) {
  await store.begin((await deal(name, more)).state);
}

// What was pasted, typed or uploaded: a record, or a position of this game.
export async function take(text) {
  const { rules, game, lines } = store.state;
  if (text.startsWith("[")) {
    const { games: count, text: _, moves, ending, ...record } = await readRecord(text);
    const tree = Tree.parse(moves);
    tree.end().ending = ending ?? "";
    await store.begin(new State({ ...record, tree, lines }));
    if (count > 1) notice(`This is the first of ${count} games.`);
    return;
  }
  await ask("position", store.state.params({ start: text, moves: "" }));
  await store.begin(new State({ game, rules, start: text, lines }));
}

// Shows what the address says.
export async function arrive() {
  const state = State.parse(location.hash);
  const { page, puzzle, tree, draft } = state;
  const game = games.find(({ name }) => name === state.game);
  leaveBoard();
  store.id = history.state?.id || String(Math.random()).slice(2);
  if (page === "rules") {
    showPage("rules");
    return showRules(game ?? games[0]);
  }
  if (page === "games" || !game) {
    if (page === "games") showGames();
    else showFront();
    showPage(page === "games" ? "games" : "front");
    return say(state.game && !game ? `There is no game "${state.game}" here.` : "");
  }
  if (puzzle && (await attempt(() => openPuzzle(game.name, puzzle, { tree, fresh: false })))) return;
  state.puzzle = "";
  const reason = $("message").textContent;
  if (!(await attempt(() => begin(state)))) return;
  if (puzzle) say(`There is no puzzle "${puzzle}": ${reason}`);
  if (draft) openSetUp();
  if (state.review) review();
}

// Shows a game from an address; a fresh one if the start is no good.
async function begin(state) {
  if (await store.begin(state, { fresh: false })) return;
  const reason = $("message").textContent;
  await store.begin((await deal(state.game)).state, { fresh: false });
  say(`The link is no good: ${reason}`);
}
