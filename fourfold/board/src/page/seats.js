// The seats at the table: who sits there, what the game says of them, and their clocks.

import { time } from "./clock.js";
import { $, disc, make } from "./dom.js";
import { PERSON } from "./store.js";

export class Seats {
  above; below; changed; named; clocks;

  // `changed` is called with all players when a seat has been given to another one, `named` with a seat and
  // the name that was typed.
  constructor({ changed, named }) {
    Object.assign(this, { above: $("seats-above"), below: $("seats-below"), changed, named, clocks: [] });
  }

  // The first seat of two sits below, unless the board is turned; more sit in order above.
  show({ seats, seat, notes, outcome, winner }, names, players, offered, { turned, over }) {
    this.clocks = seats.map(() => make("time", ""));
    const cards = seats.map((_, i) => {
      const isNow = i === seat && !outcome && !over;
      const card = make("div", [disc(seats[i].hue), this.who(i, seats, names, players, notes, offered), this.clocks[i]], { className: "seat", data: { hue: seats[i].hue } });
      card.classList.toggle("now", isNow);
      const said = outcome ? (winner === i ? "Won" : "") : isNow ? (players[i] ?? PERSON) === PERSON ? "To move" : "Thinking" : "";
      if (said) card.append(make("span", said, { className: "chip" }));
      return card;
    });
    const isPair = seats.length === 2;
    const [first, second] = turned ? [1, 0] : [0, 1];
    this.above.replaceChildren(...(isPair ? [cards[second]] : cards));
    this.below.replaceChildren(...(isPair ? [cards[first]] : []));
    this.above.classList.toggle("many", !isPair);
  }

  who(i, seats, names, players, notes, offered) {
    const player = players[i] ?? PERSON;
    const select = make("select", this.offers(player, offered), { ariaLabel: `Who plays ${seats[i].name}`, data: { seat: i } });
    select.value = player;
    select.addEventListener("change", () => {
      const all = seats.map((_, seat) => players[seat] ?? PERSON);
      this.changed(all.with(i, select.value));
    });
    const own = notes.map((note) => note.match(new RegExp(`^${seats[i].name}:? (.*)$`))?.[1]).filter(Boolean);
    const name = make("input", "", { value: names[i], ariaLabel: `The name of ${seats[i].name}`, autocomplete: "off" });
    name.addEventListener("change", () => this.named(i, name.value.trim()));
    return make("div", [name, select, make("span", own.join("; "), { className: "small" })], { className: "who" });
  }

  offers(player, offered) {
    const person = make("option", "Person", { value: PERSON });
    const programs = offered.map(({ name, title }) => make("option", title, { value: name }));
    const known = player === PERSON || offered.some(({ name }) => name === player);
    return [person, ...programs, ...(known ? [] : [make("option", player, { value: player })])];
  }

  tell(left, running) {
    left.forEach((milliseconds, i) => {
      if (!this.clocks[i]) return;
      this.clocks[i].textContent = time(milliseconds);
      this.clocks[i].classList.toggle("running", i === running);
    });
  }
}

// The notes of a picture that are about no seat.
export function notesOfAll({ notes, seats }) {
  return notes.filter((note) => !seats.some(({ name }) => note.startsWith(`${name}:`) || note.startsWith(`${name} `)));
}

// What a player is called.
export function titleOf(player, offered) {
  return offered.find(({ name }) => name === player)?.title ?? player;
}
