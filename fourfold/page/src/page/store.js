// The game on the board. A move is proposed, the engine accepts it, and only then it is played: a request
// that is refused or lost changes nothing.

import { ask } from "./api.js";
import { Teller, seed } from "./dom.js";
import { inColours, readEnding } from "./ending.js";
import { Lost, RETRY } from "./engine.js";
import { State, stored } from "./state.js";

/** @type {Game[]} */
export const games = JSON.parse(document.getElementById("games-data")?.textContent ?? "[]");

// The player of a seat that a person at this screen plays.
export const PERSON = "person";

// The player of a seat that a friend far away plays.
export const FAR = "far";

// Browsers refuse an address that changes more often.
const WRITE = 500;

// Says what happens: `change` with how the board came to show what it shows, `busy` with whether something is asked,
// and `say` with what there is to know: its kind is `progress`, `notice` or `error`.
class Store extends Teller {
  state = new State();
  /** @type {View | null} */
  view = null; // What the engine says of the position.
  /** @type {View | null} */
  before = null; // The view before it.
  stuck = false; // Whether the program to move has failed to.
  hurry = false; // Whether one steps through the game by a key that is held.
  id = history.state?.id ?? "";
  isShown = false; // Whether the board is what the page shows.
  asked = 0;
  /** @type {number | undefined} */
  retry;
  /** @type {number | undefined} */
  writing;
  written = -WRITE;

  /** @param {"progress" | "notice" | "error"} kind @param {string} text @param {() => void} [again] */
  say(kind, text, again) {
    this.tell("say", { kind, text, again });
  }

  // The view, where a game is on the board.
  get known() {
    return /** @type {View} */ (this.view);
  }

  get tree() {
    return this.state.tree;
  }

  get game() {
    return games.find(({ name }) => name === this.state.game);
  }

  /** @param {number} seat */
  player(seat) {
    return this.state.seats[seat] ?? PERSON;
  }

  // How the game ended at the node that is shown; null if it goes on.
  /** @returns {End | null} */
  get end() {
    const { known: { seats, outcome, ending, winner }, tree, state } = this;
    if (outcome) return { text: outcome, winner, reason: ending ?? "" };
    return tree.at.ending ? readEnding(tree.at.ending, seats, state) : null;
  }

  // Whether a program is to move: it does so at the end of a line, unless there is a puzzle.
  get isProgramsTurn() {
    const { known, tree, state } = this;
    const isEnd = this.end || state.puzzle || tree.at.next.length > 0;
    return !isEnd && ![PERSON, FAR].includes(this.player(known.seat));
  }

  // Whether a friend far away is to move.
  get isFarTurn() {
    return !this.end && this.tree.at.next.length === 0 && this.player(this.known.seat) === FAR;
  }

  // Asks about the position after moves; undefined if something else was asked since.
  /** @param {string[]} moves @returns {Promise<View | undefined>} */
  async look(moves) {
    const asked = ++this.asked;
    this.tell("busy", true);
    try {
      const found = await ask("position", this.state.params({ moves: moves.join(" ") }));
      if (asked !== this.asked) return;
      this.say("progress", "");
      return found;
    } catch (error) {
      if (asked === this.asked) throw error;
    } finally {
      if (asked === this.asked) this.tell("busy", false);
    }
  }

  // The same; says why it is refused.
  /** @param {string[]} moves */
  see(moves) {
    return this.look(moves).catch((error) => this.report(error));
  }

  // Says what went wrong, and offers to try it again; looks for an engine that the board has lost until it is found.
  /** @param {unknown} error @param {() => void} [again] @returns {undefined} */
  report(error, again) {
    clearTimeout(this.retry);
    const { message } = /** @type {Error} */ (error);
    if (error instanceof Lost && this.isShown) {
      this.say("progress", `${message} Trying again …`);
      this.retry = setTimeout(() => this.refresh(), RETRY);
    } else {
      this.say("progress", "");
      this.say("error", message, again);
    }
  }

  // Plays moves that the engine accepts; says whether it did. They become the main line, unless one tries out.
  /** @param {string[]} moves @param {Came} [came] */
  async propose(moves, came = moves.length === 1 ? "move" : "") {
    const { tree, state } = this;
    if (tree.at.ending) {
      this.say("notice", "The game ended here: go back to play otherwise.");
      return false;
    }
    const found = await this.see([...tree.line(), ...moves]);
    if (!found || this.state !== state) return false;
    const first = !state.lines && !state.puzzle;
    found.played.forEach((move, i) => tree.play(move, { seat: found.movers[i], first }));
    tree.at.places = found.last?.places ?? [];
    this.commit(found, came);
    return true;
  }

  // Shows another node of the game.
  /** @param {Move | null | undefined} node @param {{ came?: Came, hurry?: boolean }} [how] */
  async go(node, { came = "", hurry = false } = {}) {
    const { tree, state } = this;
    if (!node) return false;
    const found = await this.see(tree.line(node));
    if (!found || this.state !== state) return false;
    const isBack = node === tree.at.parent;
    const isForward = node.parent === tree.at;
    tree.at = node;
    this.hurry = hurry;
    this.commit(found, came || (isBack ? "back" : isForward ? "forward" : ""));
    return true;
  }

  refresh() {
    return this.go(this.tree.at, { came: "again" });
  }

  // Ends the game off the board, at the end of the line that one looks at.
  /** @param {string} ending */
  async finish(ending) {
    if (!(await this.go(this.tree.end(this.tree.at), { came: "again" })) || this.end) return;
    this.tree.at.ending = ending;
    await this.refresh();
  }

  /** @param {View} found @param {Came} came */
  commit(found, came) {
    this.before = this.view;
    this.view = found;
    this.tree.at.outcome = found.outcome;
    this.state.start ||= found.start;
    if (!["again", "begin"].includes(came)) this.state.chosen = [];
    this.write();
    this.tell("change", came);
  }

  // Shows a game from its first state; `fresh` is one that the browser's way back leads away from.
  /** @param {State} state @param {{ fresh?: boolean }} [how] */
  async begin(state, { fresh = true } = {}) {
    const before = this.state;
    this.flush();
    this.state = state;
    let refused, found;
    try {
      refused = await this.annotate();
      found = await this.look(state.tree.line());
    } finally {
      if (!found && this.state === state && this.view) this.state = before;
    }
    if (!found) return;
    if (fresh) {
      this.id = seed();
      history.pushState({ id: this.id }, "", String(state));
    }
    this.view = null;
    refused ??= this.checkEndings(found.seats);
    this.commit(found, "begin");
    if (refused) this.say("error", `The rest of this game was left out: ${refused}`);
  }

  // Has the engine say who makes the moves of the game and which of them end it, and leaves out what is illegal;
  // the first reason.
  async annotate() {
    const { tree, game, rules, start } = this.state;
    const nodes = tree.nodes();
    if (nodes.length === 1) return null;
    const numbers = new Map(nodes.map((node, i) => [/** @type {Move | null} */ (node), i]));
    const list = nodes.slice(1).map((node) => `${numbers.get(node.parent)}:${node.move}`);
    const { seats, outcomes, places, refused } = await ask("tree", new URLSearchParams({ game, rules, start, nodes: list.join(" ") }));
    nodes.slice(1).forEach((node, i) => {
      if (seats[i] === null) tree.remove(node);
      else Object.assign(node, { seat: seats[i], outcome: outcomes[i], places: places?.[i] ?? [] });
    });
    return refused;
  }

  // Leaves out what is no ending of the game; the first reason.
  /** @param {Seat[]} seats */
  checkEndings(seats) {
    const { tree, state } = this;
    const isWrong = (/** @type {Move} */ { ending, outcome, next }) => outcome || next.length > 0 || !readEnding(ending, seats, state);
    const wrong = tree.nodes().filter((node) => node.ending && isWrong(node));
    const [first] = wrong.map(({ ending, ply }) => `"${ending}" is no ending after ${ply} moves`);
    for (const node of wrong) node.ending = "";
    return first ?? null;
  }

  // Goes to another page, or to a game that was kept, with an entry in the browser's history.
  /** @param {State | string} state */
  leave(state, id = "") {
    this.flush();
    history.pushState({ id }, "", String(state));
    dispatchEvent(new PopStateEvent("popstate"));
  }

  // Writes the address and keeps the game, at once or soon.
  write() {
    const wait = this.written + WRITE - performance.now();
    this.writing ??= setTimeout(() => this.flush(), Math.max(0, wait));
  }

  flush() {
    if (!this.writing) return;
    clearTimeout(this.writing);
    this.writing = undefined;
    this.written = performance.now();
    const { state, view, id } = this;
    const { game, seats, tree } = state;
    const hash = String(state);
    history.replaceState({ id }, "", hash);
    if (!view || state.puzzle || tree.root.next.length === 0) return;
    const { ply: plies, outcome: ruled, ending } = tree.end();
    const outcome = inColours(ruled ?? (ending && readEnding(ending, view.seats, state)?.text) ?? "", view.seats);
    stored.keep({ id, game, seats, hash, plies, outcome, time: Date.now() });
  }

  // The node from which the person who moved last can move otherwise; null if there is none.
  get backTo() {
    let node = this.tree.at;
    while (node.parent && this.player(node.seat ?? 0) !== PERSON) node = node.parent;
    return node.parent;
  }

  // The node to which what was taken back can be done again.
  get onTo() {
    let [node] = this.tree.at.next;
    while (node?.next[0] && this.player(node.next[0].seat ?? 0) !== PERSON) [node] = node.next;
    return node ?? null;
  }
}

export const store = new Store();
addEventListener("pagehide", () => store.flush());

// Does something that may be refused, and says why it is; whether it was done.
/** @param {() => unknown} action @param {HTMLElement | null} [where] */
export async function attempt(action, where = null) {
  try {
    await action();
    return true;
  } catch (error) {
    if (where) where.textContent = /** @type {Error} */ (error).message;
    else store.report(error, error instanceof Lost ? () => attempt(action) : undefined);
    return false;
  }
}
