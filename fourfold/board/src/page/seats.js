// Who plays: a list of players for each seat.

import { make } from "./panels.js";

export const PERSON = "person";

export class Seats {
  // `changed` is called with all seats when one has been given to another player.
  constructor(element, changed) {
    Object.assign(this, { element, changed });
  }

  show(names, turn, offered, chosen) {
    const taken = names.map((_, seat) => chosen[seat] ?? PERSON);
    const rows = names.map((name, seat) => {
      const label = make("label", "");
      const select = make("select", "");
      const all = new Set([PERSON, ...offered, taken[seat]]);
      select.append(...[...all].map((player) => make("option", player)));
      select.value = taken[seat];
      select.addEventListener("change", () => this.changed(taken.with(seat, select.value)));
      label.append(make("span", name, { className: seat === turn ? "turn" : "" }), select);
      return label;
    });
    this.element.replaceChildren(...rows);
  }
}
