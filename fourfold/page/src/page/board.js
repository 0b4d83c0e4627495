// The picture of a position, on which a move is made by pointing at its places one by one.

import { Choice } from "./choice.js";
import { $, all, button, capital, draw, make, renew } from "./dom.js";
import { Geometry, placeUnder } from "./geometry.js";
import { best, words } from "./worth.js";

// How far a pointer goes before it drags, in pixels.
const DRAG = 6;

class Board {
  element = $("board");
  on = null; // What is done with moves that are made here.
  choice = new Choice([]); // The move that is being made.
  at = null; // The place that is pointed at.
  edit = null; // What is done with places and keys while a position is put together.
  worth = new Map();
  trays = [];
  seats = [];
  decisive = [];
  down = null; // Where a pointer went down, and what it drags.
  svg; geometry; targets; trace; own; drawing;

  constructor() {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.release(event));
    element.addEventListener("pointercancel", () => this.drop());
    // A finger leaves with every tap; what it pointed at stays.
    element.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.hover(null));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("blur", () => this.hover(null));
    element.addEventListener("contextmenu", (event) => this.svg && event.preventDefault());
  }

  // Shows a picture with the moves that can be made.
  show({ svg, trays = [], decisive = [], seats = [] }, legal, label) {
    this.drop();
    this.element.innerHTML = svg;
    this.svg = this.element.querySelector("svg");
    for (const name of ["role", "width", "height"]) this.svg.removeAttribute(name);
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.querySelector("title").remove();
    this.element.setAttribute("aria-label", label);
    this.geometry = new Geometry(this.svg);
    const { width, height } = this.svg.viewBox.baseVal;
    this.element.style.setProperty("--ratio", String(width / height));
    Object.assign(this, { choice: new Choice(legal, trays), trays, seats, decisive, worth: new Map() });
    for (const name of ["targets", "trace", "own"]) this[name] = this.svg.appendChild(draw("g", { class: name }));
    this.svg.classList.toggle("decided", decisive.length > 0);
    for (const place of decisive) this.geometry.piece(place)?.classList.add("won");
    this.mark();
  }

  // Chooses a place; gives up what was chosen if another move begins there.
  point(place, came = "move") {
    const { choice } = this;
    if (choice.options().has(place)) {
      choice.add(place);
      if (choice.open().length === 1 && choice.complete) return this.on.play(choice.complete, came);
    } else if (place === choice.places.at(-1)) {
      if (choice.complete) return this.on.play(choice.complete, came);
      if (choice.isBegun) choice.back();
    } else {
      const { places, isBegun } = choice;
      choice.giveUp();
      if (isBegun && choice.begins(place)) return choice.given.includes(place) ? this.step() : this.point(place);
      if (choice.legal.length > 0) this.refuse([...places, place]);
    }
    this.step();
  }

  refuse(places) {
    const piece = this.geometry.piece(places.at(-1)) ?? this.geometry.place(places.at(-1));
    piece?.classList.add("refused");
    setTimeout(() => piece?.classList.remove("refused"), 400);
    this.on.refused(places);
  }

  // Points a move out.
  suggest([, places, route = places]) {
    const place = this.choice.next(places);
    if (this.geometry.place(place)) this.ring(place, "chosen");
    else all("[data-choice]").find(({ dataset }) => dataset.choice === place)?.focus();
    this.draw(route);
  }

  // Takes the last step of a move back that is being made; says whether there was one.
  stepBack() {
    const { isBegun } = this.choice;
    if (isBegun) this.choice.back();
    this.step();
    return isBegun;
  }

  // Goes on with a move that was begun before.
  resume(chosen) {
    const { choice } = this;
    chosen.forEach((place, i) => {
      if (choice.places[i] !== place && choice.options().has(place)) choice.add(place);
    });
    this.mark();
  }

  step() {
    this.mark();
    this.on.stepped(this.choice.isBegun ? this.choice.places : []);
  }

  // Shows what can be chosen: marks on the board, and buttons for what is not on it.
  mark() {
    this.targets.replaceChildren();
    this.trace.replaceChildren();
    for (const place of this.decisive) this.ring(place, "winning");
    for (const place of this.choice.places) this.ring(place, "chosen");
    if (this.element.matches(":focus-visible")) this.cursor(this.at);
    const options = this.choice.options();
    const others = [];
    for (const [place, moves] of options) {
      const worth = best(moves.map(([move]) => this.worth.get(move)));
      if (this.geometry.place(place)) this.target(place, moves, worth);
      else if (!this.choice.items.includes(place)) {
        const label = worth ? `${capital(place)} (${worth.join(" ")})` : capital(place);
        others.push(button(label, () => this.point(place), { data: { choice: place } }));
      }
    }
    const done = this.choice.complete;
    if (done) others.push(button(`Stop here: ${done}`, () => this.on.play(done)));
    renew($("choices"), others);
    this.showTrays(options);
    if (this.at && document.activeElement === this.element) this.hover(this.at);
  }

  // What lies beside the board, as buttons if it can be chosen.
  showTrays(options) {
    const rows = this.trays.filter(({ items }) => items.length > 0).map(({ caption, items }) => {
      const title = make("p", capital(caption), { className: "small" });
      return make("div", [title, ...items.map((item) => this.item(item, options))], { className: "row" });
    });
    renew($("supply"), rows);
    $("supply").hidden = rows.length === 0;
  }

  item({ place, svg, count, scale }, options) {
    const words = /^[a-z ]+$/.test(place) ? capital(place) : "";
    const many = count > 1 ? `${count}` : "";
    const isChosen = this.choice.places.includes(place);
    const item = button("", () => this.point(place), {
      className: "item",
      disabled: !options.has(place) && !isChosen,
      data: { scale, choice: place },
      innerHTML: svg,
      ariaPressed: String(isChosen),
    });
    item.append(words, make("small", many));
    if (!words) item.setAttribute("aria-label", [place, many].filter(Boolean).join(", "));
    return item;
  }

  // A mark on a place that can be chosen: none on a piece that may move, a ring around one that would be
  // captured, an edge that is seen when it is pointed at, a dot on all else.
  target(place, moves, worth) {
    const found = this.geometry.place(place);
    const piece = this.geometry.piece(place);
    const isOver = piece?.dataset.piece && !piece.matches(".card, .hole");
    const onPiece = piece && !this.choice.ending(moves) ? "mover" : isOver ? "over" : "dot";
    const kind = found.matches(".slot") ? "edge" : onPiece;
    const { x, y, room } = this.geometry.centre(place);
    const radius = { edge: 0, mover: Math.min(46, room), over: Math.min(42, room), dot: Math.min(10, room / 2) }[kind];
    const corner = kind === "dot" && piece && !piece.matches(".hole") ? 0.62 * room : 0;
    const group = draw("g", { class: `target ${kind}`, "data-place": place });
    group.append(draw("circle", { cx: x + corner, cy: y - corner, r: radius }));
    if (kind === "edge") group.append(draw("rect", { ...this.geometry.box(found), rx: 3 }));
    if (worth) this.badge(group, worth, { x, y, room, isCard: corner > 0 });
    this.targets.append(group);
  }

  // What a move is worth, beside its mark; on a card in the corner that nothing is printed in.
  badge(group, worth, { x, y, room, isCard }) {
    const { sign, kind } = words(worth);
    if (sign === "~") return;
    const text = `${sign}${worth[1] || ""}`;
    const width = 14 + 13 * text.length;
    const left = isCard ? width / 2 - room : 0;
    const badge = draw("g", { class: `badge worth-${kind}`, transform: `translate(${x + left} ${y + 0.6 * room})` });
    badge.append(draw("rect", { x: -width / 2, y: -15, width, height: 30, rx: 7 }), draw("text", { y: 8 }, text));
    group.append(badge);
  }

  ring(place, kind) {
    if (!this.geometry.place(place)) return;
    // Around a piece it is close to it, so that what is written beside it can be read.
    const piece = kind === "cursor" ? null : this.geometry.piece(place)?.querySelector("circle:not(.shadow)");
    const { x, y, room } = piece ? this.geometry.middle(piece) : this.geometry.centre(place);
    this.targets.append(draw("g", { class: kind }, draw("circle", { cx: x, cy: y, r: Math.min(44, piece ? room + 6 : room) })));
  }

  // An arrow of one's own, or a ring; takes it away if it is there.
  arrow(from, to) {
    const same = [...this.own.children].find(({ dataset }) => dataset.way === `${from} ${to}`);
    if (same) return same.remove();
    const [a, b] = [from, to].map((place) => this.geometry.centre(place));
    const group = draw("g", { "data-way": `${from} ${to}` });
    if (from === to) group.append(draw("circle", { cx: a.x, cy: a.y, r: Math.min(44, a.room) }));
    else {
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const turned = `translate(${a.x} ${a.y}) rotate(${(Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI})`;
      group.append(draw("path", { d: `M0 0H${length - 20}m0 -12l20 12l-20 12z`, transform: turned }));
    }
    this.own.append(group);
  }

  // Where an event is: the place under the pointer, or the nearest edge that can be chosen.
  where(event) {
    const under = placeUnder(event);
    if (this.edit || !this.svg) return under;
    const options = this.choice.options();
    if (under && options.has(under) && !this.geometry.place(under)?.matches(".slot")) return under;
    const edges = [...options.keys()].filter((place) => this.geometry.place(place)?.matches(".slot"));
    const near = edges.length > 0 && this.geometry.nearest(edges, event);
    return near || this.column(under, options) || under;
  }

  // The only place where what is put comes to rest on its way over a place.
  column(place, options) {
    const isOver = ([, places, route]) => places.length === 1 && route?.includes(place);
    const over = [...options].filter(([, moves]) => moves.some(isOver));
    return over.length === 1 ? over[0][0] : null;
  }

  press(event) {
    if (event.button === 2) this.drawing = placeUnder(event);
    if (event.button) return;
    this.own?.replaceChildren();
    const place = this.where(event);
    this.down = place && { place, clientX: event.clientX, clientY: event.clientY };
    if (!place) return;
    if (this.edit) return this.edit.put(place);
    const isEdge = this.geometry.place(place)?.matches(".slot");
    if (isEdge && event.pointerType === "touch" && this.at !== place) return this.hover(place);
    const { choice } = this;
    const can = choice.options().has(place) || choice.places.includes(place);
    if (can && !choice.ending(choice.open([...choice.places, place]))) this.down.piece = this.geometry.piece(place);
    this.at = place;
    this.point(place);
  }

  move(event) {
    const { down } = this;
    if (!down?.piece) return event.pointerType === "touch" || this.edit ? undefined : this.hover(this.where(event));
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > DRAG;
    if (!down.dragged && !far) return;
    down.dragged = true;
    this.element.setPointerCapture(event.pointerId);
    down.piece.classList.add("dragged");
    down.piece.parentElement.append(down.piece);
    const [from, to] = [down, event].map((one) => this.geometry.point(one));
    down.piece.style.translate = `${to.x - from.x}px ${to.y - from.y}px`;
    this.hover(this.where(event));
  }

  release(event) {
    const { down, drawing } = this;
    if (event.button === 2) {
      const to = placeUnder(event);
      if (drawing && to && this.svg) this.arrow(drawing, to);
      return;
    }
    const dragged = down?.dragged;
    const place = dragged ? this.where(event) : null;
    this.drop();
    if (!dragged || place === down.place) return;
    if (place && this.choice.options().has(place)) this.point(place, "dragged");
    else if (place) this.refuse([...this.choice.places, place]);
  }

  drop() {
    const piece = this.down?.piece;
    piece?.classList.remove("dragged");
    if (piece) piece.style.translate = "";
    this.down = null;
  }

  // Shows where a move would go.
  hover(place) {
    if (!this.trace) return;
    this.trace.replaceChildren();
    for (const one of this.targets.querySelectorAll(".hovered")) one.classList.remove("hovered");
    this.at = place;
    const moves = place && this.choice.options().get(place);
    if (!moves) return;
    this.targets.querySelector(`.target[data-place="${CSS.escape(place)}"]`)?.classList.add("hovered");
    const [, places = [...this.choice.places, place], route = places] = this.choice.ending(moves) ?? [];
    if (this.geometry.place(place)) this.draw(route);
  }

  // Draws a way with its steps.
  draw(route) {
    if (route.length < 2 || !route.every((name) => this.geometry.place(name))) return;
    for (const points of this.geometry.lines(route)) {
      this.trace.append(draw("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
    }
    route.slice(1, -1).forEach((name, i) => {
      const { x, y } = this.geometry.centre(name);
      const shapes = [draw("circle", { cx: x, cy: y, r: 15 }), draw("text", { x, y: y + 8 }, String(i + 1))];
      this.trace.append(draw("g", { class: "step" }, shapes));
    });
  }

  // Goes over the board by arrows, and chooses by Enter.
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey || !this.svg) return;
    if (steps[event.key]) {
      this.hover(this.geometry.beside(this.at, steps[event.key], [...this.choice.options().keys()]));
      this.cursor(this.at);
      $("said").textContent = this.describe(this.at);
    } else if (event.key === "Enter" || event.key === " ") {
      // A key that is held chooses once.
      const choose = this.edit ? this.edit.put : (place) => this.point(place);
      if (this.at && !event.repeat) choose(this.at);
    } else if (event.key === "Escape") {
      this.stepBack();
    } else if (!this.edit?.press(event, this.at)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  cursor(place) {
    for (const old of this.targets.querySelectorAll(".cursor")) old.remove();
    if (place) this.ring(place, "cursor");
  }

  // A place in words.
  describe(place) {
    const moves = this.choice.options().get(place);
    const worth = best((moves ?? []).map(([move]) => this.worth.get(move)));
    const kind = moves && (this.choice.isBegun ? "target" : "can be chosen");
    const chosen = this.choice.places.includes(place) && "chosen";
    // Pieces are letters; the first one is often that of a player.
    const pieces = this.geometry.pieces(place).flatMap(({ dataset: { piece: letters } }) => {
      const owner = this.seats.find(({ name }) => name[0] === letters?.[0]);
      return owner ? `${owner.name} ${letters.slice(1)}`.trim() : letters || [];
    });
    const on = pieces.join(" and ") || "empty";
    return [place, on, chosen, kind, worth?.join(" in ")].filter(Boolean).join(", ");
  }

  // The picture as a file of its own.
  picture() {
    const copy = /** @type {Element} */ (this.svg.cloneNode(true));
    for (const one of copy.querySelectorAll(".targets, .trace")) one.remove();
    copy.setAttribute("data-game", $("play").dataset.game);
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    copy.prepend(draw("style", {}, rules.map(({ cssText }) => cssText).join("")));
    return new XMLSerializer().serializeToString(copy);
  }

  // Arrows that the engine drew.
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

export const board = new Board();
