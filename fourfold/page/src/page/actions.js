// What the buttons and keys do.

import { ask, readRecord } from "./api.js";
import { beginNew, deal } from "./begin.js";
import { board } from "./board.js";
import { $, notice } from "./dom.js";
import { AGREED, resigns } from "./ending.js";
import { choose, chosen, players, rules } from "./front.js";
import { anyPuzzle, dayPuzzle, openPuzzle } from "./puzzle.js";
import { recordText, save } from "./record.js";
import { review } from "./review.js";
import { giveUp } from "./seats.js";
import { draft, openSetUp, undoSetUp } from "./set_up.js";
import { sound } from "./sound.js";
import { State, settings } from "./state.js";
import { PERSON, attempt, games, store } from "./store.js";
import { chance } from "./worth.js";

const THEMES = ["", "light", "dark"];

// How long a move is shown when the game plays itself.
const AUTOPLAY = 1000;

// The game that one has to do with.
const here = () => ($("play").hidden ? State.parse(location.hash).game || chosen.name : store.state.game);

// Shows how the settings are.
export function tell() {
  const isOn = settings.get("sound") !== "";
  $("sound").querySelector("use").setAttribute("href", isOn ? "#i-sound" : "#i-silent");
  $("sound").setAttribute("aria-pressed", String(isOn));
  $("pace").value = settings.get("pace");
  $("pace-said").textContent = `${(Number(settings.get("pace")) / 1000).toFixed(1)} s`;
}

const fromFront = (more) => beginNew(chosen.name, { rules: rules(), ...more });
const puzzleOf = (which, name = chosen.name) => openPuzzle(name, which($("puzzle-level").value));

const actions = {
  async "start-play"() {
    const { state, seats } = await deal(chosen.name, { rules: rules(), clock: $("clock").value });
    await store.begin(Object.assign(state, players(seats.length)));
  },
  "start-two": () => fromFront({ clock: $("clock").value }),
  "start-analyse": () => fromFront({ lines: "3" }),
  "start-puzzle": () => puzzleOf(anyPuzzle),
  "day-puzzle": () => puzzleOf(dayPuzzle),
  "rules-play"() {
    choose(games.find(({ name }) => name === here()) ?? games[0]);
    store.leave(new State());
  },
  "to-play": () => store.leave(new State()),
  "to-analyse"() {
    if ($("play").hidden) return beginNew(chosen.name, { lines: "3" });
    if (!store.state.lines) return actions.analyse();
  },
  "to-puzzles": () => puzzleOf(anyPuzzle, here()),
  "to-rules": () => store.leave(new State({ page: "rules", game: here() })),
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
    document.documentElement.dataset.theme = theme;
  },
  first: () => store.go(store.tree.root),
  back: (hurry) => board.stepBack() || store.go(store.tree.at.parent, { hurry }),
  next: (hurry) => store.go(store.tree.at.next[0], { hurry }),
  last: () => store.go(store.tree.end(store.tree.at)),
  undo: () => undoSetUp() || board.stepBack() || store.go(store.backTo),
  redo: () => store.go(store.onTo),
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
    review();
  },
  async hint() {
    const { best } = await ask("judge", store.state.params());
    const found = board.choice.legal.find(([move]) => move === best?.moves[0]);
    if (found) board.suggest(found);
  },
  resign: () => giveUp(store.view.seat, resigns),
  // People agree by asking; a program does so unless it is better off.
  async draw() {
    const isMet = store.state.seats.some((player) => player !== PERSON);
    const { best } = isMet ? await ask("judge", store.state.params()) : { best: null };
    const agreed = isMet ? chance(best.worth, store.game.scale) >= 0.5 : confirm("Do all agree on a draw?");
    if (agreed) return store.finish(AGREED);
    if (isMet) notice("The program plays on.");
  },
  // Steps through the game by itself, until it ends or something else is done.
  async autoplay() {
    const { tree } = store;
    for (let node = tree.at.next[0] ?? tree.root; node && (await store.go(node)); [node] = node.next) {
      await new Promise((done) => setTimeout(done, AUTOPLAY));
      if (store.tree.at !== node) return;
    }
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
    const { game, rules, seats, side, clock } = store.state;
    const isTurned = seats.length === 2 && store.view.seats.length === 2 && seats[0] !== seats[1];
    const turned = { s: "n", n: "s", e: "w", w: "e" };
    const more = isTurned ? { seats: seats.toReversed(), side: turned[side] } : { seats, side };
    return beginNew(game, { rules, clock, ...more });
  },
  home: () => store.leave(new State()),
  games: () => store.leave(new State({ page: "games" })),
  "set-up": openSetUp,
  link() {
    store.flush();
    return copy(location.href, "The link was copied.");
  },
  copy: () => copy(store.view.position, "The position was copied."),
  "copy-game": () => copy(recordText(store.state), "The game was copied."),
  async download() {
    const { text } = await readRecord(recordText(store.state));
    save(text, "text/plain", `${store.state.game}.txt`);
  },
  picture: () => save(board.picture(), "image/svg+xml", `${store.state.game}.svg`),
};

// Does what a button or a key says.
export function run(name, hurry = false) {
  if (draft && ["first", "back", "next", "last", "redo"].includes(name)) return;
  attempt(() => actions[name](hurry));
}

async function copy(text, done) {
  // There is no clipboard for pages of another machine.
  const copied = async () => navigator.clipboard.writeText(text);
  await copied().then(() => notice(done), () => prompt("Copy this:", text));
}
