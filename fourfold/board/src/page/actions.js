// What the buttons and keys do.

import { ask } from "./api.js";
import { deal, leave } from "./begin.js";
import { $, capital } from "./dom.js";
import { attempt, board, clock, notice, puzzle, review, setUp, showReview, store } from "./play.js";
import { download, recordText } from "./record.js";
import { sound } from "./sound.js";
import { State } from "./state.js";

export async function played(move, came = "move") {
  if (review.quiz && (await attempt(() => store.propose(move, { came })))) {
    return attempt(() => review.answer(move, store.state.params()));
  }
  if (!(await store.propose(move, { came }))) return board.stepBack();
  if (store.state.puzzle) attempt(() => puzzle.played(move));
  else if (store.state.review) showReview();
}

// Goes to a node of the game.
export function visit(node, hurry = false) {
  store.hurry = hurry;
  if (setUp.now) {
    $("set-up").open = false;
    setUp.stop();
  }
  return store.go(node);
}

// Plays several moves at once.
export async function follow(moves) {
  const { tree } = store;
  const found = await store.see([...tree.line(), ...moves]);
  if (!found) return;
  found.played.slice(tree.at.ply).forEach((move) => tree.play(move, { seat: found.movers[tree.at.ply] }));
  store.commit(found, moves.length === 1 ? "move" : "");
}

export async function explain(places) {
  if (!store.view || store.view.outcome) return;
  sound("wrong");
  const { reason } = await ask("refusal", store.state.params({ places: places.join(",") }));
  notice(reason ? `Not there: ${reason}.` : "Not there.");
}

// Ends a game off the board.
export function finish(loser, reason) {
  const { seats: all } = store.view;
  const winner = all.length === 2 ? 1 - loser : null;
  store.over = { winner, text: winner === null ? `${all[loser].name} loses` : `${all[winner].name} wins`, reason };
  clock.stop();
  store.refresh();
}

export const actions = {
  first: () => visit(store.tree.root),
  back: (hurry) => board.stepBack() || visit(store.tree.at.parent, hurry),
  next: (hurry) => visit(store.tree.at.next[0], hurry),
  last: () => visit(store.tree.end(store.tree.at)),
  undo: () => setUp.undo() || board.stepBack() || visit(store.backTo),
  redo: () => visit(store.onTo),
  flip() {
    store.state.turn(store.view.seats.length > 2 ? 1 : 2);
    return store.refresh();
  },
  analyse() {
    store.state.lines = store.state.lines ? "" : $("lines").value;
    return store.refresh();
  },
  review() {
    store.state.review = "yes";
    store.write();
    showReview();
  },
  async hint() {
    const { best } = await ask("judge", store.state.params());
    const found = board.legal.find(([move]) => move === best?.moves[0]);
    if (found) board.suggest(found);
  },
  resign: () => finish(store.view.seat, `${capital(store.view.seats[store.view.seat].name)} resigned.`),
  rematch() {
    const { game: name, rules, seats: players, side, clock: minutes } = store.state;
    const isPair = store.view.seats.length === 2;
    const others = isPair && players.length === 2 ? [players[1], players[0]] : players;
    const turned = isPair && players.length === 2 && players[0] !== players[1];
    return deal(name, { rules, seats: others, clock: minutes, side: turned ? { s: "n", n: "s", e: "w", w: "e" }[side] : side });
  },
  again: () => leave(new State()),
  games: () => leave(new State({ page: "games" })),
  new: () => leave(new State()),
  "set-up"() {
    $("set-up").hidden = false;
    $("set-up").open = true;
  },
  link: () => copy(location.href, "The link was copied."),
  copy: () => copy(store.view.position, "The position was copied."),
  "copy-game": () => copy(recordText(store.state), "The game was copied."),
  download: () => download(store.state),
};

// Does what a button or a key says.
export function run(name, hurry = false) {
  if (setUp.now && ["first", "back", "next", "last", "redo"].includes(name)) return;
  attempt(() => actions[name](hurry));
}

async function copy(text, done) {
  await navigator.clipboard.writeText(text).then(() => notice(done), () => prompt("Copy this:", text));
}

