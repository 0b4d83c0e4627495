// What the buttons and keys do.

import { ask } from "./api.js";
import { anyPuzzle, dayPuzzle, deal, leave, openPuzzle } from "./begin.js";
import { $, capital, icon } from "./dom.js";
import { attempt, board, clock, front, game, games, notice, puzzle, review, setUp, showReview, store } from "./play.js";
import { download, recordText, save } from "./record.js";
import { sound } from "./sound.js";
import { State, settings } from "./state.js";
import { PERSON, Store } from "./store.js";
import { chance } from "./worth.js";

const THEMES = ["", "light", "dark"];

// How long a move is shown when the game plays itself.
const AUTOPLAY = 1000;

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
function finish(winner, text, reason) {
  store.over = { winner, text, reason };
  clock.stop();
  return store.refresh();
}

// A seat gives the game up: of two the other one wins, of more a program plays on for it.
export function giveUp(loser, reason) {
  const { seats: all } = store.view;
  if (all.length === 2) return finish(1 - loser, `${all[1 - loser].name} wins`, reason);
  store.state.seats = all.map((_, i) => (i === loser ? game().level : store.state.seats[i] ?? PERSON));
  return store.refresh().then(() => notice(`${reason} A program plays on for ${all[loser].name}.`));
}

// The game that one has to do with.
function here() {
  return $("play").hidden ? State.parse(location.hash).game || front.game.name : store.state.game;
}

// Shows how the settings are.
export function tell() {
  const isOn = settings.get("sound") !== "";
  $("sound").replaceChildren(icon(isOn ? "sound" : "silent"));
  $("sound").setAttribute("aria-pressed", String(isOn));
  $("pace").value = settings.get("pace");
  $("pace-said").textContent = `${(Number(settings.get("pace")) / 1000).toFixed(1)} s`;
}

const fromFront = (more) => deal(front.game.name, { rules: front.rules(), ...more });
const puzzleOf = (which, name = front.game.name) => openPuzzle(name, which($("puzzle-level").value));

export const actions = {
  async "start-play"() {
    const state = await Store.deal(front.game.name, { rules: front.rules(), clock: $("clock").value });
    const { seats: all } = await ask("position", state.params());
    const { seats: players, side } = front.chosen(all.length);
    const turned = all.length === 2 ? ["s", "n"] : ["s", "w", "n", "e"];
    await store.begin(Object.assign(state, { seats: players, side: turned[side] ?? "s" }));
  },
  "start-two": () => fromFront({ clock: $("clock").value }),
  "start-analyse": () => fromFront({ lines: "3" }),
  "start-puzzle": () => puzzleOf(anyPuzzle),
  "day-puzzle": () => puzzleOf(dayPuzzle),
  "rules-play"() {
    front.game = games.find(({ name }) => name === (State.parse(location.hash).game || games[0].name));
    return leave(new State());
  },
  "to-play": () => leave(new State()),
  "to-analyse": () => ($("play").hidden ? deal(front.game.name, { lines: "3" }) : store.state.lines ? null : actions.analyse()),
  "to-puzzles": () => puzzleOf(anyPuzzle, here()),
  "to-rules": () => leave(new State({ page: "rules", game: here() })),
  menu() {
    $("menu-play").hidden = $("play").hidden;
    $("menu").showModal();
  },
  sound() {
    settings.set("sound", settings.get("sound") ? "" : "yes");
    tell();
    sound("put");
  },
  theme() {
    const theme = THEMES[(THEMES.indexOf(settings.get("theme")) + 1) % THEMES.length];
    settings.set("theme", theme);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  },
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
  resign: () => giveUp(store.view.seat, `${capital(store.view.seats[store.view.seat].name)} resigned.`),
  // People agree by asking; a program does so unless it is better off.
  async draw() {
    const isMet = store.state.seats.some((player) => player !== PERSON);
    const { best } = isMet ? await ask("judge", store.state.params()) : { best: null };
    const agreed = isMet ? chance(best.worth, game().scale) >= 0.5 : confirm("Do all agree on a draw?");
    if (agreed) return finish(null, "draw", "By agreement.");
    if (isMet) notice("The program plays on.");
  },
  // Steps through the game by itself, until it ends or something else is done.
  autoplay() {
    const { at } = store.tree;
    const on = (node) => setTimeout(async () => {
      if (store.tree.at === node && node.next[0] && (await visit(node.next[0]))) on(node.next[0]);
    }, AUTOPLAY);
    return at.next[0] ? visit(at.next[0]).then(() => on(at.next[0])) : visit(store.tree.root).then(() => on(store.tree.root));
  },
  promote() {
    store.tree.promote(store.tree.at);
    return store.refresh();
  },
  remove() {
    store.tree.remove(store.tree.at);
    return store.refresh();
  },
  rematch() {
    const { game: name, rules, seats: players, side, clock: minutes } = store.state;
    const isPair = store.view.seats.length === 2;
    const others = isPair && players.length === 2 ? [players[1], players[0]] : players;
    const turned = isPair && players.length === 2 && players[0] !== players[1];
    return deal(name, { rules, seats: others, clock: minutes, side: turned ? { s: "n", n: "s", e: "w", w: "e" }[side] : side });
  },
  home: () => leave(new State()),
  games: () => leave(new State({ page: "games" })),
  "set-up"() {
    $("set-up").hidden = false;
    $("set-up").open = true;
  },
  link: () => copy(location.href, "The link was copied."),
  copy: () => copy(store.view.position, "The position was copied."),
  "copy-game": () => copy(recordText(store.state), "The game was copied."),
  download: () => download(store.state),
  picture: () => save(board.picture(), "image/svg+xml", `${store.state.game}.svg`),
};

// Does what a button or a key says.
export function run(name, hurry = false) {
  if (setUp.now && ["first", "back", "next", "last", "redo"].includes(name)) return;
  attempt(() => actions[name](hurry));
}

async function copy(text, done) {
  await navigator.clipboard.writeText(text).then(() => notice(done), () => prompt("Copy this:", text));
}

