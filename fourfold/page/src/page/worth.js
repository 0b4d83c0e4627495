// What moves and positions are worth: `["win", 7]`, `["loss", 4]`, `["draw", 0]`, `["value", 31]`.

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

// The expected result of a worth, from 0 to 1; `scale` is the value that multiplies the odds by e.
/** @param {Worth} worth @param {number} scale */
export function chance([kind, value], scale) {
  if (kind === "win") return 1;
  if (kind === "loss") return 0;
  return 1 / (1 + Math.exp(-(value ?? 0) / scale));
}

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;

// A worth in words, with its sign and the class of its colour; an estimate by the share that is expected.
/** @param {Worth} worth @param {number} [share] */
export function words([kind, value], share) {
  if (kind === "win") return { sign: "+", text: value ? `Win ${value}` : "Win", kind };
  if (kind === "loss") return { sign: "−", text: value ? `Loss ${value}` : "Loss", kind };
  if (kind === "draw") return { sign: "=", text: "Draw", kind };
  return { sign: "~", text: share === undefined ? "" : percent(share), kind: "unclear" };
}
