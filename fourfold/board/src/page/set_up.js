// A position that is put together on the board: a piece is chosen, then the places where it goes; by
// pointing, or by the keyboard: arrows go over the board, a letter chooses a piece, Enter puts it.

import { ask } from "./api.js";
import { button, make } from "./dom.js";

export class SetUp {
  pieces; turn; counts; text; reason; said; board; params; changed; now; piece; before; names;

  // `params` makes a request of what is to be asked for, `changed` is called with the draft when there
  // is another one.
  constructor({ pieces, turn, counts, text, reason, said }, board, params, changed) {
    Object.assign(this, { pieces, turn, counts, text, reason, said, board, params, changed });
    this.now = null;
    turn.addEventListener("change", () => this.edit(`turn=${turn.selectedIndex}`));
  }

  // Begins with a draft: a position, and edits that do not lead to another one yet.
  async start(draft, players, seat) {
    this.turn.replaceChildren(...players.map((name) => make("option", `${name} to move`)));
    this.turn.selectedIndex = seat;
    this.piece = "";
    this.before = [];
    this.now = draft;
    this.board.edit = Object.assign((place) => this.put(place), { key: (event, place) => this.press(event, place) });
    this.pieces.hidden = false;
    await this.refresh();
    this.board.element.scrollIntoView({ block: "nearest" });
  }

  stop() {
    this.pieces.hidden = true;
    this.now = null;
    this.board.edit = null;
    this.changed(null);
  }

  put(place) {
    this.said.textContent = `${place}: ${this.piece || "cleared"}`;
    return this.edit(`${this.piece}@${place}`);
  }

  edit(edit) {
    this.before.push(this.now);
    this.now = { ...this.now, edits: [...this.now.edits, edit] };
    return this.refresh();
  }

  // Takes the last edit back; says whether a position is being set up.
  undo() {
    if (!this.now) return false;
    this.now = this.before.pop() ?? this.now;
    this.refresh();
    return true;
  }

  async refresh() {
    const asked = this.now;
    try {
      const { start, edits } = asked;
      const found = await ask("set-up", this.params({ start, moves: "", edits: edits.join(";") }));
      if (this.now !== asked) return;
      this.board.show(found, [], "The position that is set up: arrows go over the board, a letter chooses a piece, Enter puts it");
      this.board.cursor(this.board.at);
      this.names = ["", ...found.pieces.map(([name]) => name)];
      this.offer(found.pieces);
      this.count(found.counts);
      if (found.seat !== null) this.turn.selectedIndex = found.seat;
      this.reason.textContent = found.reason ?? "";
      this.text.value = found.position ?? "";
      if (found.position) this.now = { start: found.position, edits: [] };
      this.changed(this.now);
    } catch (error) {
      this.reason.textContent = error.message;
    }
  }

  // Shows the pieces to choose from; the first takes away what is there.
  offer(pieces) {
    if (this.pieces.children.length !== this.names.length) {
      const buttons = [["", "✕"], ...pieces].map(([name, svg]) => {
        const one = button("", () => this.choose(name), { title: name || "Clear", value: name });
        one.innerHTML = svg;
        return one;
      });
      this.pieces.replaceChildren(...buttons);
    }
    this.choose(this.piece);
  }

  choose(piece) {
    this.piece = piece;
    for (const button of this.pieces.children) {
      button.setAttribute("aria-pressed", button.value === piece);
    }
  }

  // The numbers that are not on the board; a box to tick for yes and no.
  count(counts) {
    if (this.counts.children.length !== counts.length) {
      const fields = counts.map(([name, , most]) => {
        const label = make("label", "");
        const input = make("input", "", most === 1 ? { type: "checkbox" } : { type: "number", min: 0, max: most });
        const value = () => (most === 1 ? Number(input.checked) : Math.max(0, Math.trunc(input.value)));
        input.addEventListener("change", () => this.edit(`${name}=${value()}`));
        label.append(make("span", name), input);
        return label;
      });
      this.counts.replaceChildren(...fields);
    }
    counts.forEach(([, value], i) => {
      const input = this.counts.children[i].lastChild;
      input.value = value;
      input.checked = value > 0;
    });
  }

  // Does what a key says: a letter chooses a piece, Delete clears a place; whether it said something.
  press({ key }, place) {
    if (key === "Delete") {
      if (place) this.edit(`@${place}`);
      return true;
    }
    if (key.length !== 1) return false;
    const rest = this.names.indexOf(this.piece) + 1;
    const inTurn = [...this.names.slice(rest), ...this.names.slice(0, rest)];
    const found = inTurn.find((name) => name.toLowerCase().startsWith(key.toLowerCase()));
    if (found) this.choose(found);
    if (found) this.said.textContent = found;
    return true;
  }
}
