// The review of a game: the chances ply by ply, errors with their cost, and the accuracy of each player.

import { ask, listen } from "./api.js";
import { $, button, disc, draw, make, renew } from "./dom.js";
import { RETRY } from "./engine.js";
import { Geometry } from "./geometry.js";
import { showRecord } from "./record.js";
import { store } from "./store.js";
import { chance } from "./worth.js";

const WIDTH = 320;
const HEIGHT = 84;

// How long the reason why an answer is none stays, in milliseconds.
const PAUSE = 1500;

let stop = () => {};
let path = []; // The moves that are reviewed.
let points = []; // What is known of the positions before them and at the end.
let quiz = null; // The errors that are asked for, and which one is.

export function clearReview() {
  stop();
  [path, points, quiz] = [[], [], null];
  $("review").hidden = true;
  $("quiz").replaceChildren();
}

// Judges the positions of the main line that have not been judged yet.
export function review() {
  stop();
  const { tree, state } = store;
  const line = tree.path(tree.end());
  const other = path.findIndex((node, i) => node !== line[i]);
  const known = other < 0 ? path.length : other;
  points = points.filter(({ ply }) => ply <= known);
  path = line;
  $("review").hidden = false;
  show();
  if (points.length > path.length) return;
  const moves = path.map(({ move }) => move).join(" ");
  stop = listen("curve", state.params({ moves, from: points.length }), {
    point(point) {
      points.push(point);
      show();
    },
    end: ({ error }) => error && $("accuracy").replaceChildren(error),
    lost() {
      $("accuracy").replaceChildren("The program does not answer. Trying again …");
      const again = setTimeout(review, RETRY);
      stop = () => clearTimeout(again);
    },
  });
}

const isPair = () => store.view.seats.length === 2;

// The chance of a seat at a point: of two players each has what the other has not.
function share({ seat, best, shares }, mine) {
  if (shares) return shares[mine];
  const found = chance(best.worth, store.game.scale);
  return seat === mine ? found : isPair() ? 1 - found : null;
}

// The cost of each turn that has been judged, with the move of it that cost the most.
function judged() {
  const turns = [];
  points.forEach((point, i) => {
    const node = path[point.ply];
    const later = point.best && points.slice(i + 1).find((next) => share(next, point.seat) !== null);
    if (!node || !later) return;
    const [better] = point.best.moves;
    const cost = better === node.move ? 0 : Math.max(0, share(point, point.seat) - share(later, point.seat));
    const error = { node, point, cost, most: cost, better };
    const last = turns.at(-1);
    if (last?.point.seat !== point.seat) turns.push(error);
    else turns[turns.length - 1] = { ...(cost > last.most ? error : last), cost: last.cost + cost };
  });
  return turns.map((turn) => ({ ...turn, ...slip(turn.cost) }));
}

// What a turn with this cost is called; nothing if it was good enough.
function slip(cost) {
  const [, sign, kind] = store.game.slips.findLast(([least]) => cost * store.view.seats.length >= least) ?? [];
  return { sign, kind };
}

function show() {
  const all = judged();
  const errors = all.filter(({ sign }) => sign);
  for (const node of path) node.mark = null;
  for (const { node, sign, kind, cost, better } of errors) {
    node.mark = { sign, kind, title: `${kind}: costs ${percent(cost)}, best was ${better}` };
  }
  $("curve").replaceChildren(picture(errors));
  renew($("accuracy"), store.view.seats.map(({ name, hue }, seat) => {
    const own = all.filter(({ point }) => point.seat === seat);
    if (own.length === 0) return "";
    const lost = own.reduce((sum, { cost }) => sum + cost, 0);
    const counts = store.game.slips.map(([, sign]) => `${own.filter((turn) => turn.sign === sign).length} ${sign}`);
    const told = make("span", counts.join(", "), { className: "small" });
    return make("li", [disc(hue), `${name} ${percent(1 - lost / own.length)}`, told], { className: "row" });
  }));
  const begin = button("Find the better move", () => pose(errors, 0));
  if (!quiz) renew($("quiz"), errors.length > 0 ? [begin] : []);
  showRecord();
  showPlace();
}

const x = (ply) => (WIDTH * ply) / Math.max(path.length, 1);
const y = (share) => HEIGHT - HEIGHT * share;

function picture(errors) {
  const view = `-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`;
  const svg = draw("svg", { viewBox: view, role: "img", "aria-label": "The chances, ply by ply" });
  svg.append(draw("path", { class: "even", d: `M0 ${y(0.5)}H${WIDTH}` }));
  const { seats } = store.view;
  for (const [seat, { hue }] of (isPair() ? seats.slice(0, 1) : seats).entries()) {
    const own = points.map((point) => [point.ply, share(point, seat)]).filter(([, share]) => share !== null);
    if (own.length === 0) continue;
    const line = own.map(([ply, share]) => `${x(ply)} ${y(share)}`).join("L");
    const area = { class: "area", "data-hue": hue, d: `M${x(own[0][0])} ${HEIGHT}L${line}V${HEIGHT}z` };
    if (isPair()) svg.prepend(draw("path", area));
    svg.append(draw("path", { class: "curve", "data-hue": hue, d: `M${line}` }));
  }
  const width = x(points.at(-1)?.ply ?? 0);
  if (isPair()) svg.prepend(draw("rect", { class: "area", "data-hue": seats[1].hue, width, height: HEIGHT }));
  svg.append(draw("path", { class: "present" }));
  for (const { node, point, sign, kind } of errors) {
    const at = `translate(${x(node.ply)} ${y(share(point, isPair() ? 0 : point.seat))})`;
    const shapes = [draw("circle", { r: 9 }), draw("text", { y: 4 }, sign)];
    svg.append(draw("g", { class: `mark ${kind}`, transform: at }, shapes));
  }
  svg.addEventListener("click", (event) => {
    const ply = Math.round((new Geometry(svg).point(event).x / WIDTH) * path.length);
    store.go(path[ply - 1] ?? path[0]?.parent);
  });
  return svg;
}

// Shows where in the game one is.
export function showPlace() {
  const present = $("curve").querySelector(".present");
  present?.setAttribute("d", `M${x(Math.min(store.tree.at.ply, path.length))} 0V${HEIGHT}`);
}

// Asks for a better move than an error; offers all again after the last one.
function pose(errors, i) {
  const error = errors[i];
  quiz = error ? { errors, i } : null;
  if (!error) return show();
  const { node, point, sign, better } = error;
  const { name, hue } = store.view.seats[point.seat];
  renew($("quiz"), [
    make("p", [disc(hue), `${name} played ${node.move} ${sign} Find a better move.`]),
    button("Show it", () => respond(`It was ${better}.`)),
    button("Next", () => pose(errors, i + 1)),
  ]);
  store.go(node.parent);
}

function respond(text) {
  $("quiz").firstChild.replaceChildren(text);
}

// Judges a move that was made as an answer; says whether one was asked for.
export async function answer(move) {
  if (!quiz) return false;
  const asked = quiz;
  const { node, point, better } = asked.errors[asked.i];
  if (move === better) return respond(`${move} is it.`), true;
  const after = share(await ask("judge", store.state.params()), point.seat);
  const cost = after === null ? 1 : share(point, point.seat) - after;
  const { sign } = slip(cost);
  respond(sign ? `${move} costs ${percent(cost)}. Try again.` : `${move} is as good.`);
  if (sign) setTimeout(() => quiz === asked && store.go(node.parent), PAUSE);
  return true;
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}
