// What is shown. All of it is in the address, so that a link or a reload shows the same.

import { Tree } from "./tree.js";

const SIDES = ["s", "w", "n", "e"];

export class State {
  constructor() {
    Object.assign(this, {
      game: "",
      rules: "",
      start: "",
      tags: "", // Those of a record, as lines.
      tree: new Tree(),
      side: "s",
      seats: [], // The player of each seat; a person unless it says otherwise.
      puzzle: "", // Its number, and the plies that it takes at least.
      lines: "", // How many an analysis shows; nothing if there is none.
      ways: "", // Whether shortest ways are shown.
      review: "", // Whether the curve of the game is shown.
      chosen: [], // The first places of a move that is being made.
      draft: null, // What a position is put together from: a start, and edits.
    });
  }

  // A request about the position.
  params(more) {
    const { game, rules, start, side, tree } = this;
    return new URLSearchParams({ game, rules, start, side, moves: tree.line().join(" "), ...more });
  }

  turn(step) {
    this.side = SIDES[(SIDES.indexOf(this.side) + step) % SIDES.length];
  }

  write() {
    const { tree, seats, chosen, draft, ...all } = this;
    Object.assign(all, {
      moves: String(tree),
      at: tree.nodes().indexOf(tree.at),
      seats: seats.join(";"),
      chosen: chosen.join(","),
      draft: draft?.start ?? "",
      edits: draft?.edits.join(";") ?? "",
    });
    const hash = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
    history.replaceState(null, "", `#${hash}`);
  }

  // Reads the address; null if it names none of these games.
  static read(games) {
    const hash = new URLSearchParams(location.hash.slice(1));
    const said = (name) => hash.get(name) ?? "";
    const words = (name, between) => said(name).split(between).filter(Boolean);
    if (!games.some(({ name }) => name === said("game"))) return null;
    const state = new State();
    for (const name of ["game", "rules", "start", "tags", "puzzle", "lines", "ways", "review"]) {
      state[name] = said(name);
    }
    if (SIDES.includes(said("side"))) state.side = said("side");
    state.seats = words("seats", ";");
    state.chosen = words("chosen", ",");
    if (said("draft")) state.draft = { start: said("draft"), edits: words("edits", ";") };
    state.tree = Tree.parse(said("moves"));
    state.tree.at = state.tree.nodes()[said("at") || -1];
    if (!state.tree.at) state.tree.go("last");
    return state;
  }
}
