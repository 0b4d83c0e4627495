// A move that is chosen place by place, out of the legal ones.

export class Choice {
  // A legal move is its text, its places, and its route if that is another.
  constructor(legal) {
    this.legal = legal;
    this.given = shared(legal.map(([, places]) => places));
    this.places = [...this.given];
  }

  get isBegun() {
    return this.places.length > this.given.length;
  }

  // The moves that go on from these places.
  open(chosen = this.places) {
    return this.legal.filter(([, places]) => chosen.every((place, i) => places[i] === place));
  }

  // Of several moves one that ends with the next place.
  ending(moves, length = this.places.length + 1) {
    return moves.find(([, places]) => places.length === length);
  }

  // The move that is complete as it is chosen, though another may go on.
  get complete() {
    return this.ending(this.open(), this.places.length)?.[0];
  }

  // The places that can be chosen next, each with the moves that it leads to.
  options() {
    const options = new Map();
    for (const move of this.open()) {
      const place = move[1][this.places.length];
      if (place) options.set(place, [...(options.get(place) ?? []), move]);
    }
    return options;
  }
}

// The places that all moves begin with, but for their last ones.
function shared([first, ...others]) {
  if (!first) return [];
  const other = first.findIndex((place, i) => others.some((places) => places[i] !== place));
  const shortest = Math.min(...[first, ...others].map((places) => places.length));
  return first.slice(0, Math.min(other < 0 ? Infinity : other, shortest - 1));
}
