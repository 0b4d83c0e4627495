// The picture of a position, on which a move is made by pointing at its places one by one.

const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  // `play` is called with a move that was made, `stepped` with the places chosen of one that is not
  // complete.
  constructor(element, choices, play, stepped) {
    Object.assign(this, { element, choices, play, stepped, legal: [], chosen: [], worth: new Map() });
    element.addEventListener("pointerdown", (event) => {
      this.down = placeOf(event.target);
      if (this.down) (this.edit ?? ((place) => this.point(place)))(this.down);
    });
    element.addEventListener("pointerup", (event) => {
      if (this.edit) return;
      const place = placeOf(document.elementFromPoint(event.clientX, event.clientY));
      if (place && place !== this.down && this.options().has(place)) this.point(place);
    });
  }

  // Shows a picture; `came` is the list of places of the move that led to it, if one just did, and
  // `ways` are lines over the board. If `edit` is set it is called with each place pointed at.
  show(svg, legal, came, ways = "") {
    const from = came?.length > 1 && this.centre(came[0]);
    this.element.innerHTML = svg;
    this.svg = this.element.querySelector("svg");
    // A group, as a screen reader passes over what is in an image.
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", this.svg.querySelector("desc").textContent);
    this.svg.querySelector("title").remove();
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.legal = legal;
    this.worth = new Map();
    this.chosen = this.given();
    this.svg.querySelector(".overlay").before(draw("g", { class: "ways" }));
    this.svg.querySelector(".ways").innerHTML = ways;
    this.targets = this.svg.appendChild(draw("g", {}));
    this.mark();
    if (from && !calm.matches) this.slide(from, came.at(-1));
  }

  // The places that all moves begin with.
  given() {
    if (this.legal.length === 0) return [];
    const [first, ...others] = this.legal.map(([, places]) => places);
    const shared = first.findIndex((place, i) => others.some((other) => other[i] !== place));
    const length = shared < 0 ? first.length - 1 : shared;
    const shortest = Math.min(...this.legal.map(([, places]) => places.length));
    return first.slice(0, Math.min(length, shortest - 1));
  }

  // The moves that go on from what is chosen.
  open(chosen = this.chosen) {
    return this.legal.filter(([, places]) => chosen.every((place, i) => places[i] === place));
  }

  // The places that can be chosen next, each with the moves that it leads to.
  options() {
    const options = new Map();
    for (const move of this.open()) {
      const place = move[1][this.chosen.length];
      if (place) options.set(place, [...(options.get(place) ?? []), move]);
    }
    return options;
  }

  // The move that is complete as it is chosen, though another may go on.
  complete() {
    return this.open().find(([, places]) => places.length === this.chosen.length)?.[0];
  }

  point(place) {
    if (this.options().has(place)) {
      this.chosen.push(place);
      const open = this.open();
      if (open.length === 1 && this.complete()) return this.play(this.complete());
    } else if (place === this.chosen.at(-1)) {
      if (this.complete()) return this.play(this.complete());
      this.stepBack();
    } else {
      const given = this.given();
      if (this.chosen.length <= given.length) return;
      this.chosen = given;
      if (this.options().has(place)) return this.point(place);
    }
    this.step();
  }

  // Takes the last step of a move back that is being made; says whether there was one.
  stepBack() {
    const can = this.chosen.length > this.given().length;
    if (can) this.chosen.pop();
    this.step();
    return can;
  }

  // Goes on with a move that was begun before.
  resume(chosen) {
    for (const place of chosen.slice(this.chosen.length)) {
      if (this.options().has(place)) this.chosen.push(place);
    }
    this.mark();
  }

  // Shows what can be chosen after a step, and tells of it.
  step() {
    this.mark();
    this.stepped(this.chosen.length > this.given().length ? this.chosen : []);
  }

  // Shows what can be chosen: rings on the board, and buttons for what is not on it.
  mark() {
    const focused = this.targets.contains(document.activeElement) && placeOf(document.activeElement);
    this.targets.replaceChildren();
    this.choices.replaceChildren();
    for (const place of this.chosen) this.ring(place, "chosen");
    const most = best([...this.worth.values()]);
    this.svg.classList.toggle("many", this.options().size > 16);
    for (const [place, moves] of this.options()) {
      const worth = best(moves.map(([move]) => this.worth.get(move)));
      const spot = this.ring(place, `target ${worth ? `worth-${worth[0]}` : ""} ${worth && size(worth) === size(most) ? "most" : ""}`);
      if (!spot) {
        this.button(place, () => this.point(place));
        continue;
      }
      spot.dataset.place = place;
      spot.setAttribute("tabindex", "0");
      if (place === focused) setTimeout(() => spot.isConnected && spot.focus());
      spot.setAttribute("role", "button");
      const there = this.piecesOn(place);
      spot.setAttribute("aria-label", [place, there, worth?.join(" ")].filter(Boolean).join(", "));
      spot.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          this.point(place);
        }
      });
      if (worth?.length > 1 && /win|loss/.test(worth[0])) this.write(spot, worth[1]);
    }
    const done = this.complete();
    if (done) this.button(`Play ${done}`, () => this.play(done));
  }

  button(text, action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", action);
    this.choices.append(button);
  }

  // Draws a dot on a place, or a ring around what stands on it; null if it is not in the picture.
  ring(place, kind) {
    const centre = this.centre(place);
    if (!centre) return null;
    const name = CSS.escape(place);
    const over = this.svg.querySelector(`.piece:not(.hole, .line, .down)[data-place="${name}"], .item[data-place="${name}"]`);
    const wide = kind === "chosen" || over;
    const group = draw("g", { class: over ? `${kind} over` : kind });
    const r = Math.min(wide ? 46 : 15, centre.room);
    group.append(draw("circle", { cx: centre.x, cy: centre.y, r }));
    return this.targets.appendChild(group);
  }

  // Writes a number into a dot, or beside a ring.
  write(group, text) {
    const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(group.firstChild.getAttribute(name)));
    const away = group.classList.contains("over") ? 0.72 * r : 0;
    const badge = draw("g", { class: "badge" });
    badge.append(draw("circle", { cx: x + away, cy: y - away, r: 17 }));
    const label = draw("text", { x: x + away, y: y - away + 8 });
    label.textContent = text;
    badge.append(label);
    group.append(badge);
  }

  // The middle of a place in the units of the picture, and how much room there is.
  centre(place) {
    const found = this.svg?.querySelector(`[data-place="${CSS.escape(place)}"]`);
    if (!found) return null;
    const box = (found.matches(".item") ? found.firstElementChild : found).getBBox();
    const matrix = this.svg.getScreenCTM().inverse().multiply(found.getScreenCTM());
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const { x, y } = middle.matrixTransform(matrix);
    const side = Math.min(box.width, box.height) * matrix.a;
    return { x, y, room: Math.max(side / 2, 13) };
  }

  // What stands on a place, in words.
  piecesOn(place) {
    const pieces = this.svg.querySelectorAll(`.piece[data-place="${CSS.escape(place)}"]`);
    return [...pieces].map((piece) => piece.dataset.piece).filter(Boolean).join(" and ");
  }

  // Draws a ring on a place alone, if there is one.
  pointOut(place) {
    this.targets.replaceChildren();
    if (place) this.ring(place, "chosen");
  }

  // The nearest place in a direction; without a place to go from, the first one.
  beside(place, [right, down]) {
    const names = [...this.svg.querySelectorAll("[data-place]")].map((one) => one.dataset.place);
    const from = place && this.centre(place);
    if (!from) return names[0];
    let nearest = place;
    let least = Infinity;
    for (const name of names) {
      const { x, y } = this.centre(name);
      const along = (x - from.x) * right + (y - from.y) * down;
      const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right);
      if (along > 1 && aside <= along && along + 3 * aside < least) {
        [nearest, least] = [name, along + 3 * aside];
      }
    }
    return nearest;
  }

  // Has the piece that moved come from where it was.
  slide(from, place) {
    const to = this.centre(place);
    const pieces = this.svg.querySelectorAll(`.piece[data-place="${CSS.escape(place)}"]`);
    const piece = [...pieces].at(-1);
    if (!to || !piece?.animate) return;
    const away = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    const frames = [{ transform: away }, { transform: "translate(0px, 0px)" }];
    piece.animate(frames, { duration: 180, easing: "ease-out", composite: "add" });
  }

  // Arrows that the server drew.
  overlay(text) {
    const overlay = this.svg?.querySelector(".overlay");
    if (overlay) overlay.innerHTML = text;
  }

  // What moves are worth, by move.
  judge(worth) {
    this.worth = worth;
    this.mark();
  }
}

function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
}

function placeOf(element) {
  return element?.closest?.("[data-place]")?.dataset.place;
}

// The best of several worths; undefined if none is known.
function best(worths) {
  return worths.filter(Boolean).sort((a, b) => size(b) - size(a))[0];
}

// A number that is the larger the better a worth is.
export function size([kind, value]) {
  const far = 1e6; // A distance that is not known.
  if (kind === "win") return 1e9 - (value ?? far);
  if (kind === "loss") return (value ?? far) - 1e9;
  return value;
}

// The chance of a worth, from 0 to 1; `scale` is the value that multiplies the odds by e.
export function chance([kind, value], scale) {
  if (kind === "win") return 1;
  if (kind === "loss") return 0;
  return 1 / (1 + Math.exp(-value / scale));
}
