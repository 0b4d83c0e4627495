// What moves and positions are worth: `["win", 7]`, `["loss", 4]`, `["draw", 0]`, `["value", 31]`.

import { many } from "./dom.js";
import { store } from "./store.js";

// A number that is the larger the better a worth is.
/** @param {Worth} worth */
function size([kind, value]) {
  const far = 1e6; // A distance that is not known.
  if (kind === "win") return 1e9 - (value ?? far);
  if (kind === "loss") return (value ?? far) - 1e9;
  return value ?? 0;
}

// The best of several worths; undefined if none is known.
/** @param {(Worth | undefined)[]} worths */
export function best(worths) {
  const known = worths.filter((worth) => worth !== undefined);
  return known.sort((a, b) => size(b) - size(a))[0];
}

// The expected result of a worth, from 0 to 1; the scale of a game is the value that multiplies the odds by e.
/** @param {Worth} worth */
export function chance([kind, value]) {
  if (kind === "win") return 1;
  if (kind === "loss") return 0;
  return 1 / (1 + Math.exp(-(value ?? 0) / (store.game?.scale ?? 1)));
}

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;

const isInTurn = () => store.game?.inTurn !== false;

// How far an end is: in moves of one's own where players take turns move by move, or else in steps of all.
/** @param {number} plies */
const far = (plies) => (isInTurn() ? Math.ceil(plies / store.known.seats.length) : plies);

/** @param {number} plies */
export const long = (plies) => many(far(plies), isInTurn() ? "move" : "step");

// A worth in words, with its sign, how far its end is, and the class of its colour; an estimate by the share that is
// expected.
/** @param {Worth} worth */
export function words(worth) {
  const [kind, plies] = worth;
  const size = plies && (kind === "win" || kind === "loss") ? far(plies) : "";
  const end = size && ` in ${size}`;
  if (kind === "win") return { sign: "+", size, text: `Win${end}`, kind };
  if (kind === "loss") return { sign: "−", size, text: `Loss${end}`, kind };
  if (kind === "draw") return { sign: "=", size, text: "Draw", kind };
  return { sign: "~", size, text: percent(chance(worth)), kind: "unclear" };
}
