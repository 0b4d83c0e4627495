// A picture that lives: from one position to the next its pieces stay the same elements, and go their way.

import { Geometry, SQUARE } from "./geometry.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const CURVE = "cubic-bezier(.2,.8,.2,1)";

// Milliseconds for a square, for a jump over one, for all of a move at most, and for what fades or turns over.
const STEP = 90;
const JUMP = 160;
const MOST = 520;
const FADE = 180;

// All of a picture but its pieces and what the page draws over it.
const LAYERS = ":scope > :not(.ground, .pieces, .page), .ground > *";

/** @typedef {{ route?: string[], back?: boolean, speed?: number, still?: boolean }} Way */

/** @param {Element} node */
const placeOf = (node) => node.getAttribute("data-place") ?? "";

/** @param {Element} node */
const pieceOf = (node) => node.getAttribute("data-piece") ?? "";

/** @param {Element} node */
const keyOf = (node) => `${placeOf(node)} ${pieceOf(node)}`;

export class Scene {
  /** @type {SVGSVGElement | null} */
  svg = null;
  /** @type {Geometry} */ // @ts-ignore It is there as soon as a picture is.
  geometry;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  // Shows a picture. Returns how many pieces went away, and what to wait for until all have come to rest.
  /** @param {string} text @param {Way} [way] */
  show(text, way = {}) {
    const holder = document.createElement("div");
    holder.innerHTML = text;
    const fresh = /** @type {SVGSVGElement} */ (holder.firstElementChild);
    for (const name of ["role", "width", "height"]) fresh.removeAttribute(name);
    fresh.setAttribute("aria-hidden", "true");
    fresh.querySelector("title")?.remove();
    const { svg } = this;
    if (!svg || svg.getAttribute("viewBox") !== fresh.getAttribute("viewBox")) {
      this.element.replaceChildren(fresh);
      this.svg = fresh;
      this.geometry = new Geometry(fresh);
      const { width, height } = fresh.viewBox.baseVal;
      this.element.closest("main")?.style.setProperty("--ratio", String(width / height));
      return { taken: 0, rest: Promise.resolve() };
    }
    for (const ghost of svg.querySelectorAll(".pieces > .ghost")) ghost.remove();
    const [old, all] = [svg, fresh].map((one) => [...one.querySelectorAll(LAYERS)]);
    const after = /** @type {Element} */ (fresh.querySelector(".pieces"));
    all.forEach((layer, i) => {
      if (!old[i]?.isEqualNode(layer)) old[i]?.replaceWith(layer);
    });
    svg.setAttribute("class", fresh.getAttribute("class") ?? "");
    this.geometry = new Geometry(svg);
    return this.#change(after, way);
  }

  // Has the pieces become others: each that is there before and after stays, also if it has moved.
  /** @param {Element} after @param {Way} way */
  #change(after, { route = [], back = false, speed = 1, still = false }) {
    const layer = /** @type {Element} */ (this.svg?.querySelector(".pieces"));
    const way = back ? [...route].reverse() : route;
    const gone = new Set(layer.children);
    const byKey = Map.groupBy(gone, keyOf);
    /** @type {Map<Element, Element>} */
    const from = new Map(); // The element of each piece.
    const fresh = [...after.children];
    const keep = (/** @type {Element} */ one, /** @type {Element | undefined} */ old) => {
      if (!old) return;
      from.set(one, old);
      gone.delete(old);
    };
    for (const one of fresh) keep(one, byKey.get(keyOf(one))?.shift());
    // A piece that is gone from one place and has come to another has moved, that of the move before all others.
    const [start, end] = [way[0], way.at(-1)];
    const came = fresh.filter((one) => !from.has(one));
    const isAt = (/** @type {string | undefined} */ place) => (/** @type {Element} */ one) => placeOf(one) === place && pieceOf(one) !== "";
    const mover = came.find(isAt(end));
    keep(mover ?? layer, mover && [...gone].find((old) => isAt(start)(old) && pieceOf(old) === pieceOf(mover)));
    for (const one of came) {
      if (!from.has(one) && pieceOf(one)) keep(one, [...gone].find((old) => pieceOf(old) === pieceOf(one) && !old.matches(".card")));
    }
    const moves = came.filter((one) => from.has(one)).map((one) => ({ one, at: placeOf(/** @type {Element} */ (from.get(one))) }));
    const nodes = fresh.map((one) => become(from.get(one), one));
    const nodeOf = new Map(fresh.map((one, i) => [one, nodes[i]]));
    const taken = [...gone].filter((old) => pieceOf(old) && !old.matches(".card")).length;
    arrange(layer, nodes);
    if (still || calm.matches || document.hidden) {
      for (const old of gone) old.remove();
      return { taken, rest: Promise.resolve() };
    }
    /** @type {Promise<unknown>[]} */
    const running = [];
    /** @type {(node: Element | undefined, frames: Keyframe[], options: KeyframeAnimationOptions & { duration: number }) => void} */
    const run = (node, frames, options) => {
      if (node) running.push(node.animate(frames, { fill: "backwards", ...options, duration: options.duration / speed }).finished);
    };
    let time = 0;
    const falls = mover && !from.has(mover) && !back && way.length > 1;
    for (const { one, at } of [...moves, ...(falls ? [{ one: mover, at: start }] : [])]) {
      const path = one === mover ? way : [at, placeOf(one)];
      const { frames, duration } = this.#journey(path, Boolean(falls && one === mover));
      if (one === mover) time = duration;
      const node = nodeOf.get(one);
      if (node) layer.append(node);
      run(node, frames, { duration, easing: falls && one === mover ? "cubic-bezier(.5,0,.9,.6)" : CURVE, composite: "add" });
    }
    const travellers = new Set(moves.map(({ one }) => nodeOf.get(one)));
    if (falls) travellers.add(nodeOf.get(mover));
    for (const old of gone) {
      old.classList.add("ghost");
      layer.insertBefore(old, [...layer.children].find((one) => travellers.has(one)) ?? null);
      const turned = came.find((one) => !travellers.has(nodeOf.get(one)) && placeOf(one) === placeOf(old) && old.matches(".card"));
      if (turned) {
        const delay = Math.max(0, time - FADE) / speed;
        run(old, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: FADE, delay, fill: "both", easing: "ease-in", composite: "add" });
        run(nodeOf.get(turned), [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: FADE, delay: delay + FADE / speed, easing: "ease-out", composite: "add" });
        came.splice(came.indexOf(turned), 1);
      } else {
        run(old, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay: Math.max(0, time - FADE) / speed, fill: "both" });
      }
    }
    for (const one of came) {
      const node = nodeOf.get(one);
      if (!travellers.has(node)) run(node, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE, delay: placeOf(one) === end ? 0 : time / 2 / speed });
    }
    const rest = Promise.allSettled(running).then(() => {
      for (const old of gone) old.remove();
      if (nodes.every((node) => node.parentNode === layer)) arrange(layer, nodes);
    });
    return { taken, rest };
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

// Has an element look like another one; that one itself if there is none before.
/** @param {Element | undefined} old @param {Element} fresh */
function become(old, fresh) {
  if (!old) return /** @type {Element} */ (fresh.cloneNode(true));
  if (old.isEqualNode(fresh)) return old;
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...[...fresh.childNodes].map((node) => node.cloneNode(true)));
  return old;
}

// Puts nodes in order, moving as few as possible.
/** @param {Element} parent @param {Node[]} nodes */
function arrange(parent, nodes) {
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}
