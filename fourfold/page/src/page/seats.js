// The seats at the table: who sits there, what the game says of them, their clocks, and how they give up.

import { $, capital, disc, isTyped, make, notice, option, renew, show } from "./dom.js";
import { forfeits, readEnding } from "./ending.js";
import { tag, tagsOf } from "./state.js";
import { session } from "./storage.js";
import { PERSON, store } from "./store.js";

// What the only person at the table is called.
const YOU = "You";

const TICK = 100;

let clocks = []; // One for each seat.
let running = null; // The seat whose clock runs.
let timer;
let added = 0; // What a move adds, in milliseconds.
export let left = null; // What each seat has left; nothing if there are no clocks.

// The first seat of two sits below, unless the board is turned; more sit in order above.
export function showSeats() {
  const { view: { seats, seat }, end, state } = store;
  const called = names();
  const cards = seats.map(({ hue }, i) => {
    const isNow = i === seat && !end;
    const now = store.player(i) === PERSON ? "To move" : store.stuck ? "Stuck" : "Thinking";
    const said = end ? (end.winner === i ? "Won" : "") : isNow ? now : "";
    const within = [disc(hue), who(i, called[i]), make("time", "", { data: { seat: i } }), said ? make("span", said, { className: "chip" }) : ""];
    return make("div", within, { className: isNow ? "seat now" : "seat", data: { hue, seat: i } });
  });
  const isPair = seats.length === 2;
  const below = isPair ? cards.splice(["n", "e"].includes(state.side) ? 1 : 0, 1) : [];
  renew($("seats-above"), cards);
  renew($("seats-below"), below);
  clocks = seats.map((_, i) => $("play").querySelector(`time[data-seat="${i}"]`));
  $("seats-above").classList.toggle("many", !isPair);
  tell();
}

function who(i, called) {
  const { seats, notes } = store.view;
  const { name: seat } = seats[i];
  const player = store.player(i);
  const offered = [{ name: PERSON, title: "Person" }, ...store.game.opponents];
  if (!offered.some(({ name }) => name === player)) offered.push({ name: player, title: player });
  const options = offered.map(({ name, title }) => option([name, title]));
  const select = make("select", options, { ariaLabel: `Who plays ${seat}`, data: { seat: i }, value: player });
  select.onchange = ({ target }) => {
    store.state.seats = seats.map((_, other) => (other === i ? target.value : store.player(other)));
    store.refresh();
  };
  const name = make("input", "", { ariaLabel: `The name of ${seat}`, autocomplete: "off" });
  show(name, called);
  name.onclick = ({ target }) => isTyped(target) || target.select();
  name.onchange = ({ target }) => {
    store.state.tags = renamed(store.state.tags, seat, i, target.value.trim());
    store.refresh();
  };
  const own = notes.map((note) => note.match(new RegExp(`^${seat}:? (.*)$`))?.[1]).filter(Boolean);
  return make("div", [name, select, make("span", own.join("; "), { className: "small" })], { className: "who" });
}

// What the players are called, by seat.
export function names() {
  const { seats } = store.view;
  const tagged = taggedNames(store.state.tags, seats);
  const isAlone = seats.filter((_, i) => store.player(i) === PERSON).length === 1;
  return seats.map(({ name }, i) => {
    const usual = store.player(i) !== PERSON ? titleOf(store.player(i), store.game) : isAlone ? YOU : capital(name);
    return tagged[i] || usual;
  });
}

// What a player is called.
export function titleOf(player, game) {
  return game?.opponents.find(({ name }) => name === player)?.title ?? player;
}

// The names of the players in the tags of a record, by the names of the seats or by number.
function taggedNames(tags, seats) {
  const found = tagsOf(tags);
  return seats.map(({ name }, i) => found.get(name.toLowerCase()) ?? found.get(`player${i + 1}`));
}

// The tags with another name of a player; without one if it is empty.
function renamed(tags, seat, i, name) {
  const old = new RegExp(`^\\[(${seat}|player${i + 1}) `, "i");
  const others = tags.split("\n").filter((line) => line && !old.test(line));
  return [...others, ...(name ? [tag(capital(seat), name)] : [])].map((line) => `${line}\n`).join("");
}

// The notes of a picture that are about no seat.
export function notesOfAll({ notes, seats }) {
  return notes.filter((note) => !seats.some(({ name }) => note.startsWith(`${name}:`) || note.startsWith(`${name} `)));
}

// Begins the clocks of a game by a setting such as `5+3`: minutes, and seconds that a move adds. What was
// left when the page was left is kept.
export function beginClocks() {
  const [minutes, seconds] = store.state.clock.split("+").map(Number);
  const kept = JSON.parse(session.get(`clock-${store.id}`));
  left = minutes > 0 ? kept ?? store.view.seats.map(() => minutes * 60_000) : null;
  added = (seconds || 0) * 1000;
}

// Has the clock of the seat to move run; `isMove` says whether a move has just been made.
export function runClocks(isMove) {
  stopClocks();
  const { view: { seat }, tree } = store;
  const last = tree.end(tree.at);
  if (!left || last.outcome || last.ending) return;
  const moved = tree.at.seat;
  if (isMove && moved !== seat && left[moved] > 0) left[moved] += added;
  keepClocks();
  // Who has no time left has left the game: a program plays on.
  if (left[seat] <= 0) return;
  let before = performance.now();
  timer = setInterval(() => {
    const now = performance.now();
    left[seat] = Math.max(0, left[seat] - (now - before));
    before = now;
    tell();
    if (left[seat] > 0) return;
    stopClocks();
    giveUp(seat, forfeits);
  }, TICK);
  running = seat;
  tell();
}

// Keeps what is left, also when the page is left.
function keepClocks() {
  if (left) session.set(`clock-${store.id}`, JSON.stringify(left));
}

addEventListener("pagehide", keepClocks);

export function stopClocks() {
  if (running !== null) keepClocks();
  clearInterval(timer);
  running = null;
}

function tell() {
  left?.forEach((milliseconds, i) => {
    clocks[i].textContent = time(milliseconds / 1000);
    clocks[i].classList.toggle("running", i === running);
  });
}

// Seconds as minutes and seconds; with tenths when few are left.
function time(seconds) {
  if (seconds < 20) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

// A seat gives the game up by such an ending: of two the other one wins, of more a program plays on for it.
export async function giveUp(loser, how) {
  const { view: { seats }, state } = store;
  const { name } = seats[loser];
  if (seats.length === 2) return store.finish(how(name));
  state.seats = seats.map((_, i) => (i === loser ? store.game.level : store.player(i)));
  await store.refresh();
  notice(`${readEnding(how(name), seats, state).reason} A program plays on for ${name}.`);
}
