// What the buttons and keys do.

import { ask } from "./api.js";
import { beginNew, deal } from "./begin.js";
import { board } from "./board.js";
import { $, confirmed, notice, wait } from "./dom.js";
import { AGREED, resigns } from "./ending.js";
import { choose, chosen, players, rules } from "./front.js";
import { colourOf, isMine, names } from "./names.js";
import { anyPuzzle, dayPuzzle, openPuzzle } from "./puzzle.js";
import { recordText } from "./record.js";
import { isReviewed, review } from "./review.js";
import { giveUp } from "./seats.js";
import { draft, openSetUp, undoSetUp } from "./set_up.js";
import { copy, copyLink, download, downloadReview, savePicture, share } from "./share.js";
import { sound } from "./sound.js";
import { State, settings } from "./state.js";
import { seeBoard } from "./status.js";
import { FAR, PERSON, attempt, games, store } from "./store.js";
import { chance } from "./worth.js";

const THEMES = ["", "light", "dark"];

// How long a move is shown when the game plays itself.
const AUTOPLAY = 1000;

// The first move at which a program agrees to a draw.
const EARLIEST_DRAW = 10;

// The game that one has to do with.
const here = () => (store.isShown ? store.state.game : State.parse(location.hash).game || chosen.name);

// Shows how the settings are.
export function tell() {
  const isOn = settings.get("sound") !== "";
  $("sound").querySelector("use").setAttribute("href", isOn ? "#i-sound" : "#i-silent");
  $("sound").ariaPressed = String(isOn);
  $("menu-sound").textContent = isOn ? "Sound: on" : "Sound: off";
  $("menu-theme").textContent = `Theme: ${settings.get("theme") || "system"}`;
  $("pace").value = settings.get("pace");
  $("pace-said").textContent = `${(Number(settings.get("pace")) / 1000).toFixed(1)} s`;
}

const fromFront = (/** @type {any} */ more) => beginNew(chosen.name, { rules: rules(), ...more });
const puzzleOf = (/** @type {typeof anyPuzzle} */ which, name = chosen.name) => openPuzzle(name, which($("puzzle-level").value));

// Begins a game with others in the seats that are not one's own.
/** @param {string} [other] @param {any} [more] */
async function startAgainst(other, more = { clock: $("clock").value }) {
  const { state, seats } = await deal(chosen.name, { rules: rules(), ...more });
  await store.begin(Object.assign(state, players(seats.length, other)));
}

/** @type {Record<string, (hurry: boolean) => unknown>} */
const actions = {
  "start-play": () => startAgainst(),
  "start-two": () => fromFront({ clock: $("clock").value }),
  "start-far": () => startAgainst(FAR, {}),
  "start-analyse": () => fromFront({ lines: "3" }),
  "start-puzzle": () => puzzleOf(anyPuzzle),
  "day-puzzle": () => puzzleOf(dayPuzzle),
  "rules-play"() {
    choose(games.find(({ name }) => name === here()) ?? games[0]);
    store.leave(new State());
  },
  "to-play": () => store.leave(new State()),
  "to-analyse"() {
    if (!store.isShown) return beginNew(here(), { lines: "3" });
    if (!store.state.lines) return actions.analyse(false);
  },
  "to-puzzles": () => puzzleOf(anyPuzzle, here()),
  "to-rules": () => store.leave(new State({ page: "rules", game: here() })),
  menu() {
    $("menu-play").hidden = !store.isShown;
    $("menu-reviewed").hidden = !isReviewed();
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
    tell();
  },
  first: () => store.go(store.tree.root),
  back: (hurry) => board.stepBack() || store.go(store.tree.at.parent, { hurry }),
  next: (hurry) => store.go(store.tree.at.next[0], { hurry }),
  last: () => store.go(store.tree.end(store.tree.at)),
  undo: () => undoSetUp() || board.stepBack() || store.go(store.backTo),
  redo: () => store.go(store.onTo),
  flip() {
    store.state.turn(store.known.seats.length > 2 ? 1 : 2);
    return store.refresh();
  },
  analyse() {
    store.state.lines = store.state.lines ? "" : $("lines").value;
    return store.refresh();
  },
  review() {
    store.state.review = "yes";
    store.write();
    seeBoard();
    review();
  },
  "see-board": seeBoard,
  async hint() {
    const { best } = await ask("judge", store.state.params());
    const found = board.choice.legal.find(([move]) => move === best?.moves[0]);
    if (found) board.suggest(found);
  },
  async resign() {
    const { seat, seats } = store.known;
    const others = seats.length === 2 ? `${names()[1 - seat]} wins then.` : "A program plays on then.";
    if (await confirmed(`${isMine(seat) ? "Resign" : `Does ${colourOf(seat).toLowerCase()} resign`}? ${others}`, "Resign")) return giveUp(seat, resigns);
  },
  // People agree by asking; a program does so unless it is better off, or the game has just begun.
  async draw() {
    const isMet = store.state.seats.some((player) => ![PERSON, FAR].includes(player));
    if (!isMet) return (await confirmed("Do all agree on a draw?", "Draw")) && store.finish(AGREED);
    const { best } = await ask("judge", store.state.params());
    const isEven = chance(best.worth) >= 0.5;
    if (isEven && store.tree.at.ply >= EARLIEST_DRAW) return store.finish(AGREED);
    notice(isEven ? "The program wants to play first." : "The program plays on.");
  },
  // Steps through the game by itself, until it ends or something else is done.
  async autoplay() {
    const { tree } = store;
    for (let node = tree.at.next[0] ?? tree.root; node && (await store.go(node)); node = node.next[0]) {
      await wait(AUTOPLAY);
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
    const isTurned = seats.length === 2 && store.known.seats.length === 2 && seats[0] !== seats[1];
    const turned = /** @type {Record<string, string>} */ ({ s: "n", n: "s", e: "w", w: "e" });
    const more = isTurned ? { seats: seats.toReversed(), side: turned[side] } : { seats, side };
    return beginNew(game, { rules, clock, ...more });
  },
  home: () => store.leave(new State()),
  games: () => store.leave(new State({ page: "games" })),
  "set-up": openSetUp,
  jewels: async () => (await import("./jewels.js")).openJewels(),
  share,
  print: () => print(),
  link: copyLink,
  copy: () => copy(store.known.position, "The position was copied."),
  "copy-game": () => copy(recordText(store.state), "The game was copied."),
  download,
  "download-review": downloadReview,
  picture: savePicture,
  hurry() {}, // Whoever waits for a program listens to the button.
};

// Does what a button or a key says.
/** @param {string} name */
export function run(name, hurry = false) {
  if (draft && ["first", "back", "next", "last", "redo"].includes(name)) return;
  attempt(() => actions[name](hurry));
}
