// The seats at the table: who sits there, what the game says of them, their clocks, and how they give up.

import { showClocks } from "./clocks.js";
import { $, capital, disc, isTyped, make, notice, option, reconcile, show } from "./dom.js";
import { forfeits, readEnding, resigns } from "./ending.js";
import { colourOf, coloured, names, renamed } from "./names.js";
import { FAR, PERSON, store } from "./store.js";

// The first seat of two sits below, unless the board is turned; more sit in order above.
export function showSeats() {
  const { known: { seats }, state } = store;
  const isPair = seats.length === 2;
  const all = seats.map((_, i) => i);
  const below = isPair ? all.splice(["n", "e"].includes(state.side) ? 1 : 0, 1) : [];
  // A seat that changes its side is the same one.
  reconcile($("seats-above"), all, (i) => `${store.id} ${i}`, createSeat, updateSeat);
  reconcile($("seats-below"), below, (i) => `${store.id} ${i}`, createSeat, updateSeat);
  $("seats-above").classList.toggle("many", !isPair);
  showClocks();
}

/** @param {number} i */
function createSeat(i) {
  const { hue } = store.known.seats[i];
  const name = make("input", "", { ariaLabel: `The name of ${hue}`, autocomplete: "off" });
  name.onclick = () => isTyped(name) || name.select();
  name.onchange = () => {
    store.state.tags = renamed(store.state.tags, i, name.value.trim());
    store.refresh();
  };
  const player = make("select", "", { ariaLabel: `Who plays ${hue}`, data: { seat: i } });
  player.onchange = () => {
    store.state.seats = store.known.seats.map((_, other) => (other === i ? player.value : store.player(other)));
    store.refresh();
  };
  const who = make("div", [name, player, make("span", "", { className: "small" })], { className: "who" });
  const right = make("div", [make("time", "", { data: { seat: i } }), make("div", "", { className: "points" })]);
  return make("div", [disc(hue), who, right, make("div", "", { className: "hand", data: { seat: i } })], { className: "seat", data: { hue, seat: i } });
}

/** @param {HTMLElement} card @param {number} i */
function updateSeat(card, i) {
  const { known: { seat }, end } = store;
  const find = (/** @type {string} */ selector) => /** @type {any} */ (card.querySelector(selector));
  card.classList.toggle("now", i === seat && !end);
  show(find("input"), names()[i]);
  const player = store.player(i);
  const offered = [{ name: PERSON, title: "Person" }, { name: FAR, title: "A friend far away" }, ...(store.game?.opponents ?? [])];
  if (!offered.some(({ name }) => name === player)) offered.push({ name: player, title: player, about: "" });
  const select = find("select");
  reconcile(select, offered, ({ name }) => name, ({ name, title }) => option([name, name.startsWith("level:") ? `Level ${name.slice(6)}` : [PERSON, FAR].includes(name) ? title : `Program: ${title}`]));
  select.value = player;
  select.disabled = store.state.puzzle !== "";
  const { text, points } = told(i);
  find(".who .small").textContent = text;
  const field = find(".points");
  roll(field, points);
}

// What the game says of a seat: its points stand for themselves.
/** @param {number} i */
function told(i) {
  const { notes, trays, seats } = store.known;
  const { name } = seats[i];
  const own = [...notes, ...trays.map(({ caption }) => caption)].map((note) => note.match(new RegExp(`^${name}:? (?!'s)(.*)$`))?.[1] ?? "");
  const said = own.filter(Boolean).flatMap((note) => note.split(", "));
  const points = said.find((one) => /^\d+ points?$/.test(one));
  return { text: coloured(said.filter((one) => one !== points).join(", ")), points: points ? parseInt(points, 10) : null };
}

// Shows points, which count up or down to what they are.
/** @param {any} field @param {number | null} points */
function roll(field, points) {
  field.hidden = points === null;
  if (points === null || field.points === points) return;
  const before = field.points ?? points;
  field.points = points;
  field.replaceChildren(String(before), make("small", points === 1 ? "point" : "points"));
  const step = () => {
    const now = Number(field.firstChild.data);
    if (now === field.points) return;
    field.firstChild.data = String(now + Math.sign(field.points - now));
    setTimeout(step, 90);
  };
  step();
}

// The notes of a picture that are about no seat.
/** @param {View} view */
export function notesOfAll({ notes, seats }) {
  return notes.filter((note) => !seats.some(({ name }) => note.startsWith(`${name}:`) || note.startsWith(`${name} `)));
}

// A seat gives the game up, or has no time left: of two the other one wins, of more a program plays on for it.
/** @param {number} loser @param {typeof resigns | typeof forfeits} how */
export async function giveUp(loser, how) {
  const { known: { seats }, state, game } = store;
  const { name } = seats[loser];
  if (seats.length === 2) return store.finish(how(name));
  state.seats = seats.map((_, i) => (i === loser ? game?.level ?? PERSON : store.player(i)));
  await store.refresh();
  notice(`${capital(coloured(readEnding(how(name), seats, state)?.reason ?? ""))} A program plays on for ${colourOf(loser).toLowerCase()}.`);
}
