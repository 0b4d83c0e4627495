// The front door, the rules as a page, and the games that were played here.

import { ask } from "./api.js";
import { $, button, capital, disc, make } from "./dom.js";
import { stored } from "./state.js";
import { PERSON } from "./store.js";
import { titleOf } from "./seats.js";
import { chosenRules, showOptions } from "./options.js";

export class Front {
  games; on; game; level; side;

  // `on` has what a choice does: `play`, `analyse`, `puzzle`, `rules`, `resume`.
  constructor(games, on) {
    Object.assign(this, { games, on, game: games[0], level: null, side: 0 });
  }

  show() {
    const [last] = stored.all();
    $("continue").hidden = !last;
    if (last) $("continue").replaceChildren(...this.kept(last));
    $("cards").replaceChildren(...this.games.map((game) => this.card(game)));
    this.choose(this.game, { scroll: false });
  }

  card(game) {
    const { title, about } = game;
    const picture = make("div", "", { className: "picture", data: { game: this.games.indexOf(game) } });
    picture.innerHTML = game.picture;
    picture.firstChild?.setAttribute("aria-hidden", "true");
    const text = make("div", [make("h3", title), make("p", about), make("p", facts(game), { className: "small" })], { className: "text" });
    return button([picture, text], () => this.choose(game), { className: "game", ariaPressed: "false", data: { name: game.name } });
  }

  choose(game, { scroll = true } = {}) {
    this.game = game;
    this.side = 0;
    this.level = game.level;
    for (const card of $("cards").children) card.setAttribute("aria-pressed", String(card.dataset.name === game.name));
    $("how-title").textContent = `How do you want to play ${game.title}?`;
    this.levels();
    this.sides();
    showOptions($("options"), game, "");
    $("way-puzzle").hidden = !game.puzzles;
    if (scroll && matchMedia("(max-width: 760px)").matches) $("how-title").scrollIntoView({ behavior: "smooth" });
  }

  levels() {
    const levels = this.game.opponents.filter(({ name }) => name.startsWith("level:"));
    const own = this.game.opponents.filter(({ name }) => !name.startsWith("level:"));
    const chosen = this.game.opponents.find(({ name }) => name === this.level) ?? levels[3];
    $("levels").replaceChildren(...levels.map((level, i) => {
      const pressed = String(level === chosen);
      return button(String(i + 1), () => this.pick(level.name), { title: level.title, ariaPressed: pressed, ariaLabel: `Level ${i + 1}, ${level.title}` });
    }));
    const others = [make("option", "As chosen above", { value: "" }), ...own.map(({ name, title }) => make("option", title, { value: name }))];
    $("other-programs").replaceChildren(...others);
    $("other-programs").value = levels.includes(chosen) ? "" : chosen.name;
    const number = levels.indexOf(chosen) + 1;
    $("level-said").textContent = `${number > 0 ? `Level ${number}, ` : ""}${chosen.title}${chosen.about ? `: ${chosen.about}` : ""}`;
  }

  pick(level) {
    this.level = level || this.game.level;
    this.levels();
  }

  sides() {
    const choice = (within, side) => {
      const take = () => Object.assign(this, { side }).sides();
      return button(within, take, { ariaPressed: String(this.side === side) });
    };
    $("sides").replaceChildren(...this.game.seats.map((hue, i) => choice([disc(hue), capital(hue)], i)), choice("Either", -1));
  }

  // The rules and the players of a new game against the program.
  chosen(count) {
    const side = this.side < 0 ? Math.floor(Math.random() * count) : this.side;
    const seats = Array.from({ length: count }, (_, i) => (i === side ? PERSON : this.level));
    return { seats, side };
  }

  rules() {
    return chosenRules($("options"), this.game);
  }

  kept({ game, seats, plies, outcome, hash, id, time }) {
    const found = this.games.find(({ name }) => name === game);
    const programs = seats.filter((player) => player !== PERSON).map((player) => titleOf(player, found?.opponents ?? []));
    const against = programs.length > 0 ? ` against ${programs.join(", ")}` : "";
    const day = new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short" });
    const words = make("div", [make("b", `${found?.title ?? game}${against}`), make("p", `${outcome ? capital(outcome) : `${plies} moves so far`}, ${day}`, { className: "small" })], { className: "grow" });
    return [words, button(outcome ? "Look at it" : "Continue", () => this.on.resume(hash, id), { className: outcome ? "" : "main" })];
  }

  showGames() {
    const rows = stored.all().map((game) => {
      const drop = button("Remove", () => {
        stored.remove(game.id);
        this.showGames();
      }, { className: "quiet" });
      return make("li", [...this.kept(game), drop], { className: "panel row" });
    });
    $("stored").replaceChildren(...(rows.length > 0 ? rows : [make("li", "No game has been played here yet.")]));
  }

  // The rules of a game, with pictures.
  async showRules(game) {
    const { name, title, about } = game;
    $("rules-title").textContent = title;
    $("rules-about").textContent = about;
    $("rules-facts").textContent = facts(game);
    $("rules-games").replaceChildren(...this.games.map((other) => button(other.title, () => this.on.rules(other.name), { ariaPressed: String(other === game) })));
    const lessons = await ask("lessons", new URLSearchParams({ game: name }));
    $("lessons").replaceChildren(...lessons.map(({ text, svg }) => {
      const item = make("li", [make("p", text)], { className: "panel lesson", data: { game: this.games.indexOf(game) } });
      if (svg) item.insertAdjacentHTML("afterbegin", `<div class="picture">${svg}</div>`);
      return item;
    }));
  }
}

// How many play, and how long.
function facts({ players: [least, most], minutes }) {
  const many = least === most ? `${least} players` : `${least}–${most} players`;
  return minutes ? `${many} · ${minutes} min` : many;
}
