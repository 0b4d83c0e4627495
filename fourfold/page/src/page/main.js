// The page: which button and which key does what.

import { run, tell } from "./actions.js";
import { arrive, take } from "./begin.js";
import { board } from "./board.js";
import { $, all, complain, isTyped, notice, progress } from "./dom.js";
import { pick, pickLevel } from "./front.js";
import { lookAgain } from "./play.js";
import { toggleSetUp } from "./set_up.js";
import { settings } from "./state.js";
import { attempt, store } from "./store.js";

// What modules that come later need.
export * from "./dom.js";
export * from "./names.js";
export * from "./status.js";
export * from "./store.js";

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", Backspace: "undo", f: "flip" };

/** @type {(id: string, event: string, action: (event: any) => void) => void} */
const on = (id, event, action) => $(id).addEventListener(event, action);
const isTyping = (/** @type {any} */ event) => event.target.closest?.("input, textarea, select, dialog");

for (const one of all("[data-do], [data-nav]")) {
  one.addEventListener("click", () => run(one.dataset.do ?? `to-${one.dataset.nav}`));
}
on("level", "input", () => pickLevel($("level").value));
on("other-programs", "change", () => pick($("other-programs").value));
on("options", "keydown", ({ key }) => key === "Enter" && run("start-play"));
on("typed", "submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    await store.propose($("move").value.trim().split(/\s+/).filter(Boolean));
    $("move").value = "";
  });
});
on("lines", "change", () => {
  store.state.lines = $("lines").value;
  store.refresh();
});
// A note is about the move that was shown when one began to type.
/** @type {import("./store.js").store["tree"]["at"] | null} */
let noted = null;
on("comment", "beforeinput", () => {
  if (!isTyped($("comment"))) noted = store.tree.at;
});
on("comment", "input", () => {
  (noted ??= store.tree.at).comment = $("comment").value.trim();
  store.write();
});
on("comment", "change", () => {
  $("comment").defaultValue = $("comment").value;
  store.refresh();
});
on("set-up", "toggle", toggleSetUp);
on("setup", "submit", (event) => {
  event.preventDefault();
  const text = $("setup-text").value.trim();
  if (text || !$("setup-error").textContent) attempt(() => take(text), $("setup-error"));
});
on("upload", "change", () => {
  const [file] = $("upload").files;
  $("upload").value = "";
  $("menu").close();
  attempt(async () => take((await file.text()).trim()));
});
on("pace", "input", () => {
  settings.set("pace", $("pace").value);
  tell();
});
addEventListener("paste", (event) => {
  if (!isTyping(event)) attempt(() => take(event.clipboardData?.getData("text").trim() ?? ""));
});
addEventListener("keydown", (event) => {
  if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || !store.isShown) return;
  if (event.key === "Escape" && !board.stepBack() && !$("end").hidden) run("see-board");
  if (!KEYS[event.key]) return;
  event.preventDefault();
  run(KEYS[event.key], event.repeat);
});
/** @type {Record<string, (text: string, again?: () => void) => void>} */
const channels = { progress: (text) => progress(text), notice, error: complain };
store.on("say", ({ kind, text, again }) => channels[kind](text, again));
addEventListener("loading", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  progress(detail < 1 ? "The program is loading …" : "", detail);
});
// What nothing else has said.
addEventListener("error", ({ message }) => complain(`The page has failed: ${message}`));
addEventListener("unhandledrejection", ({ reason }) => complain(`The page has failed: ${reason?.message ?? reason}`));
addEventListener("popstate", () => attempt(arrive));
// Pages that nobody sees do not search, and leave their connections to those that are seen.
document.addEventListener("visibilitychange", lookAgain);
tell();
attempt(arrive);
