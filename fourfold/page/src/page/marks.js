// What the page draws over a picture: where one can go, what is chosen, which way, and what it is worth.

import { draw, reconcile } from "./dom.js";
import { middle } from "./geometry.js";
import { words } from "./worth.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{ place: string, kind: string, worth?: Worth }} Target */

const OVERLAYS = ["arrows overlay", "line", "targets", "trace", "hint", "own"];

// The hue of an arrow, by what its move is worth.
const HUES = { win: "green", loss: "red", draw: "yellow", value: "blue" };

// The largest ring.
const WIDEST = 44;

export class Marks {
  constructor(/** @type {Scene} */ scene) {
    this.scene = scene;
  }

  get geometry() {
    return this.scene.geometry;
  }

  // A layer of the picture, above its pieces.
  /** @param {string} name */
  layer(name) {
    const { svg } = this.scene;
    if (!svg?.querySelector(`:scope > .${name}`)) svg?.append(...OVERLAYS.map((one) => draw("g", { class: `page ${one}` })));
    return /** @type {SVGGElement} */ (svg?.querySelector(`:scope > .${name}`));
  }

  clear(name = "trace") {
    this.layer(name).replaceChildren();
  }

  // What kind of place can be chosen: a piece that may move, one that would be captured, an edge, a sheet, or another.
  /** @param {string} place @param {boolean} isEnd Whether a move ends there. */
  kind(place, isEnd) {
    const piece = this.geometry.piece(place);
    if (this.geometry.place(place)?.matches(".slot")) return "edge";
    const stands = piece?.dataset.piece && !piece.matches(".card, .hole");
    if (piece && stands) return isEnd ? "over" : "mover";
    if (!piece || piece.matches(".hole")) return "dot";
    return piece.matches(".card") ? "sheet" : "dot";
  }

  // Shows rings around places, and targets.
  /** @param {Target[]} targets @param {[place: string, kind: string][]} rings */
  show(targets, rings) {
    const all = [
      ...rings.map(([place, kind]) => ({ key: `${kind} ${place}`, create: () => this.#ring(place, kind) })),
      ...targets.map((target) => ({ key: `${target.kind} ${target.place} ${target.worth ?? ""}`, create: () => this.#target(target) })),
    ];
    reconcile(this.layer("targets"), all, ({ key }) => key, ({ create }) => create());
  }

  /** @param {Target} target */
  #target({ place, kind, worth }) {
    const { x, y, room } = this.geometry.centre(place);
    const group = draw("g", { class: `target ${kind}`, "data-place": place });
    const circle = (/** @type {string} */ name, /** @type {number} */ r) => draw("circle", { class: name, cx: x, cy: y, r });
    const box = this.geometry.around(place);
    if (kind === "edge") group.append(circle("reach", 13), draw("rect", { ...box, rx: 3 }));
    else if (kind === "sheet") {
      const card = /** @type {any} */ (this.geometry.piece(place)?.querySelector("rect:not(.shadow)"));
      group.append(draw("rect", { class: "glow", ...this.geometry.box(card), rx: 10 }));
    } else if (kind === "dot") group.append(circle("reach", room), circle("spot", 0.26 * room));
    else group.append(circle("ring", Math.min(kind === "over" ? 42 : 46, room)));
    if (worth) this.#badge(group, worth, { x, y, room });
    return group;
  }

  // What a move is worth, at the foot of its place.
  /** @param {SVGElement} group @param {Worth} worth @param {Spot} spot */
  #badge(group, worth, { x, y, room }) {
    const { sign, size, text: said, kind } = words(worth);
    const text = kind === "unclear" ? said : `${sign}${size}`;
    const width = 16 + 12 * text.length;
    const badge = draw("g", { class: `badge worth-${kind}`, transform: `translate(${x} ${y + Math.max(0.62 * room, 18)})` });
    badge.append(draw("rect", { x: -width / 2, y: -15, width, height: 30, rx: 10 }), draw("text", { y: 8 }, text));
    group.append(badge);
  }

  // A ring around a place; around a piece it is close to it, so that what is written beside it can be read.
  /** @param {string} place @param {string} kind */
  #ring(place, kind) {
    const piece = kind === "cursor" ? null : this.geometry.piece(place)?.querySelector("circle:not(.shadow)");
    const { x, y, room } = piece ? middle(this.geometry.box(/** @type {any} */ (piece))) : this.geometry.centre(place);
    return draw("g", { class: kind, "data-at": place }, draw("circle", { cx: x, cy: y, r: Math.min(WIDEST, piece ? room + 7 : room) }));
  }

  // Adds a ring that stays until the next change.
  /** @param {string} place @param {string} kind */
  ring(place, kind) {
    if (this.geometry.place(place)) this.layer("targets").append(this.#ring(place, kind));
  }

  // Takes all rings of a kind away.
  /** @param {string} kind */
  unring(kind) {
    for (const old of this.layer("targets").querySelectorAll(`.${kind}`)) old.remove();
  }

  // Draws a line through the places that decided the game, if they lie in one.
  /** @param {string[]} places */
  line(places) {
    const points = places.map((place) => this.geometry.centre(place)).sort((a, b) => a.x - b.x || a.y - b.y);
    const [a, b] = [points[0], points.at(-1)];
    if (points.length < 3 || !a || !b) return;
    const aside = (/** @type {XY} */ { x, y }) => Math.abs((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / Math.hypot(b.x - a.x, b.y - a.y);
    if (points.some((point) => aside(point) > 5)) return;
    this.layer("line").append(draw("g", { class: "winning" }, draw("path", { pathLength: 1, d: `M${a.x} ${a.y}L${b.x} ${b.y}` })));
  }

  // An arrow of one's own, or a ring; takes it away if it is there.
  /** @param {string} from @param {string} to */
  arrow(from, to) {
    const own = this.layer("own");
    const same = [...own.children].find((one) => one.getAttribute("data-way") === `${from} ${to}`);
    if (same) return same.remove();
    const [a, b] = [from, to].map((place) => this.geometry.centre(place));
    const group = draw("g", { "data-way": `${from} ${to}` });
    if (from === to) group.append(draw("circle", { cx: a.x, cy: a.y, r: Math.min(WIDEST, a.room) }));
    else {
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const turned = `translate(${a.x} ${a.y}) rotate(${(Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI})`;
      group.append(draw("path", { d: `M0 0H${length - 20}m0 -12l20 12l-20 12z`, transform: turned }));
    }
    own.append(group);
  }

  // Draws a way with its steps.
  /** @param {string[]} route @param {string} [layer] */
  way(route, layer = "trace") {
    if (route.length < 2 || !route.every((name) => this.geometry.place(name))) return;
    const trace = this.layer(layer);
    for (const points of this.geometry.lines(route)) {
      trace.append(draw("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
    }
    route.slice(1, -1).forEach((name, i) => {
      const { x, y } = this.geometry.centre(name);
      trace.append(draw("g", { class: "step" }, [draw("circle", { cx: x, cy: y, r: 15 }), draw("text", { x, y: y + 8 }, String(i + 1))]));
    });
  }

  // Shows the first moves of lines as arrows, in the hues of what they are worth; of what is put on the board the end of its
  // way.
  /** @param {Line[]} lines */
  arrows(lines) {
    const found = lines.flatMap(({ places, route, worth: [kind] }) => {
      const way = (places?.length === 1 ? route?.slice(-2) : route)?.filter((name) => this.geometry.place(name)) ?? [];
      return way.length > 0 ? [draw("g", { class: `arrow hue-${HUES[kind]}` }, this.#arrow(way))] : [];
    });
    this.layer("arrows").replaceChildren(...found.reverse());
  }

  // An arrow; a ring if there is only one place.
  /** @param {string[]} way */
  #arrow(way) {
    const strokes = ["halo", "mark"];
    if (way.length === 1) {
      const { x, y, room } = this.geometry.centre(way[0]);
      return strokes.map((name) => draw("circle", { class: name, cx: x, cy: y, r: Math.min(WIDEST, room) }));
    }
    const { path, tip, angle } = this.geometry.shaft(way, 14);
    const head = { d: "M0 0l-17 9v-18z", transform: `translate(${tip.x} ${tip.y}) rotate(${angle})` };
    return [
      draw("path", { class: "halo", ...head }),
      ...strokes.map((name) => draw("path", { class: name, d: path })),
      draw("path", { class: "head", fill: "currentColor", ...head }),
    ];
  }

  // Shows which target is pointed at.
  /** @param {string | null} place */
  point(place) {
    for (const one of this.layer("targets").querySelectorAll(".target")) {
      one.classList.toggle("hovered", one.getAttribute("data-place") === place);
    }
  }
}
