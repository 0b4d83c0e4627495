// The front door, the rules as a page, and the games that were played here.

import { ask } from "./api.js";
import { $, button, capital, disc, make, many, option, reconcile } from "./dom.js";
import { file, loadEngine } from "./engine.js";
import { showHero } from "./hero.js";
import { titleOf } from "./names.js";
import { chosenRules, showOptions } from "./options.js";
import { State, stored } from "./state.js";
import { PERSON, games, store } from "./store.js";

// The game that is chosen.
export let chosen = games[0];
let level = "";
let side = 0; // -1 is either.

// How many tables of a colour of their own there are.
const FELTS = 6;

// Gives an element the colours of a game's pictures and of its table.
/** @param {HTMLElement} element @param {Game} game */
export function tint(element, game) {
  const index = games.indexOf(game);
  Object.assign(element.dataset, { game: index, felt: index % FELTS });
}

export function showFront() {
  const [last] = stored.all();
  $("continue").hidden = !last;
  if (last) $("continue").replaceChildren(...keptGame(last));
  reconcile($("cards"), games, ({ name }) => name, (game) => {
    const art = make("span", "", { className: "art", innerHTML: game.picture });
    art.firstChild.ariaHidden = "true";
    tint(art, game);
    return button([art, make("b", game.title)], () => choose(game, true), { className: "game", data: { name: game.name } });
  });
  choose(chosen, true);
}

// The sentence that says most of a game, and the rest.
/** @param {Game} game */
function motto({ about, title }) {
  const [first, rest] = about.split(/: (.*)/s);
  return rest ? [`${first}.`, `${title}: ${rest}`] : [title, about];
}

/** @param {Game} game @param {boolean} [isSeen] */
export function choose(game, isSeen = false) {
  if (game !== chosen) [side, level] = [0, ""];
  chosen = game;
  for (const card of $("cards").children) card.ariaPressed = String(card.dataset.name === game.name);
  const [first, rest] = motto(game);
  $("motto").textContent = first;
  $("about").textContent = `${rest} ${facts(game)}.`;
  $("start-two").textContent = game.players[1] > 2 ? `${game.players[0]}–${game.players[1]} at this screen` : "Two at this screen";
  pick(level || game.level);
  showSides();
  showOptions($("options"), game);
  $("way-puzzle").hidden = !game.puzzles;
  if (!isSeen) return;
  tint($("hero-board").parentElement, game);
  showHero(game);
  if (file) loadEngine(game.name).catch(() => {}); // Said where it is needed.
}

/** @returns {[Player[], Player[]]} */
function programs() {
  const isLevel = (/** @type {Player} */ { name }) => name.startsWith("level:");
  return [chosen.opponents.filter(isLevel), chosen.opponents.filter((one) => !isLevel(one))];
}

// Chooses the program to play against; the usual one without a name.
/** @param {string} name */
export function pick(name) {
  level = name || chosen.level;
  const [levels, others] = programs();
  const program = chosen.opponents.find(({ name }) => name === level) ?? levels[3];
  const number = levels.indexOf(program) + 1;
  $("level").max = String(levels.length);
  if (number > 0) $("level").value = String(number);
  const offered = /** @type {[string, string][]} */ ([["", "As chosen above"], ...others.map(({ name, title }) => [name, title])]);
  $("other-programs").replaceChildren(...offered.map(option));
  $("other-programs").value = number > 0 ? "" : program.name;
  $("level-said").textContent = number > 0 ? `Level ${number}, ${program.title}` : program.title;
  $("level").style.setProperty("--part", `${(100 * (number - 1)) / Math.max(levels.length - 1, 1)}%`);
  $("level").ariaValueText = $("level-said").textContent;
  $("level-about").textContent = program.about;
}

// Chooses a level by its number.
/** @param {string} number */
export const pickLevel = (number) => pick(programs()[0][Number(number) - 1].name);

function showSides() {
  const offered = [...chosen.seats.map((_, i) => i), -1];
  reconcile($("sides"), offered, (i) => `${chosen.name} ${i}`, (i) => {
    const take = () => {
      side = i;
      showSides();
    };
    const hue = chosen.seats[i];
    return button(hue ? [disc(hue), i === 0 ? "You begin" : capital(hue)] : "Either", take, hue ? { ariaLabel: i === 0 ? `You begin, as ${hue}` : `You are ${hue}` } : {});
  }, (one, i) => (one.ariaPressed = String(side === i)));
}

// The players of a new game against the program, or a friend far away, and the side from which it is seen.
/** @param {number} count @param {string} [other] */
export function players(count, other = level) {
  const mine = side < 0 ? Math.floor(Math.random() * count) : side;
  const seats = Array.from({ length: count }, (_, i) => (i === mine ? PERSON : other));
  return { seats, side: (count === 2 ? ["s", "n"] : ["s", "w", "n", "e"])[mine] ?? "s" };
}

export const rules = () => chosenRules($("options"), chosen);

// A game that was played, with what leads to it.
/** @param {Kept} game */
function keptGame({ game, seats, plies, outcome, hash, id, time }) {
  const found = games.find(({ name }) => name === game);
  const others = seats.filter((player) => player !== PERSON).map((player) => titleOf(player, found));
  const against = others.length > 0 ? ` against ${others.join(", ")}` : "";
  const day = new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short" });
  const state = `${outcome ? capital(outcome) : `${many(plies, "move")} so far`}, ${day}`;
  const words = [make("b", `${found?.title ?? game}${against}`), make("p", state, { className: "small" })];
  const go = button(outcome ? "Look at it" : "Continue", () => store.leave(hash, id));
  if (!outcome) go.className = "main";
  return [make("div", words, { className: "grow" }), go];
}

export function showGames() {
  const rows = stored.all().map((game) => {
    const drop = () => {
      stored.remove(game.id);
      showGames();
    };
    return make("li", [...keptGame(game), button("Remove", drop, { className: "quiet" })], { className: "panel row" });
  });
  $("stored").replaceChildren(...(rows.length > 0 ? rows : [make("li", "No game has been played here yet.")]));
}

// The rules of a game, with pictures.
/** @param {Game} game */
export async function showRules(game) {
  $("rules-title").textContent = game.title;
  const [first, rest] = motto(game);
  $("rules-about").textContent = rest.startsWith(game.title) ? `${first} ${capital(rest.slice(game.title.length + 2))}` : rest;
  $("rules-facts").textContent = facts(game);
  tint($("rules"), game);
  reconcile($("rules-games"), games, ({ name }) => name, (other) => button(other.title, () => store.leave(new State({ page: "rules", game: other.name }))),
    (one, other) => (one.ariaPressed = String(other === game)));
  const { lessons, rulings } = await ask("lessons", new URLSearchParams({ game: game.name }));
  $("lessons").replaceChildren(...inCards(lessons).map(({ texts, svg, trays = [] }) => {
    const picture = make("div", "", { className: "picture", innerHTML: svg });
    picture.append(...trays.filter(({ items }) => items.length > 0).map(shelf));
    const isWide = trays.some(({ items }) => items.some(({ scale }) => scale > 1));
    return make("li", [picture, make("div", texts.map((text) => make("p", text)))], { className: `panel lesson${isWide ? " wide" : ""}` });
  }));
  $("rulings").hidden = rulings.length === 0;
  $("rulings-rows").replaceChildren(...rulings.map((/** @type {Record<string, string>} */ { published, reading, why, option }) =>
    make("tr", [published, reading, why, option].map((text) => make("td", text)))));
}

/** @typedef {{ text: string, svg: string | null, trays?: Tray[] }} Lesson */

// The lessons as cards: a paragraph without a picture belongs to the one before.
/** @param {Lesson[]} lessons */
function inCards(lessons) {
  /** @type {{ texts: string[], svg: string, trays?: Tray[] }[]} */
  const cards = [];
  for (const { text, svg, trays } of lessons) {
    const last = cards.at(-1);
    if (svg || !last) cards.push({ texts: [text], svg: svg ?? "", trays });
    else last.texts.push(text);
  }
  return cards;
}

// What lies beside a board, with its caption.
/** @param {Tray} tray */
function shelf({ caption, items }) {
  const things = items.map(({ svg, scale }) => make("span", "", { className: "thing", innerHTML: svg, data: { scale } }));
  return make("div", [make("p", capital(caption), { className: "small" }), ...things], { className: "shelf" });
}

// How many play, and how long.
/** @param {Game} game */
function facts({ players: [least, most], minutes }) {
  const count = least === most ? `${least} players` : `${least}–${most} players`;
  return minutes ? `${count}, ${minutes} minutes` : count;
}
