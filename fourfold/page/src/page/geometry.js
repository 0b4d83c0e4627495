// Where things are in the picture of a board.

// The place under a pointer.
/** @param {{ clientX: number, clientY: number }} event @returns {string | undefined} */
export function placeUnder({ clientX, clientY }) {
  const place = /** @type {any} */ (document.elementFromPoint(clientX, clientY)?.closest("[data-place]"));
  return place?.dataset.place;
}

// How far squares are apart in the units of a picture.
export const SQUARE = 100;

// How far a piece reaches from the middle of its place.
const PIECE = 32;

/** @typedef {XY & { width: number, height: number }} Box */

/** @param {Box} box @returns {Spot} */
export const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, room: Math.max(Math.min(width, height) / 2, 13) });

export class Geometry {
  /** @type {Map<string, Box>} */
  boxes = new Map();

  constructor(/** @type {SVGSVGElement} */ svg) {
    this.svg = svg;
  }

  // What is drawn at a place, the square rather than what stands on it.
  /** @param {string} name @returns {SVGGraphicsElement | null} */
  place(name) {
    return this.svg.querySelector(`[data-place="${CSS.escape(name)}"]`);
  }

  // What stands at a place, and not what fades away there.
  /** @param {string} name @returns {SVGGraphicsElement[]} */
  pieces(name) {
    return [.../** @type {NodeListOf<SVGGraphicsElement>} */ (this.svg.querySelectorAll(`.pieces .piece[data-place="${CSS.escape(name)}"]:not(.ghost)`))];
  }

  // What lies uppermost at a place.
  /** @param {string} name */
  piece(name) {
    return this.pieces(name).at(-1);
  }

  // The middle of a place in the units of the picture, and how far it reaches.
  /** @param {string} name */
  centre(name) {
    const box = this.around(name);
    return /** @type {Spot} */ (box && middle(box));
  }

  // The rectangle around a place, which stays where it is.
  /** @param {string} name */
  around(name) {
    const place = this.place(name);
    if (!this.boxes.has(name) && place) this.boxes.set(name, this.box(place));
    return /** @type {Box} */ (this.boxes.get(name));
  }

  // The rectangle around an element.
  /** @param {SVGGraphicsElement} element @returns {Box} */
  box(element) {
    const { x, y, width, height } = element.getBBox();
    const matrix = this.inverse().multiply(element.getScreenCTM() ?? new DOMMatrix());
    const [a, b] = [[x, y], [x + width, y + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
    const left = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) };
    return { ...left, width: Math.abs(b.x - a.x), height: Math.abs(b.y - a.y) };
  }

  // From the window to the units of the picture.
  inverse() {
    return (this.svg.getScreenCTM() ?? new DOMMatrix()).inverse();
  }

  // Where an event is in the units of the picture.
  /** @param {{ clientX: number, clientY: number }} event */
  point({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.inverse());
  }

  // The nearest of several places, if it is near.
  /** @param {string[]} names @param {PointerEvent} event @returns {string | undefined} */
  nearest(names, event) {
    const { x, y } = this.point(event);
    const away = (/** @type {string} */ name) => Math.hypot(this.centre(name).x - x, this.centre(name).y - y);
    return names.filter((name) => away(name) < 0.45 * SQUARE).sort((a, b) => away(a) - away(b))[0];
  }

  // The nearest place in a direction, also among others such as edges; without a place to go from, the first.
  /** @param {string | null} place @param {[number, number]} step @param {string[]} others */
  beside(place, [right, down], others) {
    /** @type {NodeListOf<SVGElement>} */
    const found = this.svg.querySelectorAll(".squares [data-place], .pieces .piece[data-place]");
    const names = [...[...found].map((one) => one.dataset.place ?? ""), ...others.filter((name) => this.place(name))];
    const from = place && this.centre(place);
    if (!from) return names[0];
    let nearest = place;
    let least = Infinity;
    for (const name of new Set(names)) {
      const { x, y } = this.centre(name);
      const along = (x - from.x) * right + (y - from.y) * down;
      const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right);
      if (along > 1 && aside <= along && along + 3 * aside < least) {
        [nearest, least] = [name, along + 3 * aside];
      }
    }
    return nearest;
  }

  // The path of an arrow through places, from the edge of the first piece to that of the last, up to its head; the point
  // where that ends, and how it is turned.
  /** @param {string[]} way @param {number} head */
  shaft(way, head) {
    const lines = this.lines(way);
    const [first, last] = [lines[0], /** @type {XY[]} */ (lines.at(-1))];
    const near = (/** @type {XY} */ from, /** @type {XY} */ to, /** @type {number} */ away) => {
      const part = Math.min(0.4, PIECE / (Math.hypot(to.x - from.x, to.y - from.y) || 1)) * away;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    };
    const [before, end] = last.slice(-2);
    const tip = near(end, before, 1);
    const start = near(first[0], first[1], 1);
    last[last.length - 1] = near(end, before, 1 + head / PIECE);
    first[0] = start;
    const path = lines.map((points) => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`).join("");
    return { path, tip, angle: (180 / Math.PI) * Math.atan2(end.y - before.y, end.x - before.x) };
  }

  // The lines through places; one that leaves the board on one side goes on from the other.
  /** @param {string[]} route @returns {XY[][]} */
  lines(route) {
    const points = route.map((name) => this.centre(name)).filter(Boolean);
    /** @type {XY[][]} */
    const lines = [points.slice(0, 1)];
    for (let i = 1; i < points.length; i += 1) {
      const out = this.wrap(points[i - 1], points[i]);
      if (out) {
        lines.at(-1)?.push(out[0]);
        lines.push([out[1]]);
      }
      lines.at(-1)?.push(points[i]);
    }
    return lines;
  }

  // Where a step leaves the board and comes in again, if its squares are on opposite sides.
  /** @param {XY} from @param {XY} to @returns {[XY, XY] | null} */
  wrap(from, to) {
    if (!this.svg.querySelector(".joined")) return null;
    const { width, height } = this.svg.viewBox.baseVal;
    const half = (/** @type {number} */ d, /** @type {number} */ side) => (Math.abs(d) > 1.5 * SQUARE && Math.abs(d) > 0.6 * side ? -Math.sign(d) * 0.55 * SQUARE : 0);
    const [x, y] = [half(to.x - from.x, width), half(to.y - from.y, height)];
    return x || y ? [{ x: from.x + x, y: from.y + y }, { x: to.x - x, y: to.y - y }] : null;
  }
}
