// The board, on which a move is made by pointing at its places one by one.

import { Choice } from "./choice.js";
import { $, Teller, all, button, capital, make, reconcile } from "./dom.js";
import { Hands } from "./hands.js";
import { Marks } from "./marks.js";
import { Scene } from "./scene.js";
import { best, words } from "./worth.js";

const LIFT = [{ transform: "scale(1)" }, { transform: "scale(1.06)" }];

/** @typedef {{ put: (place: string) => void, press: (event: KeyboardEvent, place: string | null) => boolean }} Edit */

// Says what is done on it: `play` with a move and how it came, `stepped` with the places of a move that is being made,
// `refused` with places that are no move.
export class Board extends Teller {
  element = $("board");
  scene = new Scene(this.element);
  marks = new Marks(this.scene);
  choice = new Choice([]); // The move that is being made.
  /** @type {string | null} */
  at = null; // The place that is pointed at.
  /** @type {Edit | null} */
  edit = null; // What is done with places and keys while a position is put together.
  /** @type {Map<string, Worth>} */
  worth = new Map();
  /** @type {Tray[]} */
  trays = [];
  /** @type {Seat[]} */
  seats = [];
  /** @type {string[]} */
  decisive = [];
  /** @type {Map<string, string[]>} */
  taken = new Map(); // The places off which each move takes a piece, as far as that is known.
  /** @type {Element | null | undefined} */
  raised; // The piece that is lifted.
  /** @type {Animation | undefined} */
  lifted;

  constructor() {
    super();
    this.hands = new Hands(this);
  }

  get svg() {
    return this.scene.svg;
  }

  get geometry() {
    return this.scene.geometry;
  }

  // Shows a picture with the moves that can be made; see `Scene.show` for the way of the last one.
  /** @param {Picture & { decisive?: string[], seats?: Seat[] }} view @param {Offer[]} legal @param {string} label @param {import("./scene.js").Way} [way] */
  show(view, legal, label, way) {
    const { trays, decisive = [], seats = [] } = view;
    this.hands.drop();
    this.lifted?.cancel();
    this.raised = undefined;
    const shown = this.scene.show(view, way);
    this.element.ariaLabel = label;
    Object.assign(this, { choice: new Choice(legal, trays), trays, seats, decisive, worth: new Map(), taken: new Map() });
    for (const name of ["arrows", "line", "trace", "hint", "own"]) this.marks.clear(name);
    for (const piece of this.svg?.querySelectorAll(".won") ?? []) piece.classList.remove("won");
    for (const piece of decisive.flatMap((place) => this.geometry.pieces(place))) piece.classList.add("won");
    if (decisive.length > 0) this.marks.line(decisive);
    this.mark();
    return shown;
  }

  // Chooses a place; gives up what was chosen if another move begins there.
  /** @param {string} place @param {Came} [came] @returns {void} */
  point(place, came = "move") {
    const { choice } = this;
    if (choice.options().has(place)) {
      choice.add(place);
      if (choice.open().length === 1 && choice.complete) return this.tell("play", { move: choice.complete, came });
    } else if (place === choice.places.at(-1)) {
      if (choice.complete) return this.tell("play", { move: choice.complete, came });
      if (choice.isBegun) choice.back();
    } else {
      const { places, isBegun } = choice;
      choice.giveUp();
      if (isBegun && choice.begins(place)) return choice.given.includes(place) ? this.step() : this.point(place);
      if (choice.legal.length > 0) this.refuse([...places, place]);
    }
    this.step();
  }

  /** @param {string[]} places */
  refuse(places) {
    const place = /** @type {string} */ (places.at(-1));
    const piece = this.geometry.piece(place) ?? this.geometry.place(place);
    piece?.classList.add("refused");
    setTimeout(() => piece?.classList.remove("refused"), 400);
    this.tell("refused", places);
  }

  // Points a move out.
  /** @param {Offer} offer */
  suggest([, places, route = places]) {
    const place = this.choice.next(places);
    if (this.geometry.place(place)) this.marks.ring(place, "chosen");
    else all("[data-choice]").find(({ dataset }) => dataset.choice === place)?.focus();
    this.marks.way(route, "hint");
  }

  // Takes the last step of a move back that is being made; says whether there was one.
  stepBack() {
    const { isBegun } = this.choice;
    if (isBegun) this.choice.back();
    this.step();
    return isBegun;
  }

  // Goes on with a move that was begun before.
  /** @param {string[]} chosen */
  resume(chosen) {
    const { choice } = this;
    chosen.forEach((place, i) => {
      if (choice.places[i] !== place && choice.options().has(place)) choice.add(place);
    });
    this.mark();
  }

  step() {
    this.mark();
    this.tell("stepped", this.choice.isBegun ? this.choice.places : []);
  }

  // Shows what can be chosen: marks on the board, and buttons for what is not on it.
  mark() {
    const { choice, geometry } = this;
    const options = choice.options();
    const rings = [
      ...(this.marks.layer("line").firstChild ? [] : this.decisive.map((place) => [place, "winning"])),
      ...choice.places.map((place) => [place, "chosen"]),
      ...this.lost().map((place) => [place, "lost"]),
      ...(this.at && this.element.matches(":focus-visible") ? [[this.at, "cursor"]] : []),
    ].filter(([place]) => geometry.place(place));
    const targets = [];
    /** @type {[string, string][]} */
    const others = [];
    for (const [place, moves] of options) {
      const worth = best(moves.map(([move]) => this.worth.get(move)));
      if (geometry.place(place)) targets.push({ place, kind: this.marks.kind(place, Boolean(choice.ending(moves))), worth });
      else if (!choice.items.includes(place)) others.push([place, worth ? `${capital(place)} (${words(worth).text})` : capital(place)]);
    }
    this.marks.show(targets, /** @type {[string, string][]} */ (rings));
    this.lift();
    const done = choice.complete;
    const choices = [...others.map(([place, label]) => ({ place, label, act: () => this.point(place) })),
      ...(done ? [{ place: "", label: "Stop here", act: () => this.tell("play", { move: done, came: "" }) }] : [])];
    reconcile($("choices"), choices, ({ place }) => place, ({ place }) => button("", () => 0, { data: { choice: place } }),
      (one, { label, act }) => Object.assign(one, { onclick: act, textContent: label }));
    this.showTrays(options);
    if (this.at && document.activeElement === this.element) this.hover(this.at);
  }

  // The pieces that the moves which can be made from here would take: while one is pointed at, those of this one.
  lost(moves = this.choice.isBegun ? this.choice.open() : []) {
    return [...new Set(moves.flatMap(([move]) => this.taken.get(move) ?? []))];
  }

  // Lifts the piece that is chosen, once.
  lift() {
    const places = this.choice.isBegun ? this.choice.places : [];
    const piece = places.map((one) => this.geometry.piece(one)).findLast((one) => one?.matches(".piece:not(.card, .hole)"));
    if (piece === this.raised) return;
    this.lifted?.cancel();
    this.lifted = piece?.animate(LIFT, { duration: 120, fill: "forwards", composite: "add" });
    this.raised = piece;
  }

  // What lies beside the board, as buttons if it can be chosen: what a player holds within its seat.
  /** @param {Map<string, Offer[]>} options */
  showTrays(options) {
    const all = this.trays.filter(({ items }) => items.length > 0);
    const owner = (/** @type {Tray} */ { caption }) => this.seats.findIndex(({ name }) => caption.match(/^[^:' ]+/)?.[0] === name);
    const hands = [...document.querySelectorAll("#play .hand")];
    for (const place of [$("supply"), ...hands]) {
      const seat = Number(/** @type {HTMLElement} */ (place).dataset.seat ?? -1);
      const own = all.filter((tray) => owner(tray) === seat);
      reconcile(place, own, ({ caption }) => caption.replaceAll(/\d+/g, ""), () => make("div", "", { className: "row", role: "group" }), (row, { caption, items }) => {
        row.ariaLabel = capital(caption);
        reconcile(row, items, ({ place }) => place, () => button("", () => 0, { className: "item" }), (one, item) => this.showItem(one, item, options));
      });
    }
    $("supply").hidden = !all.some((tray) => owner(tray) < 0);
  }

  /** @param {any} one @param {Item} item @param {Map<string, Offer[]>} options */
  showItem(one, { place, svg, count, scale }, options) {
    const words = /^[a-z ]+$/.test(place) ? capital(place) : "";
    const many = count > 1 ? `${count}` : "";
    const isChosen = this.choice.places.includes(place);
    if (one.shown !== svg) one.innerHTML = one.shown = svg;
    while (one.childNodes.length > 1) one.lastChild.remove();
    one.append(words, make("small", many));
    Object.assign(one, { onclick: () => this.point(place), disabled: !options.has(place) && !isChosen, ariaPressed: String(isChosen) });
    Object.assign(one.dataset, { scale, choice: place });
    one.ariaLabel = words ? null : [place, many].filter(Boolean).join(", ");
  }

  // Shows where a move would go, and what it would take.
  /** @param {string | null} place */
  hover(place) {
    if (!this.svg) return;
    this.marks.clear();
    this.at = place;
    this.marks.point(place);
    const moves = place && this.choice.options().get(place);
    if (!moves) return;
    const [, places = [...this.choice.places, place], route = places] = this.choice.ending(moves) ?? [];
    if (this.geometry.place(place)) this.marks.way(route);
  }

  /** @param {string | null} place */
  cursor(place) {
    this.marks.unring("cursor");
    if (place) this.marks.ring(place, "cursor");
  }

  // A place in words.
  /** @param {string} place */
  describe(place) {
    const moves = this.choice.options().get(place);
    const worth = best((moves ?? []).map(([move]) => this.worth.get(move)));
    const kind = moves && (this.choice.isBegun ? "target" : "can be chosen");
    const chosen = this.choice.places.includes(place) && "chosen";
    const isLost = this.lost().includes(place) && "would be taken";
    // Pieces are letters; the first one is often that of a player.
    const pieces = this.geometry.pieces(place).flatMap(({ dataset: { piece: letters } }) => {
      const owner = this.seats.find(({ name }) => name[0] === letters?.[0]);
      return owner ? `${owner.name} ${letters?.slice(1)}`.trim() : letters || [];
    });
    return [place, pieces.join(" and ") || "empty", chosen, kind, isLost, worth && words(worth).text].filter(Boolean).join(", ");
  }

  // What moves are worth, by move.
  /** @param {Map<string, Worth>} worth */
  judge(worth) {
    this.worth = worth;
    this.mark();
  }
}

export const board = new Board();
