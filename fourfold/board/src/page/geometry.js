// Where things are in the picture of a board.

export function placeOf(element) {
  return element?.closest?.("[data-place]")?.dataset.place;
}

// How far squares are apart in the units of a picture.
const SQUARE = 100;

export class Geometry {
  svg; centres; ratio;

  constructor(svg) {
    this.svg = svg;
    this.centres = new Map();
    const { width, height } = svg.viewBox.baseVal;
    this.ratio = width / height;
  }

  // What is drawn at a place, the square rather than what stands on it.
  place(name) {
    return this.svg?.querySelector(`[data-place="${CSS.escape(name)}"]`);
  }

  pieces(name) {
    return [...this.svg.querySelectorAll(`.pieces .piece[data-place="${CSS.escape(name)}"]`)];
  }

  // What lies uppermost at a place.
  piece(name) {
    return this.pieces(name).at(-1);
  }

  // What stands on a place, in words.
  piecesOn(name) {
    return this.pieces(name).map((piece) => piece.dataset.piece).filter(Boolean).join(" and ");
  }

  // The middle of a place in the units of the picture, and how far it reaches.
  centre(name) {
    let found = this.centres.get(name);
    if (!found) this.centres.set(name, (found = this.measure(this.place(name))));
    return found;
  }

  measure(element) {
    if (!element) return null;
    const box = element.getBBox();
    const matrix = this.svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
    const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
    return { x, y, room: Math.max((Math.min(box.width, box.height) * matrix.a) / 2, 13) };
  }

  // The rectangle around a place.
  box(name) {
    const element = this.place(name);
    const { x, y, width, height } = element.getBBox();
    const matrix = this.svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
    const [a, b] = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)].map((point) => point.matrixTransform(matrix));
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(b.x - a.x), height: Math.abs(b.y - a.y) };
  }

  // A point of the screen in the units of the picture.
  point({ x, y }) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // How far an event is from a point of the screen, in the units of the picture.
  moved(from, event) {
    const [before, now] = [this.point(from), this.point({ x: event.clientX, y: event.clientY })];
    return { x: now.x - before.x, y: now.y - before.y };
  }

  // The nearest of several places, if it is near.
  nearest(names, event) {
    const { x, y } = this.point({ x: event.clientX, y: event.clientY });
    const away = (name) => Math.hypot(this.centre(name).x - x, this.centre(name).y - y);
    const [found] = names.map((name) => [away(name), name]).sort(([a], [b]) => a - b)[0];
    return found < 0.45 * SQUARE ? names.find((name) => away(name) === found) : null;
  }

  // The nearest place in a direction; without a place to go from, the first one.
  beside(place, [right, down]) {
    const names = [...this.svg.querySelectorAll(".squares [data-place], .pieces .piece[data-place]")].map((one) => one.dataset.place);
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

  // The lines through places; one that leaves the board on one side goes on from the other.
  lines(route) {
    const points = route.map((name) => this.centre(name)).filter(Boolean);
    const lines = [points.slice(0, 1)];
    for (let i = 1; i < points.length; i += 1) {
      const out = this.wrap(points[i - 1], points[i]);
      if (out) {
        lines.at(-1).push(out[0]);
        lines.push([out[1]]);
      }
      lines.at(-1).push(points[i]);
    }
    return lines;
  }

  // Where a step leaves the board and comes in again, if its squares are on opposite sides.
  wrap(from, to) {
    const { width, height } = this.svg.viewBox.baseVal;
    const [x, y] = [to.x - from.x, to.y - from.y];
    const across = (d, side) => Math.abs(d) > 1.5 * SQUARE && Math.abs(d) > 0.6 * side;
    if (!this.svg.classList.contains("joined") || !(across(x, width) || across(y, height))) return null;
    const half = { x: across(x, width) ? -Math.sign(x) * 0.55 * SQUARE : 0, y: across(y, height) ? -Math.sign(y) * 0.55 * SQUARE : 0 };
    return [{ x: from.x + half.x, y: from.y + half.y }, { x: to.x - half.x, y: to.y - half.y }];
  }
}
