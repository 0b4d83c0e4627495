// How games begin: from a deal, a record, an address.

import { ask, readRecord } from "./api.js";
import { complain, notice, seed } from "./dom.js";
import { Lost } from "./engine.js";
import { showFront, showGames, showRules } from "./front.js";
import { stopHero } from "./hero.js";
import { showPage } from "./pages.js";
import { leaveBoard } from "./play.js";
import { openPuzzle } from "./puzzle.js";
import { review } from "./review.js";
import { openSetUp } from "./set_up.js";
import { State } from "./state.js";
import { games, store } from "./store.js";
import { Tree } from "./tree.js";

// A game from a dealt start.
/** @param {string} game @param {Partial<State>} [more] */
export async function deal(game, { rules = "", ...more } = {}) {
  const { start, seats } = await ask("position", new URLSearchParams({ game, rules, seed: seed() }));
  return { state: new State({ game, rules, start, ...more }), seats };
}

/** @param {string} name @param {Partial<State>} more */
export async function beginNew(name, more) {
  await store.begin((await deal(name, more)).state);
}

// The longest position, in letters.
const LONGEST = 20_000;

// What was pasted, typed or uploaded: a record, or a position of this game.
/** @param {string} text */
export async function take(text) {
  if (!text.startsWith("[") && text.length > LONGEST) throw new Error("This is too long for a position.");
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
  const { page, puzzle, tree, tried, draft } = state;
  const game = games.find(({ name }) => name === state.game);
  leaveBoard();
  store.id = history.state?.id || seed();
  stopHero();
  if (page === "rules") {
    const shown = showRules(game ?? games[0]);
    showPage("rules");
    return shown;
  }
  if (page === "games" || !game) {
    showPage(page === "games" ? "games" : "front");
    if (page === "games") showGames();
    else showFront();
    if (state.game && !game) complain(`There is no game "${state.game}" here.`);
    return;
  }
  if (puzzle) {
    const isOpen = await otherwise(`There is no puzzle "${puzzle}"`, () => openPuzzle(game.name, puzzle, { tree, tried, fresh: false }));
    if (isOpen) return;
    state.puzzle = "";
  }
  const isBegun = await otherwise("The link is no good", () => store.begin(state, { fresh: false }));
  if (!isBegun) await store.begin((await deal(state.game)).state, { fresh: false });
  if (draft) openSetUp();
  if (state.review) review();
}

// Does something that may be refused, and says what is wrong then; whether it was done.
/** @param {string} wrong @param {() => Promise<unknown>} action */
async function otherwise(wrong, action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (error instanceof Lost) throw error;
    complain(`${wrong}: ${/** @type {Error} */ (error).message}`);
    return false;
  }
}
