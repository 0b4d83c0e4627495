// The picture of a position, on which a move is made by pointing at its places one by one.

import { $, button, capital, draw } from "./dom.js";
import { Geometry, placeOf } from "./geometry.js";
import { best } from "./worth.js";

// How far a pointer goes before it drags, in pixels.
const DRAG = 6;

export class Board {
  element; on; legal; chosen; worth; at; edit; trays; supply; choices; svg; geometry; targets; trace; decisive; down;
  own; drawing; seats;

  // `on` has `play` for a move that was made, `stepped` for the places chosen of one that is not complete,
  // `refused` for places that are no move, and `said` for what a screen reader is to say.
  constructor(element, on) {
    Object.assign(this, { element, on, legal: [], chosen: [], worth: new Map(), at: null, edit: null });
    this.supply = $("supply");
    this.choices = $("choices");
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

  // Shows a picture with the moves that can be made, and `ways` as lines over the board. If `edit` is set it
  // is called with each place pointed at.
  show({ svg, trays = [], ways = "", decisive = [], seats = [] }, legal, label) {
    this.drop();
    this.element.innerHTML = svg;
    this.svg = this.element.querySelector("svg");
    for (const name of ["role", "width", "height"]) this.svg.removeAttribute(name);
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.querySelector("title").remove();
    this.element.setAttribute("aria-label", label);
    this.geometry = new Geometry(this.svg);
    this.element.style.setProperty("--ratio", this.geometry.ratio);
    Object.assign(this, { legal, trays, seats, worth: new Map() });
    this.chosen = this.given();
    const layer = draw("g", { class: "ways" });
    layer.innerHTML = ways;
    this.svg.querySelector(".overlay").before(layer);
    this.targets = this.svg.appendChild(draw("g", { class: "targets" }));
    this.trace = this.svg.appendChild(draw("g", { class: "trace" }));
    this.own = this.svg.appendChild(draw("g", { class: "own" }));
    this.svg.classList.toggle("decided", decisive.length > 0);
    for (const place of decisive) this.geometry.piece(place)?.classList.add("won");
    this.decisive = decisive;
    this.mark();
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

  // Chooses a place; gives up what was chosen if another move begins there.
  point(place, { came = "move" } = {}) {
    if (this.options().has(place)) {
      this.chosen.push(place);
      const open = this.open();
      if (open.length === 1 && this.complete()) return this.on.play(this.complete(), came);
    } else if (place === this.chosen.at(-1)) {
      if (this.complete()) return this.on.play(this.complete(), came);
      this.stepBack();
    } else {
      const given = this.given();
      const before = this.chosen;
      this.chosen = given;
      if (before.length > given.length && this.options().has(place)) return this.point(place);
      if (this.legal.length > 0) this.refuse([...before, place]);
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
    const place = places[Math.min(this.chosen.length, places.length - 1)];
    if (this.geometry.place(place)) this.ring(place, "chosen");
    else [...this.supply.querySelectorAll("button"), ...this.choices.children].find(({ dataset }) => dataset.choice === place)?.focus();
    this.draw(route);
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
    this.on.stepped(this.chosen.length > this.given().length ? this.chosen : []);
  }

  // Shows what can be chosen: marks on the board, and buttons for what is not on it.
  mark() {
    this.targets.replaceChildren();
    this.trace.replaceChildren();
    for (const place of this.decisive) this.ring(place, "winning");
    if (this.legal.length > 0) for (const place of this.chosen) this.ring(place, "chosen");
    if (this.element.matches(":focus-visible")) this.cursor(this.at);
    const options = this.options();
    const others = [];
    for (const [place, moves] of options) {
      const worth = best(moves.map(([move]) => this.worth.get(move)));
      if (this.geometry.place(place)) this.target(place, moves, worth);
      else if (!this.inTray(place)) others.push(this.choice(place, worth));
    }
    const done = this.complete();
    if (done) others.push(button(`Stop here: ${done}`, () => this.on.play(done)));
    this.choices.replaceChildren(...others);
    this.showTrays(options);
    if (this.at && document.activeElement === this.element) this.hover(this.at);
  }

  choice(place, worth) {
    const label = worth ? `${capital(place)} (${worth.join(" ")})` : capital(place);
    return button(label, () => this.point(place), { data: { choice: place } });
  }

  inTray(place) {
    return this.trays.some(({ items }) => items.some((item) => item.place === place));
  }

  // What lies beside the board, as buttons if it can be chosen.
  showTrays(options) {
    const rows = this.trays.filter(({ items }) => items.length > 0).map(({ caption, items }) => {
      const row = document.createElement("div");
      row.className = "tray";
      row.append(Object.assign(document.createElement("p"), { textContent: capital(caption), className: "small" }));
      row.append(...items.map((item) => this.item(item, options)));
      return row;
    });
    this.supply.replaceChildren(...rows);
    this.supply.hidden = rows.length === 0;
  }

  item({ place, svg, count, scale }, options) {
    const words = /^[a-z ]+$/.test(place) ? capital(place) : "";
    const item = button("", () => this.point(place), { className: "item", disabled: !options.has(place) && !this.chosen.includes(place) });
    item.innerHTML = svg;
    item.dataset.scale = scale;
    item.dataset.choice = place;
    item.append(words, Object.assign(document.createElement("small"), { textContent: count > 1 ? `${count}` : "" }));
    if (!words) item.setAttribute("aria-label", `${place}${count > 1 ? `, ${count}` : ""}`);
    item.setAttribute("aria-pressed", String(this.chosen.includes(place)));
    return item;
  }

  // A mark on a place that can be chosen: none on a piece that may move, a ring around one that would be
  // captured, an edge that is seen when it is pointed at, a dot on all else.
  target(place, moves, worth) {
    const found = this.geometry.place(place);
    const piece = this.geometry.piece(place);
    const last = moves.some(([, places]) => places.length === this.chosen.length + 1);
    const kind = found.matches(".slot") ? "edge" : piece && !last ? "mover" : piece?.dataset.piece && !piece.matches(".card, .hole") ? "over" : "dot";
    const { x, y, room } = this.geometry.centre(place);
    const radius = { edge: 0, mover: Math.min(46, room), over: Math.min(42, room), dot: Math.min(10, room / 2) }[kind];
    const corner = kind === "dot" && piece ? 0.62 * room : 0;
    const group = draw("g", { class: `target ${kind}`, "data-place": place });
    group.append(draw("circle", { cx: x + corner, cy: y - corner, r: radius }));
    if (kind === "edge") group.append(draw("rect", { ...this.geometry.box(found), rx: 3 }));
    if (worth) this.badge(group, worth, x, y, room);
    this.targets.append(group);
  }

  // What a move is worth, beside its mark.
  badge(group, [kind, value], x, y, room) {
    const text = { win: `+${value ?? ""}`, loss: `−${value ?? ""}`, draw: "=" }[kind] ?? "";
    if (!text) return;
    const width = 14 + 13 * text.length;
    const badge = draw("g", { class: `badge worth-${kind}`, transform: `translate(${x} ${y + 0.6 * room})` });
    badge.append(draw("rect", { x: -width / 2, y: -15, width, height: 30, rx: 7 }), draw("text", { y: 8 }, text));
    group.append(badge);
  }

  ring(place, kind) {
    if (!this.geometry.place(place)) return;
    // Around a piece it is close to it, so that what is written beside it can be read.
    const piece = kind === "cursor" ? null : this.geometry.piece(place)?.querySelector("circle");
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
    const under = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (this.edit || !this.svg) return under;
    const options = this.options();
    if (under && options.has(under) && !this.geometry.place(under)?.matches(".slot")) return under;
    const edges = [...options.keys()].filter((place) => this.geometry.place(place)?.matches(".slot"));
    const near = edges.length > 0 && this.geometry.nearest(edges, event);
    return near || this.column(under, options) || under;
  }

  // The only place where what is put comes to rest on its way over a place.
  column(place, options) {
    const over = [...options].filter(([, moves]) => moves.some(([, places, route]) => places.length === 1 && route?.includes(place)));
    return over.length === 1 ? over[0][0] : null;
  }

  press(event) {
    if (event.button === 2) this.drawing = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (event.button) return;
    this.own?.replaceChildren();
    const place = this.where(event);
    this.down = place && { place, clientX: event.clientX, clientY: event.clientY };
    if (!place) return;
    if (this.edit) return this.edit(place);
    const isEdge = this.geometry.place(place)?.matches(".slot");
    if (isEdge && event.pointerType === "touch" && this.at !== place) return this.hover(place);
    const piece = this.geometry.piece(place);
    const can = this.options().has(place) || this.chosen.includes(place);
    if (can && piece && !this.open([...this.chosen, place]).some(([, places]) => places.length === this.chosen.length + 1)) {
      this.down.piece = piece;
    }
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
      const to = placeOf(document.elementFromPoint(event.clientX, event.clientY));
      if (drawing && to && this.svg) this.arrow(drawing, to);
      return;
    }
    const dragged = down?.dragged;
    const place = dragged ? this.where(event) : null;
    this.drop();
    if (!dragged || place === down.place) return;
    if (place && this.options().has(place)) this.point(place, { came: "dragged" });
    else if (place) this.refuse([...this.chosen, place]);
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
    const moves = place && this.options().get(place);
    if (!moves) return;
    this.targets.querySelector(`.target[data-place="${CSS.escape(place)}"]`)?.classList.add("hovered");
    const ends = moves.find(([, places]) => places.length === this.chosen.length + 1);
    const way = ends ? ends[2] ?? ends[1] : [...this.chosen, place];
    if (this.geometry.place(place)) this.draw(way);
  }

  // Draws a way with its steps.
  draw(route) {
    if (route.length < 2 || !route.every((name) => this.geometry.place(name))) return;
    for (const points of this.geometry.lines(route)) {
      this.trace.append(draw("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
    }
    if (route.length > 2) route.slice(1, -1).forEach((name, i) => this.trace.append(this.stepMark(name, i + 1)));
  }

  stepMark(name, number) {
    const { x, y } = this.geometry.centre(name);
    const group = draw("g", { class: "step" });
    group.append(draw("circle", { cx: x, cy: y, r: 15 }), draw("text", { x, y: y + 8 }, String(number)));
    return group;
  }

  // Goes over the board by arrows, and chooses by Enter.
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey || !this.svg) return;
    if (steps[event.key]) {
      this.hover(this.geometry.beside(this.at, steps[event.key], [...this.options().keys()]));
      this.cursor(this.at);
      this.on.said(this.describe(this.at));
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.at && this.edit) this.edit(this.at);
      else if (this.at) this.point(this.at);
    } else if (event.key === "Escape") {
      this.stepBack();
    } else if (!this.edit?.key?.(event, this.at)) {
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
    const worth = best((this.options().get(place) ?? []).map(([move]) => this.worth.get(move)));
    const kind = this.options().has(place) ? (this.chosen.length > this.given().length ? "target" : "can be chosen") : "";
    const chosen = this.chosen.includes(place) ? "chosen" : "";
    // Pieces are letters; the first one is often that of a player.
    const piece = (letters) => {
      const owner = this.seats.find(({ name }) => name[0] === letters[0]);
      return owner ? `${owner.name} ${letters.slice(1)}`.trim() : letters;
    };
    const on = this.geometry.piecesOn(place).map(piece).join(" and ") || "empty";
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
