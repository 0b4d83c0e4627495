// What is shown. All of it is in the address, so that a link or a reload shows the same.

import { local } from "./storage.js";
import { Tree } from "./tree.js";

// A tag of a record.
/** @param {string} name @param {string} value */
export const tag = (name, value) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`;

// The values of tags, by their names in lower case.
/** @param {string} text @returns {Map<string, string>} */
export function tagsOf(text) {
  const pairs = [...text.matchAll(/^\[(\w+) "((?:\\.|[^\\"])*)"\]$/gm)];
  return new Map(pairs.map(([, name, value]) => [name.toLowerCase(), value.replace(/\\(.)/g, "$1")]));
}

// The most lines that an analysis has.
const MOST_LINES = 64;

const SIDES = ["s", "w", "n", "e"];

export class State {
  page = ""; // `rules` or `games`; nothing for the board, or for the front door if there is no game.
  game = "";
  rules = "";
  start = "";
  tags = ""; // Those of a record, as lines.
  tree = new Tree();
  side = "s";
  /** @type {string[]} */
  seats = []; // The player of each seat; a person unless it says otherwise.
  puzzle = ""; // Its number, and the plies that it takes at least.
  tried = ""; // How the puzzle ended: `failed`, `solved` or `shown`.
  lines = ""; // How many an analysis shows; nothing if there is none.
  review = ""; // Whether the game is reviewed.
  clock = ""; // Minutes for each player and seconds for each move, as in `5+3`.
  /** @type {string[]} */
  chosen = []; // The first places of a move that is being made.
  /** @type {{ start: string, edits: string[] } | null} */
  draft = null; // What a position is put together from: a start, and edits.
  /** @type {PuzzleFound | null} */
  found = null; // What the engine says of the puzzle.

  constructor(/** @type {Partial<State>} */ more = {}) {
    Object.assign(this, more);
  }

  // A request about the position; the moves that led to it need not be told.
  /** @param {Record<string, any>} [more] */
  params(more) {
    const { game, rules, start, side, tree } = this;
    return new URLSearchParams({ game, rules, start, side, moves: tree.line().join(" "), from: String(tree.at.ply), ...more });
  }

  /** @param {number} step */
  turn(step) {
    this.side = SIDES[(SIDES.indexOf(this.side) + step) % SIDES.length];
  }

  toString() {
    const { tree, seats, chosen, draft, found, ...all } = this;
    const nodes = tree.nodes();
    Object.assign(all, {
      moves: String(tree),
      at: tree.at === tree.end() ? "" : nodes.indexOf(tree.at),
      ended: nodes.flatMap(({ ending }, i) => (ending ? [`${i}:${ending}`] : [])).join(";"),
      side: all.side === "s" ? "" : all.side,
      seats: seats.join(";"),
      chosen: chosen.join(","),
      draft: draft?.start ?? "",
      edits: draft?.edits.join(";") ?? "",
    });
    return `#${new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""))}`;
  }

  // Reads an address.
  /** @param {string} text */
  static parse(text) {
    const hash = new URLSearchParams(text.slice(1));
    const said = (/** @type {string} */ name) => hash.get(name) ?? "";
    const words = (/** @type {string} */ name, /** @type {string} */ between) => said(name).split(between).filter(Boolean);
    const state = new State();
    const fields = /** @type {Record<string, any>} */ (state);
    for (const name in fields) if (typeof fields[name] === "string" && hash.has(name)) fields[name] = said(name);
    if (!SIDES.includes(state.side)) state.side = "s";
    const lines = Math.trunc(Number(state.lines));
    if (state.lines) state.lines = lines > 0 && lines <= MOST_LINES ? String(lines) : "3";
    state.seats = words("seats", ";");
    state.chosen = words("chosen", ",");
    if (said("draft")) state.draft = { start: said("draft"), edits: words("edits", ";") };
    state.tree = Tree.parse(said("moves"));
    const nodes = state.tree.nodes();
    state.tree.at = nodes[said("at") ? Number(said("at")) : -1] ?? state.tree.end();
    for (const [, at, ending] of said("ended").matchAll(/(\d+):([^;]+)/g)) if (nodes[Number(at)]) nodes[Number(at)].ending = ending;
    return state;
  }
}

const STORED = "games";
const MOST_STORED = 30;

// The games that were played here, the last one first.
export const stored = {
  /** @returns {Kept[]} */
  all() {
    try {
      return JSON.parse(local.get(STORED) ?? "[]") ?? [];
    } catch {
      return [];
    }
  },

  /** @param {Kept} game */
  keep(game) {
    const others = this.all().filter(({ id }) => id !== game.id);
    local.set(STORED, JSON.stringify([game, ...others].slice(0, MOST_STORED)));
  },

  /** @param {string} id */
  remove(id) {
    local.set(STORED, JSON.stringify(this.all().filter((game) => game.id !== id)));
  },
};

// The settings of this browser.
export const settings = {
  usual: /** @type {Record<string, string>} */ ({ sound: "", pace: "400", theme: "", streak: "0" }),

  /** @param {string} name @returns {string} */
  get(name) {
    return local.get(name) ?? this.usual[name];
  },

  /** @param {string} name @param {unknown} value */
  set(name, value) {
    local.set(name, String(value));
  },
};
