// Which of the pages is shown, with its title; and where the focus goes.

import { stopAnalysis } from "./analysis.js";
import { $ } from "./dom.js";
import { store } from "./store.js";

/** @type {Record<string, string>} */
const HEADINGS = { front: "motto", rules: "rules-title", games: "games-title", play: "title" };

let lastPage = "";

/** @param {string} page */
export function showPage(page) {
  for (const name in HEADINGS) $(name).hidden = name !== page;
  store.isShown = page === "play";
  document.body.removeAttribute("aria-busy");
  const { puzzle, lines } = store.state;
  const playing = puzzle ? "puzzles" : lines ? "analyse" : "play";
  const now = /** @type {Record<string, string>} */ ({ front: "play", games: "", rules: "rules", play: playing })[page];
  for (const one of $("nav").children) one.ariaCurrent = one.dataset.nav === now ? "page" : null;
  if (page !== "play") stopAnalysis();
  if (lastPage && lastPage !== page) {
    // Who comes from another page begins at the top of this one.
    const isKept = document.activeElement?.matches("dialog *");
    scrollTo(0, 0);
    if (!isKept) $(HEADINGS[page]).focus({ preventScroll: true });
  }
  lastPage = page;
  tellTitle(page);
}

// Says in the title what is shown.
/** @param {string} page */
function tellTitle(page) {
  const called = { front: "", rules: `Rules of ${$("rules-title").textContent}`, games: "All games", play: store.game?.title ?? "" }[page];
  document.title = called ? `${called} – Fourfold` : "Fourfold";
}
