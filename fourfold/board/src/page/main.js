// The page: which button and which key does what.

import { actions, follow, run } from "./actions.js";
import { ask } from "./api.js";
import { anyPuzzle, arrive, dayPuzzle, deal, leave, openPuzzle, take } from "./begin.js";
import { $, all } from "./dom.js";
import { wireMenu } from "./menu.js";
import { attempt, board, front, games, lookAgain, store, toggleSetUp } from "./play.js";
import { State } from "./state.js";
import { Store } from "./store.js";

function wireFront() {
  const on = (id, action) => $(id).addEventListener("click", () => attempt(action));
  on("start-play", async () => {
    const rules = front.rules();
    const state = await Store.deal(front.game.name, { rules, clock: $("clock").value });
    const { seats: all } = await ask("position", state.params());
    const { seats: players, side } = front.chosen(all.length);
    const turned = all.length === 2 ? ["s", "n"] : ["s", "w", "n", "e"];
    await store.begin(Object.assign(state, { seats: players, side: turned[side] ?? "s" }));
  });
  on("start-two", () => deal(front.game.name, { rules: front.rules(), clock: $("clock").value }));
  on("start-analyse", () => deal(front.game.name, { rules: front.rules(), lines: "3" }));
  on("start-puzzle", () => openPuzzle(front.game.name, anyPuzzle($("puzzle-level").value)));
  on("day-puzzle", () => openPuzzle(front.game.name, dayPuzzle($("puzzle-level").value)));
  on("rules-play", () => {
    front.game = games.find(({ name }) => name === (State.parse(location.hash).game || games[0].name));
    return leave(new State());
  });
  $("other-programs").addEventListener("change", () => front.pick($("other-programs").value));
  on("home", () => leave(new State()));
}

const places = {
  play: () => leave(new State()),
  analyse: () => ($("play").hidden ? deal(front.game.name, { lines: "3" }) : store.state.lines ? null : actions.analyse()),
  puzzles: () => openPuzzle(here(), anyPuzzle($("puzzle-level").value)),
  rules: () => leave(new State({ page: "rules", game: here() })),
};

// The game that one has to do with.
function here() {
  return $("play").hidden ? State.parse(location.hash).game || front.game.name : store.state.game;
}

function wirePlay() {
  for (const one of all("[data-do]")) one.addEventListener("click", () => run(one.dataset.do));
  for (const one of all("#nav button")) one.addEventListener("click", () => attempt(places[one.dataset.nav]));
  const on = (id, event, action) => $(id).addEventListener(event, action);
  on("rematch", "click", () => run("rematch"));
  on("typed", "submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      await follow($("move").value.trim().split(/\s+/).filter(Boolean));
      $("move").value = "";
    });
  });
  on("lines", "change", () => {
    store.state.lines = $("lines").value;
    store.refresh();
  });
  on("ways", "change", () => {
    store.state.ways = $("ways").checked ? "yes" : "";
    store.refresh();
  });
  on("comment", "change", () => {
    store.tree.at.comment = $("comment").value.trim();
    store.refresh();
  });
  on("set-up", "toggle", toggleSetUp);
  on("setup", "submit", (event) => {
    event.preventDefault();
    const text = $("setup-text").value.trim();
    if (text || !$("setup-error").textContent) attempt(() => take(text), $("setup-error"));
  });
  addEventListener("paste", (event) => {
    if (!isTyping(event)) attempt(() => take(event.clipboardData.getData("text").trim()));
  });
  addEventListener("keydown", (event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || $("play").hidden) return;
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", Backspace: "undo", f: "flip" };
    if (event.key === "Escape") board.stepBack();
    if (!keys[event.key]) return;
    event.preventDefault();
    run(keys[event.key], event.repeat);
  });
  addEventListener("popstate", () => attempt(arrive));
  // Pages that nobody sees do not search, and leave their connections to those that are seen.
  document.addEventListener("visibilitychange", lookAgain);
}

const isTyping = (event) => event.target.closest?.("input, textarea, select, dialog");

wireFront();
wirePlay();
wireMenu(run, (file) => attempt(async () => take((await file.text()).trim())));
attempt(arrive);
