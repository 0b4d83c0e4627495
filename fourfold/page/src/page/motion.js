// Pieces on their way from one picture to the next.

import { SQUARE } from "./geometry.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const CURVE = "cubic-bezier(.2,.8,.2,1)";

// Milliseconds for a square, for a jump over one, for all of a move at most, and for what fades.
const STEP = 90;
const JUMP = 160;
const MOST = 480;
const FADE = 160;

// A list of the pieces in a picture, each with its place and what it is.
export function pieces(svg) {
  const found = svg?.querySelectorAll(".pieces .piece[data-piece]") ?? [];
  return [...found].map((node) => ({ node, place: node.dataset.place, piece: node.dataset.piece }));
}

const same = (a) => (b) => a.place === b.place && a.piece === b.piece;

// Has the pieces of a picture come from where they were in the one before, along a route; ends when they
// have. `speed` is 2 for twice as fast.
export async function animate(board, before, route, { back = false, speed = 1 } = {}) {
  if (calm.matches || !before || document.hidden) return;
  const { geometry, svg } = board;
  const now = pieces(svg);
  const way = back ? [...route].reverse() : route;
  const [from, to] = [way[0], way.at(-1)];
  const came = now.filter((one) => !before.some(same(one)));
  const gone = before.filter((one) => !now.some(same(one)));
  const mover = came.find((one) => one.place === to && gone.some((old) => old.place === from && old.piece === one.piece));
  const layer = svg.querySelector(".pieces");
  const running = [];
  const run = (node, frames, options) => running.push(node.animate(frames, { fill: "backwards", ...options, duration: options.duration / speed }).finished);
  const falls = !mover && !back && way.length > 1 && came.find((one) => one.place === to);
  const traveller = (mover ?? falls)?.node;
  let time = 0;
  if (traveller) {
    layer.append(traveller);
    const { frames, duration } = journey(geometry, way, falls);
    time = duration;
    run(traveller, frames, { duration, easing: falls ? "cubic-bezier(.5,0,.9,.6)" : CURVE, composite: "add" });
  }
  for (const { node } of gone) {
    if (mover && node.dataset.place === from && node.dataset.piece === mover.piece) continue;
    const ghost = layer.insertBefore(node, traveller ?? null);
    run(ghost, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay: Math.max(0, time - FADE) / speed, fill: "both" });
    running.at(-1).then(() => ghost.remove(), () => {});
  }
  for (const { node, place } of came) {
    if (node === traveller) continue;
    run(node, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE, delay: place === to ? 0 : time / 2 / speed });
  }
  await Promise.allSettled(running);
}

// The frames of a way through places, from its end: a piece stands there already.
function journey(geometry, way, falls) {
  const end = geometry.centre(way.at(-1));
  const legs = geometry.lines(way);
  const points = legs.flatMap((points, leg) => points.map((point, i) => ({ ...point, cut: leg > 0 && i === 0 })));
  const lengths = points.map((point, i) => (i === 0 || point.cut ? 0 : Math.hypot(point.x - points[i - 1].x, point.y - points[i - 1].y)));
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  const hops = lengths.map((length) => (falls ? 0.66 * STEP * (length / SQUARE) : length > 1.6 * SQUARE ? JUMP : STEP * (length / SQUARE)));
  const duration = Math.min(MOST, hops.reduce((sum, hop) => sum + hop, 0));
  let run = 0;
  const frames = points.map((point, i) => {
    run += lengths[i];
    return { transform: `translate(${point.x - end.x}px, ${point.y - end.y}px)`, offset: run / total };
  });
  return { frames, duration };
}
