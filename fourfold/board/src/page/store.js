// The game on the board. A move is proposed, the engine accepts it, and only then it is played: a request
// that is refused or lost changes nothing.

import { ask } from "./api.js";
import { Lost, RETRY } from "./lost.js";
import { State, stored } from "./state.js";
import { Tree } from "./tree.js";

// The player of a seat that a person at this screen plays.
export const PERSON = "person";

// Browsers refuse an address that changes more often.
const WRITE = 500;

export class Store {
  changed; busy; failed; state; view; asked; over; id; retry; before; writing; written; hurry;

  // `changed` is called with how the board came to show what it shows, `busy` while it is asked for,
  // `failed` with a message, and with none when it holds no more.
  constructor({ changed, busy, failed }) {
    Object.assign(this, { changed, busy, failed, state: new State(), view: null, asked: 0, over: null });
    this.id = history.state?.id ?? "";
    addEventListener("pagehide", () => this.flush());
  }

  get tree() {
    return this.state.tree;
  }

  // The player of the seat to move.
  get player() {
    return this.state.seats[this.view.seat] ?? PERSON;
  }

  // Whether a program is to move: it does so at the end of a line, unless there is a puzzle.
  get isProgramsTurn() {
    const { view, tree, state } = this;
    return this.player !== PERSON && !view.outcome && !state.puzzle && !this.over && tree.at.next.length === 0;
  }

  // Asks about the position after moves; undefined if it is refused, or something else was asked since.
  async see(moves) {
    const asked = ++this.asked;
    this.busy(true);
    try {
      const found = await ask("position", this.state.params({ moves: moves.join(" ") }));
      if (asked !== this.asked) return undefined;
      this.failed("");
      this.busy(false);
      return found;
    } catch (error) {
      if (asked !== this.asked) return undefined;
      this.busy(false);
      this.report(error);
      return undefined;
    }
  }

  // Says what went wrong; looks for an engine that is lost until it is found.
  report(error) {
    this.failed(error.message);
    clearTimeout(this.retry);
    if (error instanceof Lost && this.view) this.retry = setTimeout(() => this.refresh(), RETRY);
  }

  // Plays a move that the engine accepts. With `first` it becomes the main line.
  async propose(move, { by = PERSON, came = "move" } = {}) {
    const { tree, state } = this;
    const found = await this.see([...tree.line(), move]);
    if (!found || this.state !== state) return false;
    const { seat, move: neat } = found.last;
    tree.play(neat, { seat, by, first: !state.lines && !state.puzzle });
    this.commit(found, came);
    return true;
  }

  // Shows another node of the game.
  async go(node, came = "") {
    const { tree, state } = this;
    if (!node) return false;
    const found = await this.see(tree.line(node));
    if (!found || this.state !== state) return false;
    const back = node === tree.at.parent;
    const forward = node.parent === tree.at;
    tree.at = node;
    this.commit(found, came || (back ? "back" : forward ? "forward" : ""));
    return true;
  }

  refresh() {
    return this.go(this.tree.at, "again");
  }

  commit(found, came) {
    this.before = this.view;
    this.view = found;
    this.state.start ||= found.start;
    if (!["again", "begin"].includes(came)) this.state.chosen = [];
    this.write();
    this.changed(came);
  }

  // Shows a game from its first state; `fresh` is one that the browser's way back leads away from.
  async begin(state, { fresh = true } = {}) {
    const before = this.state;
    this.flush();
    this.state = state;
    const refused = await this.annotate();
    const moves = state.tree.line();
    const found = await this.see(moves);
    if (!found) {
      if (this.state === state && this.view) this.state = before;
      return false;
    }
    if (fresh) this.push();
    this.view = null;
    this.commit(found, "begin");
    if (refused) this.failed(`The rest of this game was left out: ${refused}`);
    return true;
  }

  // Has the engine say who makes the moves of the game, and leaves out what is illegal; the first reason.
  async annotate() {
    const { tree, game, rules, start } = this.state;
    const nodes = tree.nodes();
    if (nodes.length === 1) return null;
    const list = nodes.slice(1).map((node) => `${nodes.indexOf(node.parent)}:${node.move}`);
    const { seats, refused } = await ask("tree", new URLSearchParams({ game, rules, start, nodes: list.join(" ") }));
    nodes.slice(1).forEach((node, i) => {
      if (seats[i] === null) tree.remove(node);
      else node.seat = seats[i];
    });
    return refused;
  }

  // A new entry of the browser's history.
  push() {
    this.id = String(Math.random()).slice(2);
    history.pushState({ id: this.id }, "", String(this.state));
  }

  // Writes the address and keeps the game, at once or soon.
  write() {
    const wait = (this.written ?? -WRITE) + WRITE - performance.now();
    this.writing ??= setTimeout(() => this.flush(), Math.max(0, wait));
  }

  flush() {
    if (!this.writing) return;
    clearTimeout(this.writing);
    this.writing = null;
    this.written = performance.now();
    history.replaceState({ id: this.id }, "", String(this.state));
    this.keep();
  }

  keep() {
    const { state, view, id } = this;
    if (!view || state.puzzle || state.tree.root.next.length === 0) return;
    const { game, seats } = state;
    stored.keep({ id, game, seats, hash: String(state), plies: state.tree.end().ply, outcome: this.over?.text ?? view.outcome, time: Date.now() });
  }

  // The node from which the person who moved last can move otherwise; null if there is none.
  get backTo() {
    const { seats, tree } = { seats: this.state.seats, tree: this.tree };
    for (let node = tree.at; node.parent; node = node.parent) {
      if ((seats[node.seat] ?? PERSON) === PERSON) return node.parent;
    }
    return null;
  }

  // The node to which what was taken back can be done again.
  get onTo() {
    const seats = this.state.seats;
    let node = this.tree.at.next[0];
    while (node?.next[0] && (seats[node.next[0].seat] ?? PERSON) !== PERSON) node = node.next[0];
    return node ?? null;
  }

  // A game from a dealt start.
  static async deal(game, { rules = "", ...more }) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const { start } = await ask("position", new URLSearchParams({ game, rules, seed: String(seed) }));
    return new State({ game, rules, start, tree: new Tree(), ...more });
  }
}
