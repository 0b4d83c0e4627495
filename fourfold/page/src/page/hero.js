// The game on the front door: it plays itself, slowly, as long as one looks.

import { ask } from "./api.js";
import { $, seed, wait } from "./dom.js";
import { Scene, calm } from "./scene.js";

// How long a move is looked at, and the end of a game.
const PACE = 1800;
const END = 5000;

// After how many moves it begins anew.
const MOST_MOVES = 40;

const scene = new Scene($("hero-board"));
let showing = 0;

// Shows a game, at first as its picture.
/** @param {Game} game */
export function showHero(game) {
  const number = ++showing;
  scene.svg = null;
  $("hero-board").innerHTML = game.picture;
  if (!calm.matches) play(game.name, number).catch(() => {}); // It stays a picture where the engine is busy.
}

/** @param {string} game @param {number} number */
async function play(game, number) {
  const isSeen = () => number === showing && !$("front").hidden;
  while (isSeen()) {
    await wait(END / 2);
    const luck = seed();
    /** @type {string[]} */
    const moves = [];
    let start = "";
    while (moves.length < MOST_MOVES && isSeen()) {
      // Nobody thinks for a page that is not looked at.
      if (document.hidden) {
        await wait(PACE);
        continue;
      }
      const params = new URLSearchParams({ game, start, seed: luck, moves: moves.join(" ") });
      const found = await ask("position", params);
      if (!isSeen()) return;
      start ||= found.start;
      scene.show(found, { route: found.last?.route ?? [] });
      if (found.outcome !== null) break;
      const asked = new URLSearchParams({ game, start, moves: moves.join(" "), player: "search:nodes=2000", luck });
      const [{ move }] = await Promise.all([ask("move", asked), wait(PACE)]);
      moves.push(move);
    }
    await wait(END / 2);
  }
}

// Nothing is played where the front door is left.
export function stopHero() {
  showing += 1;
}
