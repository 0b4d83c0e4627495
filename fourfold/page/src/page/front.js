// The front door, the rules as a page, and the games that were played here.

import { ask } from "./api.js";
import { $, button, capital, disc, make, option, renew } from "./dom.js";
import { chosenRules, showOptions } from "./options.js";
import { titleOf } from "./seats.js";
import { State, stored } from "./state.js";
import { PERSON, games, store } from "./store.js";

// The game that is chosen.
export let chosen = games[0];
let level = "";
let side = 0; // -1 is either.

export function showFront() {
  const [last] = stored.all();
  $("continue").hidden = !last;
  if (last) $("continue").replaceChildren(...kept(last));
  $("cards").replaceChildren(...games.map((game) => {
    const { name, title, about } = game;
    const picture = make("div", "", { className: "picture", data: { game: games.indexOf(game) }, innerHTML: game.picture });
    picture.firstChild?.setAttribute("aria-hidden", "true");
    const text = [make("h3", title), make("p", about), make("p", facts(game), { className: "small" })];
    const within = [picture, make("div", text, { className: "text" })];
    return button(within, () => choose(game, true), { className: "game", data: { name } });
  }));
  choose(chosen);
}

export function choose(game, scroll = false) {
  [chosen, side, level] = [game, 0, game.level];
  for (const card of $("cards").children) card.setAttribute("aria-pressed", String(card.dataset.name === game.name));
  $("how-title").textContent = `How do you want to play ${game.title}?`;
  pick(level);
  showSides();
  showOptions($("options"), game);
  $("way-puzzle").hidden = !game.puzzles;
  if (scroll && matchMedia("(max-width: 760px)").matches) $("how-title").scrollIntoView({ behavior: "smooth" });
}

// Chooses the program to play against; the usual one without a name.
export function pick(name) {
  level = name || chosen.level;
  const [levels, others] = [true, false].map((is) => chosen.opponents.filter((one) => one.name.startsWith("level:") === is));
  const program = chosen.opponents.find(({ name }) => name === level) ?? levels[3];
  renew($("levels"), levels.map((one, i) => {
    const { name, title } = one;
    const how = { title, ariaPressed: String(one === program), ariaLabel: `Level ${i + 1}, ${title}` };
    return button(String(i + 1), () => pick(name), how);
  }));
  const offered = [["", "As chosen above"], ...others.map(({ name, title }) => [name, title])];
  $("other-programs").replaceChildren(...offered.map(option));
  $("other-programs").value = levels.includes(program) ? "" : program.name;
  const number = levels.indexOf(program) + 1;
  const called = number > 0 ? `Level ${number}, ${program.title}` : program.title;
  $("level-said").textContent = [called, program.about].filter(Boolean).join(": ");
}

function showSides() {
  const offered = [...chosen.seats.map((hue, i) => [i, [disc(hue), capital(hue)]]), [-1, "Either"]];
  renew($("sides"), offered.map(([i, within]) => {
    const take = () => {
      side = i;
      showSides();
    };
    return button(within, take, { ariaPressed: String(side === i) });
  }));
}

// The players of a new game against the program, and the side from which it is seen.
export function players(count) {
  const mine = side < 0 ? Math.floor(Math.random() * count) : side;
  const seats = Array.from({ length: count }, (_, i) => (i === mine ? PERSON : level));
  return { seats, side: (count === 2 ? ["s", "n"] : ["s", "w", "n", "e"])[mine] ?? "s" };
}

export const rules = () => chosenRules($("options"), chosen);

// A game that was played, with what leads to it.
function kept({ game, seats, plies, outcome, hash, id, time }) {
  const found = games.find(({ name }) => name === game);
  const programs = seats.filter((player) => player !== PERSON).map((player) => titleOf(player, found));
  const against = programs.length > 0 ? ` against ${programs.join(", ")}` : "";
  const day = new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short" });
  const state = `${outcome ? capital(outcome) : `${plies} moves so far`}, ${day}`;
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
    return make("li", [...kept(game), button("Remove", drop, { className: "quiet" })], { className: "panel row" });
  });
  $("stored").replaceChildren(...(rows.length > 0 ? rows : [make("li", "No game has been played here yet.")]));
}

// The rules of a game, with pictures.
export async function showRules(game) {
  $("rules-title").textContent = game.title;
  $("rules-about").textContent = game.about;
  $("rules-facts").textContent = facts(game);
  renew($("rules-games"), games.map((other) => {
    const state = new State({ page: "rules", game: other.name });
    return button(other.title, () => store.leave(state), { ariaPressed: String(other === game) });
  }));
  const { lessons, rulings } = await ask("lessons", new URLSearchParams({ game: game.name }));
  $("lessons").dataset.game = games.indexOf(game);
  $("lessons").replaceChildren(...lessons.map(({ text, svg }) => {
    const picture = svg ? make("div", "", { className: "picture", innerHTML: svg }) : "";
    return make("li", [picture, make("p", text)], { className: "panel lesson" });
  }));
  $("rulings").hidden = rulings.length === 0;
  $("rulings-rows").replaceChildren(...rulings.map(({ published, reading, why, option }) =>
    make("tr", [published, reading, why, option].map((text) => make("td", text)))));
}

// How many play, and how long.
function facts({ players: [least, most], minutes }) {
  const many = least === most ? `${least} players` : `${least}–${most} players`;
  return minutes ? `${many} · ${minutes} min` : many;
}
