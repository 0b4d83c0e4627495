// The one place that says whose turn it is and what to do now, and the banner of the end.

import { board } from "./board.js";
import { $, capital, disc, make, reconcile } from "./dom.js";
import { colourOf, coloured, endInWords, isMine, names } from "./names.js";
import { turns } from "./record.js";
import { FAR, PERSON, store } from "./store.js";

/** @type {unknown} */
let seen = null; // The end that was looked at, and whose banner is gone.

export function showStatus() {
  const { known: { seats, seat }, end, isProgramsTurn } = store;
  const status = $("status");
  status.classList.toggle("ended", Boolean(end));
  status.classList.toggle("thinking", !end && isProgramsTurn && !store.stuck);
  status.classList.toggle("mine", !end && !isProgramsTurn && store.player(seat) === PERSON);
  $("hurry").hidden = Boolean(end) || !isProgramsTurn || store.stuck;
  $("status-disc").dataset.hue = seats[end ? end.winner ?? -1 : seat]?.hue ?? "";
  const [text, help] = end ? Object.values(endInWords(end)) : task();
  $("say").textContent = capital(text);
  $("help").textContent = capital(help);
}

// What is to be done now, and more about it.
function task() {
  const { known, tree, state } = store;
  const { seat, task } = known;
  const name = names()[seat];
  if (store.isProgramsTurn && store.stuck) return [`${name} makes no move`, "Another player can be chosen at the seat."];
  if (store.isProgramsTurn) return [`${name} is thinking`, ""];
  const say = coloured(task?.say ?? "");
  if (store.player(seat) === FAR && tree.at.next.length === 0) return ["Your friend's turn", "The link has your move. Open the one that comes back."];
  const { isBegun, places, items } = board.choice;
  const text = `${isMine(seat) ? "Your turn" : colourOf(seat)}: ${isBegun ? "choose where to go on" : say}`;
  if (isBegun && items.includes(places[0]) && places.length === 1) return [`${capital(places[0].replace(/^.*:/, "card "))} chosen`, "Point at the place where it goes. Esc gives it up."];
  if (isBegun) return [text, `From ${places.join(", ")}. Esc gives it up.`];
  if (tree.at.next.length === 0 || state.lines || state.puzzle) return [text, coloured(task?.help ?? "")];
  const { round } = turns(tree.root).find(({ nodes }) => nodes.includes(tree.at)) ?? { round: 0 };
  return [text, `Looking back at ${round ? `turn ${round}` : "the start"}: → goes on, a move plays on from here.`];
}

// Shows how the game ended over the foot of the board, until one wants to see the board.
export function showEnd() {
  const { end, state, tree } = store;
  const is = end !== null && state.puzzle === "" && !state.lines && !state.review && seen !== tree.at;
  $("end").hidden = !is;
  board.svg?.classList.toggle("decided", is && board.decisive.length > 0);
  if (!end) seen = null;
  if (!end) return;
  const { text, reason } = endInWords(end);
  $("end").classList.toggle("high", isLow(store.known.decisive));
  $("end-say").textContent = text;
  $("end-help").textContent = reason;
  $("open-jewels").hidden = !hasJewels();
  showResults(null);
}

// What a seat holds, or the best of it.
/** @param {number} seat */
export const trayOf = (seat, best = false) => store.known.trays.find(({ caption }) => caption.startsWith(`${store.known.seats[seat].name}${best ? "'s" : ":"}`));

// Whether this game has jewels to lay: its hands are of cards with five colours.
const hasJewels = () => store.known.seats.every((_, i) => trayOf(i)?.items.every(({ place }) => /:[a-z]{5}$/.test(place)) && trayOf(i)?.caption.includes("point"));

// Whether places are at the foot of the board, where the banner would hide them.
/** @param {string[]} places */
function isLow(places) {
  const heights = places.map((place) => board.geometry.centre(place)?.y ?? 0);
  return heights.length > 0 && Math.max(...heights) > 0.6 * (board.svg?.viewBox.baseVal.height ?? 0);
}

// Puts the banner away.
export function seeBoard() {
  seen = store.tree.at;
  showEnd();
  $("board").focus({ preventScroll: true });
}

// Shows the score of each player, and how well it played where that is known.
/** @param {(string | null)[] | null} accuracies */
export function showResults(accuracies) {
  const { known: { seats } } = store;
  const called = names();
  const points = seats.map((_, i) => $("play").querySelector(`.seat[data-seat="${i}"] .points`)).map((field) => (field.hidden ? "" : `${field.points} ${field.points === 1 ? "point" : "points"}`));
  const shown = accuracies || points.some(Boolean) ? seats.map((_, i) => i) : [];
  reconcile($("results"), shown, (i) => i, (i) => make("li", [disc(seats[i].hue), make("span"), make("small"), make("b")]), (row, i) => {
    [called[i], points[i], accuracies?.[i] ?? ""].forEach((said, place) => (row.children[place + 1].textContent = said));
    row.children[3].title = "How much of what could be had was kept, by the program's judgement";
  });
}
