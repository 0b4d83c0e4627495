// A picture that lives: from one position to the next its pieces stay the same elements, and go their way.

import { arrange } from "./dom.js";
import { Geometry, SQUARE } from "./geometry.js";
import { element } from "./parts.js";

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
const CURVE = "cubic-bezier(.2,.8,.2,1)";

// Milliseconds for a square, for a jump over one, for all of a move at most, and for what fades or turns over.
const STEP = 90;
const JUMP = 160;
const MOST = 520;
const FADE = 180;

// How wide an edge is.
const EDGE = 14;

// All of a picture but its pieces and what the page draws over it.
const LAYERS = ":scope > :not(title, desc, .ground, .pieces, .overlay, .page), .ground > :not(.fills)";

/** @typedef {{ route?: string[], back?: boolean, speed?: number, still?: boolean }} Way */

/** @param {Piece} piece */
const keyOf = ({ place, name }) => `${place} ${name}`;

/** @param {Piece} piece */
const isCard = ({ part }) => element(part).matches(".card");

export class Scene {
  /** @type {SVGSVGElement | null} */
  svg = null;
  /** @type {Geometry} */ // @ts-ignore It is there as soon as a picture is.
  geometry;
  board = "";
  /** @type {Map<Piece, Element>} */
  pieces = new Map();

  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.element = parent;
  }

  // Shows a picture. Returns how many pieces went away, and what to wait for until all have come to rest.
  /** @param {Picture} picture @param {Way} [way] */
  show({ board, pieces, last }, way = {}) {
    const isNew = this.#lay(board);
    const shown = isNew ? this.#put(pieces) : this.#change(pieces, way);
    this.#mark(last);
    return shown;
  }

  /** @param {Piece[]} pieces */
  #put(pieces) {
    this.pieces = new Map(pieces.map((piece) => [piece, become(undefined, piece)]));
    this.#layer("pieces").replaceChildren(...this.pieces.values());
    return { taken: 0, rest: Promise.resolve() };
  }

  // Fills the places where the last move began and ended.
  /** @param {Last | null} [last] */
  #mark(last) {
    const { places = [], route = [] } = last ?? {};
    const way = places.length === 1 ? places : route;
    const fills = [...new Set([way[0], way.at(-1)])].flatMap((name) => {
      const fill = name && /** @type {Element | undefined} */ (this.geometry.place(name)?.cloneNode(true));
      if (!fill) return [];
      for (const data of ["data-place", "data-piece"]) fill.removeAttribute(data);
      fill.setAttribute("class", `fill last ${fill.matches(".field") ? "round" : ""}`);
      fill.setAttribute("stroke-width", String(fill.matches("g") ? EDGE : 0));
      return [fill];
    });
    this.#layer("fills").replaceChildren(...fills);
  }

  /** @param {string} name @returns {Element} */
  #layer(name) {
    return /** @type {Element} */ (this.svg?.querySelector(`.${name}`));
  }

  // Lays a board; of another one of the same size, with pieces on it, only what differs. Whether there was none.
  /** @param {string} board */
  #lay(board) {
    const { svg } = this;
    const fresh = /** @type {SVGSVGElement} */ (element(board));
    const isNew = svg?.getAttribute("viewBox") !== fresh.getAttribute("viewBox");
    if (!isNew && this.board === board) return false;
    this.board = board;
    const copy = /** @type {SVGSVGElement} */ (fresh.cloneNode(true));
    if (svg && !isNew) {
      const [old, all] = [svg, copy].map((one) => [...one.querySelectorAll(LAYERS)]);
      all.forEach((layer, i) => {
        if (!old[i]?.isEqualNode(layer)) old[i]?.replaceWith(layer);
      });
      this.geometry = new Geometry(svg);
      return false;
    }
    for (const name of ["role", "width", "height"]) copy.removeAttribute(name);
    copy.setAttribute("aria-hidden", "true");
    for (const said of copy.querySelectorAll("title, desc")) said.remove();
    this.element.replaceChildren(copy);
    this.svg = copy;
    this.geometry = new Geometry(copy);
    const { width, height } = copy.viewBox.baseVal;
    this.element.closest("main")?.style.setProperty("--ratio", String(width / height));
    return true;
  }

  // Has the pieces become others: each that is there before and after stays, also if it has moved.
  /** @param {Piece[]} pieces @param {Way} way */
  #change(pieces, { route = [], back = false, speed = 1, still = false }) {
    const layer = this.#layer("pieces");
    for (const ghost of layer.querySelectorAll(":scope > .ghost")) ghost.remove();
    const way = back ? [...route].reverse() : route;
    const old = this.pieces;
    const gone = new Set(old.keys());
    const byKey = Map.groupBy(gone, keyOf);
    /** @type {Map<Piece, Piece>} */
    const from = new Map(); // What each piece was before.
    const keep = (/** @type {Piece} */ one, /** @type {Piece | undefined} */ before) => {
      if (!before) return;
      from.set(one, before);
      gone.delete(before);
    };
    for (const one of pieces) keep(one, byKey.get(keyOf(one))?.shift());
    // A piece that is gone from one place and has come to another has moved, that of the move before all others.
    const [start, end] = [way[0], way.at(-1)];
    const came = pieces.filter((one) => !from.has(one));
    const mover = came.find(({ place, name }) => place === end && name);
    if (mover) keep(mover, [...gone].find(({ place, name }) => place === start && name === mover.name));
    for (const one of came) {
      if (!from.has(one) && one.name) keep(one, [...gone].find((before) => before.name === one.name && !isCard(before)));
    }
    const nodeBefore = (/** @type {Piece} */ one) => old.get(/** @type {Piece} */ (from.get(one)));
    this.pieces = new Map(pieces.map((one) => [one, become(nodeBefore(one), one, from.get(one))]));
    const nodeOf = (/** @type {Piece} */ one) => /** @type {Element} */ (this.pieces.get(one));
    const nodes = [...this.pieces.values()];
    const ghosts = new Map([...gone].map((one) => [one, /** @type {Element} */ (old.get(one))]));
    const taken = [...gone].filter((one) => one.name && !isCard(one)).length;
    arrange(layer, nodes);
    if (still || calm.matches || document.hidden) {
      for (const ghost of ghosts.values()) ghost.remove();
      return { taken, rest: Promise.resolve() };
    }
    /** @type {Promise<unknown>[]} */
    const running = [];
    /** @type {(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions & { duration: number }) => void} */
    const run = (node, frames, options) => {
      running.push(node.animate(frames, { fill: "backwards", ...options, duration: options.duration / speed }).finished);
    };
    let time = 0;
    const falls = mover && !from.has(mover) && !back && way.length > 1;
    const moves = came.flatMap((one) => (from.has(one) ? [{ one, at: from.get(one)?.place ?? "" }] : []));
    if (falls) moves.push({ one: mover, at: way[0] });
    for (const { one, at } of moves) {
      const path = one === mover ? way : [at, one.place];
      const { frames, duration } = this.#journey(path, Boolean(falls && one === mover));
      if (one === mover) time = duration;
      layer.append(nodeOf(one));
      run(nodeOf(one), frames, { duration, easing: falls && one === mover ? "cubic-bezier(.5,0,.9,.6)" : CURVE, composite: "add" });
    }
    const travellers = new Set(moves.map(({ one }) => one));
    const first = [...layer.children].find((node) => moves.some(({ one }) => nodeOf(one) === node)) ?? null;
    const rest = came.filter((one) => !travellers.has(one));
    for (const [before, ghost] of ghosts) {
      ghost.classList.add("ghost");
      layer.insertBefore(ghost, first);
      const turned = isCard(before) && rest.findIndex(({ place }) => place === before.place);
      const delay = Math.max(0, time - FADE) / speed;
      if (turned !== false && turned >= 0) {
        run(ghost, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: FADE, delay, fill: "both", easing: "ease-in", composite: "add" });
        run(nodeOf(rest[turned]), [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: FADE, delay: delay + FADE / speed, easing: "ease-out", composite: "add" });
        rest.splice(turned, 1);
      } else {
        run(ghost, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay, fill: "both" });
      }
    }
    for (const one of rest) run(nodeOf(one), [{ opacity: 0 }, { opacity: 1 }], { duration: FADE, delay: one.place === end ? 0 : time / 2 / speed });
    const settled = Promise.allSettled(running).then(() => {
      for (const ghost of ghosts.values()) ghost.remove();
      if (nodes.every((node) => node.parentNode === layer)) arrange(layer, nodes);
    });
    return { taken, rest: settled };
  }

  // The frames of a way through places, from its end: a piece stands there already.
  /** @param {string[]} way @param {boolean} falls */
  #journey(way, falls) {
    const { geometry } = this;
    const end = geometry.centre(/** @type {string} */ (way.at(-1)));
    const points = geometry.lines(way).flatMap((leg, i) => leg.map((point, j) => ({ ...point, cut: i > 0 && j === 0 })));
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
}

// Has an element show a piece that was another one before; a new element if there is none.
/** @param {Element | undefined} old @param {Piece} piece @param {Piece} [before] @returns {Element} */
function become(old, { part, place, name, x, y }, before) {
  const node = old ?? /** @type {Element} */ (element(part).cloneNode(true));
  if (old && before?.part !== part) {
    const { className, childNodes } = /** @type {SVGElement} */ (element(part).cloneNode(true));
    old.setAttribute("class", className.baseVal);
    old.replaceChildren(...childNodes);
  }
  node.setAttribute("data-place", place);
  node.setAttribute("data-piece", name);
  node.setAttribute("transform", `translate(${x} ${y})`);
  return node;
}
