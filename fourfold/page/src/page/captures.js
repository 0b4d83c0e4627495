// What a move that has been begun would take: the pieces of one's own among it are marked before it is made.

import { ask } from "./api.js";
import { board } from "./board.js";
import { store } from "./store.js";

// How far the squares of a jump are apart.
const APART = 200;

// Finds what the moves take that go on from what is chosen; the engine is asked about those that jump over a piece.
export async function findTaken() {
  const { choice, geometry, taken } = board;
  if (!choice.isBegun || choice.open().length > 24) return;
  const { known, tree, state } = store;
  const jumps = choice.open().filter(([move, places, route = places]) => !taken.has(move) && places.length === route.length && over(route).length > 0);
  for (const [move, places, route = places] of jumps) {
    taken.set(move, []);
    const after = await ask("position", state.params({ moves: [...tree.line(), move].join(" ") })).catch(() => null);
    if (!after || store.view !== known) return;
    const stands = (/** @type {Picture} */ { pieces }, /** @type {string} */ place) => pieces.find((one) => one.place === place && one.name)?.name;
    const owner = (/** @type {string | undefined} */ piece) => known.seats.findIndex(({ name }) => name[0] === piece?.[0]?.toLowerCase());
    const lost = over(route).filter((place) => stands(known, place) && !stands(after, place) && owner(stands(known, place)) === known.seat);
    taken.set(move, lost);
    if (lost.length > 0) board.mark();
  }

  // The places that a way jumps over and where a piece stands.
  /** @param {string[]} route */
  function over(route) {
    return route.slice(1).flatMap((to, i) => {
      const [a, b] = [route[i], to].map((place) => geometry.centre(place));
      if (!a || !b || Math.abs(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) - APART) > 2) return [];
      return [...(board.svg?.querySelectorAll(".pieces .piece:not(.card, .hole)") ?? [])]
        .map((one) => one.getAttribute("data-place") ?? "")
        .filter((place) => {
          const { x, y } = geometry.centre(place);
          return Math.hypot(2 * x - a.x - b.x, 2 * y - a.y - b.y) < 20;
        });
    });
  }
}
