// A position with a single winning move: it is won to the end, against the best replies.

import { ask } from "./api.js";
import { button, capital, make } from "./dom.js";
import { settings } from "./state.js";

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

  // `puzzle` is what the engine found; it has another level than was asked if there is none of that.
  begin(puzzle) {
    this.now = puzzle && { ...puzzle, end: "" };
    this.show();
  }

  show(text = "") {
    this.element.hidden = !this.now;
    if (!this.now) return;
    const { turn, plies, end, level } = this.now;
    const asked = Number(this.store.state.puzzle.split("-")[1]) | 1;
    const how = plies === 1 ? "in one move" : `within ${plies} plies`;
    const other = asked === level ? "" : ` There is none of ${asked} plies here, so this one takes ${level}.`;
    const streak = Number(settings.get("streak"));
    const said = [make("p", text || `${capital(turn)} to move and win ${how}. One move does it.${other}`)];
    if (streak > 1) said.push(make("p", `${streak} solved in a row`, { className: "small" }));
    const buttons = {
      "": [button("Hint", () => this.hint()), button("Solution", () => this.solve())],
      failed: [button("Try again", () => this.again()), button("Solution", () => this.solve())],
      solved: [button("Next", () => this.next(0)), button("Harder", () => this.next(2))],
      shown: [button("Try again", () => this.again()), button("Next", () => this.next(0))],
    }[end];
    this.element.className = `panel puzzle ${end}`;
    this.element.replaceChildren(...said, make("div", buttons, { className: "row" }));
  }

  // Judges a move that was made, and replies to it.
  async played(move) {
    const { now, store } = this;
    if (!now || now.end === "solved") return;
    const mine = (now.seat ??= store.tree.root.next[0].seat);
    const { view } = store;
    if (view.outcome) return this.finish(view.winner === mine ? "solved" : "failed", move);
    if (view.seat === mine) return this.show("Go on.");
    const { best } = await ask("judge", store.state.params());
    if (this.now !== now || now.end === "solved") return;
    const isRight = best.worth[0] === "loss" && (store.tree.at.ply > 1 || move === now.solution);
    await pause();
    if (this.now !== now) return;
    await store.propose(best.moves[0], { by: "reply" });
    if (!isRight) return this.finish("failed", move, best.moves[0]);
    if (store.view.outcome) return this.finish(store.view.winner === mine ? "solved" : "failed", move);
    if (now.end !== "shown") this.show(`Right. The reply is ${best.moves[0]}: go on.`);
  }

  finish(end, move, reply) {
    const { now } = this;
    if (now.end !== "shown") now.end = end;
    if (now.end === "solved") settings.set("streak", Number(settings.get("streak")) + 1);
    if (now.end === "failed") settings.set("streak", 0);
    const answer = reply ? `${move} does not win: ${reply} answers it.` : `${move} does not win.`;
    this.show({ solved: `Solved: ${now.solution} wins.`, failed: answer }[now.end]);
  }

  again() {
    const { store, now } = this;
    Object.assign(now, { end: "", seat: undefined });
    store.tree.root.next = [];
    this.show();
    return store.go(store.tree.root);
  }

  hint() {
    const move = this.board.legal.find(([move]) => move === this.now.solution);
    if (!move || this.store.tree.at.ply > 0) return this.show("Look for the move that leaves the fewest replies.");
    this.board.ring(move[1].find((place) => !this.board.given().includes(place)), "chosen");
  }

  // Plays both sides to the end.
  async solve() {
    const { store, now } = this;
    await this.again();
    now.end = "shown";
    settings.set("streak", 0);
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
