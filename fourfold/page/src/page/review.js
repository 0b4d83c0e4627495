// The review of a game: the chances ply by ply, errors with their cost, and the accuracy of each player.

import { AWAY, WAITING, ask, listen } from "./api.js";
import { $, disc, draw, make, reconcile, showButtons } from "./dom.js";
import { ENGINES, RETRY } from "./engine.js";
import { Geometry } from "./geometry.js";
import { names } from "./names.js";
import { recordText, short, showRecord } from "./record.js";
import { showResults } from "./status.js";
import { store } from "./store.js";
import { chance, percent } from "./worth.js";

const WIDTH = 320;
const HEIGHT = 84;

// How many positions an engine judges by one search: as many however many engines there are, so that they find the same.
const PART = 8;

// How long the reason why an answer is none stays, in milliseconds.
const READING = 1500;

/** @typedef {{ node: Move, point: Point, cost: number, most: number, better: string, sign?: string, kind?: string }} Turn */

let stopCurve = () => {};
/** @type {Move[]} */
let path = []; // The moves that are reviewed.
/** @type {Point[]} */
let points = []; // What is known of the positions before them and at the end.
/** @type {{ errors: Turn[], i: number } | null} */
let quiz = null; // The errors that are asked for, and which one is.

export function clearReview() {
  stopCurve();
  [path, points, quiz] = [[], [], null];
  $("review").hidden = true;
  $("quiz").replaceChildren();
  $("quiz-said").textContent = "";
}

// Whether all of the game has been judged.
export const isReviewed = () => path.length > 0 && points.length > path.length;

// Judges the positions of the main line that have not been judged yet; quietly for the banner of the end only.
export function review({ quiet = false } = {}) {
  stopCurve();
  const { tree, state } = store;
  const line = tree.path(tree.end());
  const other = path.findIndex((node, i) => node !== line[i]);
  const same = other < 0 ? path.length : other;
  points = points.filter(({ ply }) => ply <= same);
  path = line;
  if (!quiet) $("review").hidden = false;
  showReview();
  if (points.length > path.length) return;
  /** @type {Map<number, Point>} */
  const early = new Map(); // What is known already of positions behind the first that is not judged.
  /** @type {(() => void)[]} */
  const stops = [];
  stopCurve = () => stops.forEach((stop) => stop());
  let next = points.length;
  for (let i = 0; i < ENGINES; i += 1) judgeNext(i);

  // Has an engine judge the next positions.
  /** @param {number} i */
  function judgeNext(i) {
    if (next > path.length) return;
    const from = next;
    next = Math.min(from + PART, path.length + 1);
    stops[i] = listen("curve", state.params({ moves: tree.line(path[next - 2] ?? tree.root).join(" "), from: String(from) }), {
      point(/** @type {Point} */ point) {
        early.set(point.ply, point);
        for (let known; (known = early.get(points.length)); ) points.push(known);
        showReview();
      },
      end: (/** @type {{ error?: string }} */ { error }) => (error ? ($("judged").textContent = error) : judgeNext(i)),
      wait: () => again(WAITING),
      lost: () => again(AWAY),
    });
  }

  /** @param {string} text */
  function again(text) {
    stopCurve();
    $("judged").textContent = text;
    const soon = setTimeout(() => review({ quiet }), RETRY);
    stopCurve = () => clearTimeout(soon);
  }
}

const isPair = () => store.known.seats.length === 2;

// The chance of a seat at a point: of two players each has what the other has not.
/** @param {Point} point @param {number} mine */
function shareOf({ seat, best, shares }, mine) {
  if (shares) return shares[mine];
  if (!best) return null;
  const found = chance(best.worth);
  return seat === mine ? found : isPair() ? 1 - found : null;
}

// The cost of each turn that has been judged, with the move of it that cost the most.
function judged() {
  /** @type {Turn[]} */
  const turns = [];
  points.forEach((point, i) => {
    const node = path[point.ply];
    const later = point.best && points.slice(i + 1).find((next) => shareOf(next, point.seat) !== null);
    if (!node || !later || !point.best) return;
    const [better] = point.best.moves;
    const cost = better === node.move ? 0 : Math.max(0, (shareOf(point, point.seat) ?? 0) - (shareOf(later, point.seat) ?? 0));
    const error = { node, point, cost, most: cost, better };
    const last = turns.at(-1);
    if (!last || last.point.seat !== point.seat) turns.push(error);
    else turns[turns.length - 1] = { ...(cost > last.most ? error : last), cost: last.cost + cost };
  });
  return turns.map((turn) => ({ ...turn, ...slip(turn.cost) }));
}

// What a turn with this cost is called; nothing if it was good enough.
/** @param {number} cost */
function slip(cost) {
  const [, sign, kind] = store.game?.slips.findLast(([least]) => cost * store.known.seats.length >= least) ?? [];
  return { sign, kind };
}

// How much of what could be had each seat has kept; nothing of whom nothing has been judged.
/** @param {Turn[]} turns */
function accuracies(turns) {
  return store.known.seats.map((_, seat) => {
    const own = turns.filter(({ point }) => point.seat === seat);
    return own.length === 0 ? null : percent(1 - own.reduce((sum, { cost }) => sum + cost, 0) / own.length);
  });
}

function showReview() {
  const turns = judged();
  const errors = turns.filter(({ sign }) => sign);
  for (const node of path) node.mark = null;
  for (const { node, sign = "", kind = "", cost, better } of errors) {
    node.mark = { sign, kind, title: `${kind}: costs ${percent(cost)}, best was ${short(better)}` };
  }
  $("curve").replaceChildren(curve(errors));
  const isDone = points.length > path.length;
  $("judged").textContent = isDone ? "" : `${Math.max(0, points.length - 1)} of ${path.length} moves judged`;
  const called = names();
  const rows = accuracies(turns);
  const known = rows.flatMap((text, seat) => (text ? [{ text, seat }] : []));
  reconcile($("accuracy"), known, ({ seat }) => seat, ({ seat }) => make("li", [disc(store.known.seats[seat].hue), make("span"), make("small", "", { className: "small" }), make("b")]), (row, { text, seat }) => {
    const own = turns.filter(({ point }) => point.seat === seat);
    const counts = (store.game?.slips ?? []).map(([, sign]) => `${own.filter((turn) => turn.sign === sign).length} ${sign}`);
    [called[seat], counts.join(", "), isDone ? text : `(${text})`].forEach((said, i) => (row.children[i + 1].textContent = said));
  });
  if (isDone && store.end) showResults(rows);
  if (!quiz) showButtons($("quiz"), errors.length > 0 ? [["Find the better move", () => pose(errors, 0)]] : []);
  showRecord();
  showPlace();
}

/** @param {number} ply */
const x = (ply) => (WIDTH * ply) / Math.max(path.length, 1);
/** @param {number | null} share */
const y = (share) => HEIGHT * (1 - (share ?? 0));

// The share of the first of two players lies below the curve, that of the other one above it, in the colours
// of their seats; of more players each has a curve.
/** @param {Turn[]} errors */
function curve(errors) {
  const { seats } = store.known;
  const svg = draw("svg", { viewBox: `-4 -24 ${WIDTH + 8} ${HEIGHT + 42}`, role: "img", "aria-label": "The chances move by move" });
  const curves = (isPair() ? [0] : seats.map((_, i) => i)).map((seat) => {
    const known = points.flatMap((point) => {
      const found = shareOf(point, seat);
      return found === null ? [] : [`${x(point.ply).toFixed(1)} ${y(found).toFixed(1)}`];
    });
    return { hue: seats[seat].hue, line: known.join("L") };
  });
  for (const { hue, line } of curves) {
    if (!line) continue;
    if (isPair()) svg.append(draw("path", { class: "area", "data-hue": hue, d: `M0 ${HEIGHT}L${line}V${HEIGHT}z` }));
    svg.append(draw("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }), draw("path", { class: "curve", "data-hue": hue, d: `M${line}` }));
  }
  const width = x(points.at(-1)?.ply ?? 0);
  if (isPair()) svg.prepend(draw("rect", { class: "area", "data-hue": seats[1].hue, width, height: HEIGHT }));
  const called = names();
  const say = (/** @type {string} */ text, /** @type {any} */ at) => svg.append(draw("text", { class: "scale", ...at }, text));
  if (isPair()) [1, 0].forEach((seat, i) => say(`${"↑↓"[i]} ${called[seat]} ahead`, { x: i * WIDTH, y: -12, "text-anchor": i ? "end" : "start" }));
  else called.forEach((name, i) => say(name, { x: 3, y: 11 + 12 * i, "data-hue": seats[i].hue }));
  say("start", { y: HEIGHT + 13 });
  say(`move ${path.length}`, { x: WIDTH, y: HEIGHT + 13, "text-anchor": "end" });
  svg.append(draw("path", { class: "present" }));
  for (const { node, point, sign = "", kind } of errors) {
    const at = `translate(${x(node.ply)} ${y(shareOf(point, isPair() ? 0 : point.seat))})`;
    const shapes = [draw("circle", { r: 9 }), draw("text", { y: 4 }, sign)];
    svg.append(draw("g", { class: `mark ${kind}`, transform: at }, shapes));
  }
  svg.addEventListener("click", (event) => {
    const ply = Math.round((new Geometry(/** @type {SVGSVGElement} */ (svg)).point(/** @type {MouseEvent} */ (event)).x / WIDTH) * path.length);
    store.go(path[ply - 1] ?? path[0]?.parent);
  });
  return svg;
}

// Shows where in the game one is.
export function showPlace() {
  const present = $("curve").querySelector(".present");
  present?.setAttribute("d", `M${x(Math.min(store.tree.at.ply, path.length))} 0V${HEIGHT}`);
}

// The record of the game with what the review says of its moves, as notes.
export function reviewedText() {
  const kept = path.map((node) => node.comment);
  for (const node of path) if (node.mark) node.comment = [node.mark.sign, node.mark.title, node.comment].filter(Boolean).join(" ");
  const text = recordText(store.state);
  path.forEach((node, i) => (node.comment = kept[i]));
  return text;
}

// Asks for a better move than an error; offers all again after the last one.
/** @param {Turn[]} errors @param {number} i */
function pose(errors, i) {
  const error = errors[i];
  quiz = error ? { errors, i } : null;
  respond("");
  if (!error) return showReview();
  const { node, point, sign, better } = error;
  respond(`${names()[point.seat]} played ${short(node.move)} ${sign}. Find a better move.`);
  showButtons($("quiz"), [
    ["Show it", () => respond(`It was ${short(better)}.`)],
    ["Next", () => pose(errors, i + 1)],
  ]);
  store.go(node.parent);
}

/** @param {string} text */
function respond(text) {
  $("quiz-said").textContent = text;
}

// Judges a move that was made as an answer; says whether one was asked for.
/** @param {string} move */
export async function answer(move) {
  if (!quiz) return false;
  const asked = quiz;
  const { node, point, better } = asked.errors[asked.i];
  if (move === better) return respond(`${short(move)} is it.`), true;
  const after = shareOf(await ask("judge", store.state.params()), point.seat);
  const cost = after === null ? 1 : (shareOf(point, point.seat) ?? 0) - after;
  const { sign } = slip(cost);
  respond(sign ? `${short(move)} costs ${percent(cost)}. Try again.` : `${short(move)} is as good.`);
  if (sign) setTimeout(() => quiz === asked && store.go(node.parent), READING);
  return true;
}
