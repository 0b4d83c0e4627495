// A move that is chosen place by place, out of the legal ones.

export class Choice {
  // A legal move is its text, its places, and its route if that is another. The places that all moves begin with,
  // but those that begin with an item beside the board, are chosen from the start. An item can be chosen instead.
  constructor(/** @type {Offer[]} */ legal, /** @type {Tray[]} */ trays = []) {
    this.legal = legal;
    this.items = trays.flatMap(({ items }) => items.map(({ place }) => place));
    const moves = legal.map(([, places]) => places);
    const onBoard = moves.filter(([first]) => !this.items.includes(first));
    /** @type {string[]} */
    this.places = [];
    this.given = shared(onBoard.length > 0 ? onBoard : moves);
    this.giveUp();
  }

  get isBegun() {
    return this.places.length > this.given.length || this.places[0] !== this.given[0];
  }

  // Goes on with a place that is an option.
  /** @param {string} place */
  add(place) {
    this.places = this.open([...this.places, place]).length > 0 ? [...this.places, place] : [place];
  }

  // Takes the last place back.
  back() {
    this.places.pop();
    if (this.places.length === 0) this.giveUp();
  }

  giveUp() {
    this.places = [...this.given];
  }

  // Whether a move begins with a place.
  /** @param {string} place */
  begins(place) {
    return this.legal.some(([, [first]]) => first === place);
  }

  // The place of a move that is to be chosen next.
  /** @param {string[]} places */
  next(places) {
    const goesOn = this.places.every((place, i) => places[i] === place);
    return places[goesOn ? Math.min(this.places.length, places.length - 1) : 0];
  }

  // The moves that go on from these places.
  open(chosen = this.places) {
    return this.legal.filter(([, places]) => chosen.every((place, i) => places[i] === place));
  }

  // Of several moves one that ends with the next place.
  /** @param {Offer[]} moves @returns {Offer | undefined} */
  ending(moves, length = this.places.length + 1) {
    return moves.find(([, places]) => places.length === length);
  }

  // The move that is complete as it is chosen, though another may go on.
  get complete() {
    return this.ending(this.open(), this.places.length)?.[0];
  }

  // The places that can be chosen next, each with the moves that it leads to.
  options() {
    /** @type {Map<string, Offer[]>} */
    const options = new Map();
    const add = (/** @type {string | undefined} */ place, /** @type {Offer} */ move) => place && options.set(place, [...(options.get(place) ?? []), move]);
    const open = this.open();
    for (const move of open) add(move[1][this.places.length], move);
    const others = this.isBegun || open.length === this.legal.length ? [] : this.legal;
    for (const move of others) if (!open.includes(move)) add(move[1][0], move);
    return options;
  }
}

// The places that all moves begin with, but for their last ones.
/** @param {string[][]} all */
function shared([first, ...others]) {
  if (!first) return [];
  const other = first.findIndex((place, i) => others.some((places) => places[i] !== place));
  const shortest = Math.min(...[first, ...others].map((places) => places.length));
  return first.slice(0, Math.min(other < 0 ? Infinity : other, shortest - 1));
}
