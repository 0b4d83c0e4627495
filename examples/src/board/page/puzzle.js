// A position with a single winning move.

import { make } from "./panels.js";

export class Puzzle {
  constructor(element, again) {
    Object.assign(this, { element, again, now: null });
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
      this.element.textContent = `Puzzle: ${turn} to move and win. One move does it.`;
    } else if (solved) {
      this.element.textContent = `Solved: ${solution} wins in ${plies} plies at most.`;
    } else {
      const again = make("button", "Try again", { type: "button" });
      again.addEventListener("click", () => {
        this.now.answer = null;
        this.again();
      });
      this.element.replaceChildren("That does not win. ", again);
    }
  }
}
