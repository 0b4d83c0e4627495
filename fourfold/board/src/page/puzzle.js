// A position with a single winning move: it is won to the end, against the best replies.

import { ask } from "./api.js";
import { button, make } from "./dom.js";

// How long a reply and the moves of a solution wait.
const PAUSE = 600;

export class Puzzle {
  element; store; board; next; now;

  // `store` plays the moves; `next` is called with how many plies more another puzzle takes.
  constructor(element, store, board, next) {
    Object.assign(this, { element, store, board, next, now: null });
  }

  // Whether there is a puzzle that is not solved or failed yet.
  get isOpen() {
    return this.now !== null && !this.now.end;
  }

  begin(puzzle) {
    this.now = puzzle && { ...puzzle, end: "" };
    this.show();
  }

  show(text = "") {
    this.element.hidden = !this.now;
    if (!this.now) return;
    const { turn, plies, end } = this.now;
    const how = plies === 1 ? "in one move" : `within ${plies} plies`;
    const task = `${turn} to move and win ${how}. One move does it.`;
    const said = make("p", text || task);
    const buttons = {
      "": [button("Hint", () => this.hint()), button("Solution", () => this.solve())],
      failed: [button("Try again", () => this.again()), button("Solution", () => this.solve())],
      solved: [button("Next", () => this.next(0)), button("Harder", () => this.next(2))],
      shown: [button("Try again", () => this.again()), button("Next", () => this.next(0))],
    }[end];
    this.element.className = `panel puzzle ${end}`;
    this.element.replaceChildren(said, make("div", buttons, { className: "row" }));
  }

  // Judges a move that was made, and replies to it.
  async played(move) {
    const { now, store } = this;
    if (!now || now.end === "solved") return;
    const mine = now.seat ?? store.tree.root.next[0].seat;
    now.seat = mine;
    if (store.view.outcome) return this.finish(store.view.winner === mine ? "solved" : "failed", move);
    if (store.view.seat === mine) return this.show("Go on.");
    const { best, seat } = await ask("judge", store.state.params());
    if (this.now !== now || now.end === "solved") return;
    const wins = seat === mine ? best.worth[0] === "win" : best.worth[0] === "loss";
    const isRight = wins && (store.tree.at.ply > 1 || move === now.solution);
    await pause();
    if (this.now !== now) return;
    const shown = now.end === "shown";
    await store.propose(best.moves[0], { by: "reply" });
    if (!isRight && !shown) return this.finish("failed", move, best.moves[0]);
    if (store.view.outcome) return this.finish(shown ? "shown" : store.view.winner === mine ? "solved" : "failed", move);
    this.show(shown ? "" : `Right. The reply is ${best.moves[0]}: go on.`);
  }

  finish(end, move, reply) {
    this.now.end = this.now.end === "shown" ? "shown" : end;
    const answer = reply ? `${move} does not win: ${reply} answers it.` : `${move} does not win.`;
    this.show({ solved: `Solved: ${this.now.solution} wins.`, failed: answer }[this.now.end] ?? "");
  }

  again() {
    const { store, now } = this;
    now.end = "";
    now.seat = undefined;
    store.tree.root.next = [];
    this.show();
    return store.go(store.tree.root);
  }

  hint() {
    const move = this.board.legal.find(([move]) => move === this.now.solution);
    if (move && this.store.tree.at.ply === 0) this.board.ring(move[1].find((place) => !this.board.given().includes(place)), "chosen");
    else this.show("Look for the move that leaves the fewest replies.");
  }

  // Plays both sides to the end.
  async solve() {
    const { store, now } = this;
    await this.again();
    now.end = "shown";
    this.show(`${now.solution} wins.`);
    await store.propose(now.solution);
    while (this.now === now && !store.view.outcome) {
      const { best } = await ask("judge", store.state.params());
      await pause();
      if (this.now !== now || now.end !== "shown") return;
      if (!(await store.propose(best.moves[0], { by: "reply" }))) return;
    }
  }
}

const pause = () => new Promise((done) => setTimeout(done, PAUSE));
