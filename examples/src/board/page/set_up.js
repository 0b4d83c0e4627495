// A position that is put together on the board: a piece is chosen, then the places where it goes.

import { make } from "./panels.js";

export class SetUp {
  // `ask` asks the server, `show` shows a picture.
  constructor({ pieces, turn, text, reason }, board, ask, show) {
    Object.assign(this, { pieces, turn, text, reason, board, ask, show, now: null });
    turn.addEventListener("change", () => this.edit(`${turn.selectedIndex}@turn`));
  }

  // Begins with a position. The pieces are there if the game can be set up by hand.
  async start(position, players, seat) {
    this.turn.replaceChildren(...players.map((name) => make("option", `${name} to move`)));
    this.turn.selectedIndex = seat;
    this.text.value = position;
    this.reason.textContent = "";
    this.piece = "";
    this.before = [];
    this.now = { start: position, edits: [] };
    this.board.edit = (place) => this.edit(`${this.piece}@${place}`);
    this.pieces.hidden = false;
    await this.refresh();
    this.pieces.scrollIntoView({ block: "nearest" });
  }

  stop() {
    this.pieces.hidden = true;
    this.now = null;
    this.board.edit = null;
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
    const { start, edits } = this.now;
    const asked = this.now;
    try {
      const found = await this.ask("set-up", { start, moves: "", edits: edits.join(";") });
      if (this.now !== asked) return;
      this.show(found.svg);
      this.offer(found.pieces);
      this.reason.textContent = found.reason ?? "";
      this.text.value = found.position ?? "";
      if (found.position) Object.assign(this.now, { start: found.position, edits: [] });
    } catch (error) {
      this.reason.textContent = error.message;
    }
  }

  // Shows the pieces to choose from; the first takes away what is there.
  offer(pieces) {
    const offered = [["", "✕"], ...pieces];
    if (this.pieces.children.length !== offered.length) {
      const buttons = offered.map(([name, svg]) => {
        const title = name || "Clear";
        const button = make("button", "", { type: "button", title, value: name });
        button.innerHTML = svg;
        button.addEventListener("click", () => {
          this.piece = name;
          this.offer(pieces);
        });
        return button;
      });
      this.pieces.replaceChildren(...buttons);
    }
    for (const button of this.pieces.children) {
      button.setAttribute("aria-pressed", button.value === this.piece);
    }
  }
}
