// What hands do on the board: they point and drag by a mouse, a pen or fingers, or go over it by keys.

import { $ } from "./dom.js";
import { placeUnder } from "./geometry.js";

// How far a pointer goes before it drags, in pixels.
const DRAG = 6;

export class Hands {
  /** @type {any} */
  down = null; // Where a pointer went down, and what it drags.
  /** @type {string | undefined} */
  drawing; // Where an arrow of one's own begins.

  constructor(/** @type {import("./board.js").Board} */ board) {
    this.board = board;
    const { element } = board;
    Object.assign(element, {
      onpointerdown: (/** @type {PointerEvent} */ event) => this.press(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.move(event),
      onpointerup: (/** @type {PointerEvent} */ event) => this.release(event),
      onpointercancel: () => this.drop(),
      // A finger leaves with every tap; what it pointed at stays.
      onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && board.hover(null),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onblur: () => board.hover(null),
      oncontextmenu: () => !board.svg,
    });
  }

  // Where an event is: the place under the pointer, or the nearest edge that can be chosen.
  /** @param {PointerEvent} event */
  where(event) {
    const under = placeUnder(event);
    if (this.board.edit || !this.board.svg) return under;
    const options = this.board.choice.options();
    if (under && options.has(under) && !this.board.geometry.place(under)?.matches(".slot")) return under;
    const edges = [...options.keys()].filter((place) => this.board.geometry.place(place)?.matches(".slot"));
    const near = edges.length > 0 && this.board.geometry.nearest(edges, event);
    return near || this.column(under, options) || under;
  }

  // The only place where what is put comes to rest on its way over a place.
  /** @param {string | undefined} place @param {Map<string, Offer[]>} options */
  column(place, options) {
    const isOver = (/** @type {Offer} */ [, places, route]) => places.length === 1 && route?.includes(place ?? "");
    const over = [...options].filter(([, moves]) => moves.some(isOver));
    return over.length === 1 ? over[0][0] : null;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button === 2) this.drawing = placeUnder(event);
    if (event.button) return;
    if (this.board.svg) for (const name of ["own", "hint"]) this.board.marks.clear(name);
    const place = this.where(event);
    this.down = place && { place, clientX: event.clientX, clientY: event.clientY };
    if (!place) return;
    if (this.board.edit) return this.board.edit.put(place);
    const isEdge = this.board.geometry.place(place)?.matches(".slot");
    if (isEdge && event.pointerType === "touch" && this.board.at !== place) return this.board.hover(place);
    const { choice } = this.board;
    const can = choice.options().has(place) || choice.places.includes(place);
    if (can && !choice.ending(choice.open([...choice.places, place]))) this.down.piece = this.board.geometry.piece(place);
    this.board.at = place;
    this.board.point(place);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { down } = this;
    if (!down?.piece) return event.pointerType === "touch" || this.board.edit ? undefined : this.board.hover(this.where(event) ?? null);
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > DRAG;
    if (!down.dragged && !far) return;
    down.dragged = true;
    this.board.element.setPointerCapture(event.pointerId);
    down.piece.classList.add("dragged");
    down.piece.parentElement.append(down.piece);
    const [from, to] = [down, event].map((one) => this.board.geometry.point(one));
    down.piece.style.translate = `${to.x - from.x}px ${to.y - from.y}px`;
    this.board.hover(this.where(event) ?? null);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { down, drawing } = this;
    if (event.button === 2) {
      const to = placeUnder(event);
      if (drawing && to && this.board.svg) this.board.marks.arrow(drawing, to);
      return;
    }
    const dragged = down?.dragged;
    const place = dragged ? this.where(event) : null;
    this.drop();
    if (!dragged || place === down.place) return;
    if (place && this.board.choice.options().has(place)) this.board.point(place, "dragged");
    else if (place) this.board.refuse([...this.board.choice.places, place]);
  }

  drop() {
    const piece = this.down?.piece;
    piece?.classList.remove("dragged");
    if (piece) piece.style.translate = "";
    this.down = null;
  }

  // Goes over the board by arrows, and chooses by Enter.
  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey || !this.board.svg) return;
    if (steps[event.key]) {
      this.board.hover(this.board.geometry.beside(this.board.at, steps[event.key], [...this.board.choice.options().keys()]));
      this.board.cursor(this.board.at);
      $("said").textContent = this.board.describe(/** @type {string} */ (this.board.at));
    } else if (event.key === "Enter" || event.key === " ") {
      // A key that is held chooses once.
      const choose = this.board.edit ? this.board.edit.put : (/** @type {string} */ place) => this.board.point(place);
      if (this.board.at && !event.repeat) choose(this.board.at);
    } else if (event.key === "Escape") {
      this.board.stepBack();
    } else if (!this.board.edit?.press(event, this.board.at)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
