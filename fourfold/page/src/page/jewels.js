// The second phase of Compass: each player lays jewels of the cards that were collected. A jewel is four cards in a
// square, each turned as one likes, whose borders that touch have the same colour; it is worth a point, and one more for
// each pair of opposite borders inside that are alike. The most that a hand can have comes from the engine. The page asks
// for this module when it is needed.

import { $, PERSON, button, disc, make, many, names, reconcile, showButtons, store, trayOf } from "./main.js";

// A card: its letters are the colours of its centre and of its borders, clockwise from the north.
/** @typedef {{ key: string, letters: string, svg: string, turns: number }} Card */
/** @typedef {(Card | null)[]} Square */

// The places of a square that touch: two of them, and the borders of each that meet, clockwise from the north.
/** @type {[number, number, number, number][]} */
const EDGES = [[0, 1, 1, 3], [0, 2, 2, 0], [1, 3, 2, 0], [2, 3, 1, 3]];

$("jewels").innerHTML = `<div class="stack">
  <div class="row"><h2 id="jewels-title">Lay your jewels</h2><div id="jewel-seats" class="row" role="group" aria-label="Whose"></div>
    <form method="dialog"><button class="icon quiet" aria-label="Close"><svg class="i" aria-hidden="true"><use href="#i-close"/></svg></button></form></div>
  <p class="small">Four cards in a square are a jewel if the borders that touch have the same colour. A card goes to the next free place; a click on it turns it. A jewel is worth 1 point, and 1 more for each pair of opposite borders inside that are alike.</p>
  <div id="jewel-hand" class="row" role="group" aria-label="Cards"></div>
  <div id="jewel-table"></div>
  <p id="jewels-said" role="status"></p>
  <div id="jewel-best" class="row" aria-label="The best jewels" role="group"></div>
  <div id="jewel-acts" class="row"></div>
</div>`;

const style = new CSSStyleSheet();
style.replaceSync(`
  #jewels { width: min(46rem, 96vw); }
  #jewels h2 { flex: 1 0 100%; }
  #jewels form { position: absolute; inset: 16px 16px auto auto; }
  #jewel-seats button { min-height: 36px; }
  #jewel-hand .item { min-width: 52px; min-height: 52px; padding: 2px; border-color: transparent; background: none; }
  #jewel-hand .item svg { width: 48px; height: 48px; }
  #jewel-table { display: flex; flex-wrap: wrap; gap: 14px; }
  .jewel { display: grid; grid-template: 64px 64px 1.5em / 64px 64px; padding: 8px; border-radius: 18px; background: var(--sunk); transition: background-color .3s, box-shadow .3s; }
  .jewel.whole { background: color-mix(in srgb, var(--mark) 22%, var(--surface)); box-shadow: 0 0 0 2px var(--mark); }
  .jewel b { grid-column: 1 / -1; text-align: center; font-size: .8125rem; line-height: 1.9; }
  .gap { margin: 4px; border: 2px dashed var(--edge); border-radius: 8px; }
  .cell { position: relative; }
  .laid { width: 64px; height: 64px; min-height: 0; padding: 0; border: 0; background: none; border-radius: 8px; }
  .laid svg { transition: rotate .18s cubic-bezier(.2, .8, .2, 1); }
  .wrong { filter: saturate(.55); }
  .off { position: absolute; inset: 0 0 auto auto; min-height: 24px; width: 24px; padding: 0; border: 0; border-radius: 50%; background: var(--ink); color: var(--page); font-size: .8125rem; opacity: 0; }
  .cell:is(:hover, :focus-within) .off { opacity: .9; }
  @media (hover: none) { .off { opacity: .75; } }
  #jewel-best .picture { width: 112px; }
`);
document.adoptedStyleSheets.push(style);

let seat = 0;
/** @type {Card[]} */
let hand = [];
/** @type {Square[]} */
let squares = [];
let isShown = false; // Whether the best jewels are shown.
/** @type {Map<string, Square[]>} */
const tables = new Map();

/** @param {Card} card @param {number} border */
const colour = ({ letters, turns }, border) => letters[1 + ((border - turns + 4) % 4)];

// What a square is worth; 0 if it is no jewel, with the edges that do not match.
/** @param {Square} square */
export function judgeSquare(square) {
  const full = square.filter((card) => card !== null);
  const wrong = EDGES.filter(([a, b, ofA, ofB]) => {
    const [one, other] = [square[a], square[b]];
    return one && other && colour(one, ofA) !== colour(other, ofB);
  });
  if (full.length < 4 || wrong.length > 0) return { points: 0, wrong, isFull: full.length === 4 };
  const [top, left, right, bottom] = EDGES.map(([a, , ofA]) => colour(/** @type {Card} */ (square[a]), ofA));
  return { points: 1 + Number(top === bottom) + Number(left === right), wrong, isFull: true };
}

export function openJewels() {
  const mine = store.known.seats.findIndex((_, i) => store.player(i) === PERSON);
  chooseHand(Math.max(0, mine));
  $("jewels").showModal();
}

/** @param {number} chosen */
function chooseHand(chosen) {
  seat = chosen;
  isShown = false;
  const items = trayOf(seat)?.items ?? [];
  const key = `${store.id} ${seat} ${store.known.position}`;
  hand = items.flatMap(({ place, svg, count }) => Array.from({ length: Math.max(count, 1) }, (_, i) => ({ key: `${place} ${i}`, letters: place.split(":")[1], svg, turns: 0 })));
  squares = tables.get(key) ?? Array.from({ length: Math.max(1, Math.floor(hand.length / 4)) }, () => [null, null, null, null]);
  tables.set(key, squares);
  showJewels();
}

/** @param {Card} card */
const isLaid = (card) => squares.some((square) => square.some((one) => one?.key === card.key));

// Lays a card on the first place that is free.
/** @param {Card} card */
function lay(card) {
  const square = squares.find((one) => one.includes(null));
  if (!square) return;
  square[square.indexOf(null)] = { ...card };
  showJewels();
}

// The points of the seat: the most that its hand can have.
const most = () => Number(trayOf(seat)?.caption.match(/(\d+) points?/)?.[1] ?? 0);

function showJewels() {
  const called = names();
  const judged = squares.map(judgeSquare);
  const points = judged.reduce((sum, one) => sum + one.points, 0);
  reconcile($("jewel-seats"), called.map((name, i) => ({ name, i })), ({ i }) => i, ({ name, i }) => button([disc(store.known.seats[i].hue), name], () => chooseHand(i)),
    (one, { i }) => (one.ariaPressed = String(i === seat)));
  $("jewels-said").textContent = isShown || points === most()
    ? `${many(points, "point")} laid; ${many(most(), "point")} is the most that these cards have.`
    : `${many(points, "point")} laid. There ${most() === 1 ? "is" : "are"} ${many(most(), "point")} in these cards.`;
  reconcile($("jewel-hand"), hand.filter((card) => !isLaid(card)), ({ key }) => key, (card) =>
    button("", () => lay(card), { className: "item", innerHTML: card.svg, ariaLabel: `Lay ${card.letters}` }));
  reconcile($("jewel-table"), squares.map((square, i) => ({ square, i })), ({ i }) => `${seat} ${i}`, () => make("div", "", { className: "jewel" }), (one, { square, i }) => showSquare(one, square, judged[i]));
  const best = trayOf(seat, true)?.items ?? [];
  $("jewel-best").hidden = !isShown || best.length === 0;
  reconcile($("jewel-best"), isShown ? best : [], ({ place }) => place, ({ svg }) => make("div", "", { className: "picture", innerHTML: svg }));
  showButtons($("jewel-acts"), [
    [isShown ? "Hide the best jewels" : "Show the best jewels", () => {
      isShown = !isShown;
      showJewels();
    }],
    ["Take all back", () => {
      for (const square of squares) square.fill(null);
      showJewels();
    }],
  ]);
}

/** @param {HTMLElement} place @param {Square} square @param {ReturnType<typeof judgeSquare>} judged */
function showSquare(place, square, { points, wrong, isFull }) {
  place.classList.toggle("whole", points > 0);
  const cells = square.map((card, at) => ({ card, at }));
  reconcile(place, [...cells, { card: null, at: 4 }], ({ card, at }) => `${at} ${card?.key ?? ""}`, ({ card, at }) => {
    if (at === 4) return make("b", "");
    if (!card) return make("span", "", { className: "gap" });
    const turn = () => {
      card.turns += 1;
      showJewels();
    };
    const back = (/** @type {Event} */ event) => {
      event.preventDefault();
      square[at] = null;
      showJewels();
    };
    const one = button("", turn, { className: "laid", innerHTML: card.svg, title: "Click turns it, the right button or Delete takes it back" });
    one.oncontextmenu = back;
    one.onkeydown = (/** @type {KeyboardEvent} */ event) => ["Delete", "Backspace"].includes(event.key) && back(event);
    const undo = button("✕", () => 0, { className: "off", ariaLabel: `Take ${card.letters} back` });
    undo.onclick = back;
    return make("span", [one, undo], { className: "cell" });
  }, (one, { card, at }) => {
    if (at === 4) one.textContent = points > 0 ? many(points, "point") : isFull ? `${many(wrong.length, "border")} differ${wrong.length === 1 ? "s" : ""}` : "";
    if (!card) return;
    one.firstChild.firstChild.style.rotate = `${90 * card.turns}deg`;
    one.firstChild.ariaLabel = `${card.letters}, turned ${card.turns % 4} times: turn it`;
    one.classList.toggle("wrong", wrong.some(([a, b]) => a === at || b === at));
  });
}

