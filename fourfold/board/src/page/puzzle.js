// A position with a single winning move.

import { make } from "./panels.js";

export class Puzzle {
  // `again` is called to try the puzzle once more, `next` with how many plies more another one takes.
  constructor(element, again, next) {
    Object.assign(this, { element, again, next, now: null });
  }

  // Whether there is a puzzle that is not solved or failed yet.
  get isOpen() {
    return this.now !== null && !this.now.answer;
  }

  set(puzzle) {
    this.now = puzzle;
    this.show();
  }

  played(move) {
    if (this.isOpen) this.now.answer = move;
  }

  show() {
    this.element.hidden = !this.now;
    if (!this.now) return;
    const { turn, plies, answer, solution } = this.now;
    const solved = answer === solution;
    this.element.className = answer ? (solved ? "good" : "bad") : "";
    if (!answer) {
      const how = plies === 1 ? "in one move" : `within ${plies} plies`;
      this.element.textContent = `Puzzle: ${turn} to move and win ${how}. One move does it.`;
    } else if (solved) {
      const text = plies === 1 ? "wins at once" : `wins in ${plies} plies at most`;
      this.element.replaceChildren(
        `Solved: ${solution} ${text}. `,
        this.button("Next", () => this.next(0)),
        " ",
        this.button("Harder", () => this.next(2)),
      );
    } else {
      const again = this.button("Try again", () => {
        this.now.answer = null;
        this.again();
      });
      this.element.replaceChildren("That does not win. ", again);
    }
  }

  button(text, action) {
    return make("button", text, { type: "button", onclick: action });
  }
}
