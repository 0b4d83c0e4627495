// What players are called: by the name that was typed, or else as a program, "You", or the colour.

import { capital } from "./dom.js";
import { inColours, named } from "./ending.js";
import { tag, tagsOf } from "./state.js";
import { FAR, PERSON, store } from "./store.js";

// What the only person at the table is called.
const YOU = "You";

// The players, by seat.
export function names() {
  const { seats } = store.known;
  const tagged = taggedNames(store.state.tags, seats);
  const isAlone = isOnlyPerson();
  return seats.map(({ hue }, i) => {
    const usual = store.player(i) !== PERSON ? titleOf(store.player(i), store.game) : isAlone ? YOU : capital(hue);
    return tagged[i] || usual;
  });
}

const isOnlyPerson = () => store.known.seats.filter((_, i) => store.player(i) === PERSON).length === 1;

// Whether a seat is that of the only person at this screen.
/** @param {number | null} seat */
export const isMine = (seat) => seat !== null && isOnlyPerson() && store.player(seat) === PERSON;

// The colour of a seat, as a name.
/** @param {number} seat */
export const colourOf = (seat) => capital(store.known.seats[seat].hue);

// What a player is called.
/** @param {string} player @param {Game | undefined} game */
export function titleOf(player, game) {
  if (player === FAR) return "A friend";
  return game?.opponents.find(({ name }) => name === player)?.title ?? player;
}

/** @param {string} text */
export const coloured = (text) => inColours(text, store.known.seats);

// The names of the players in the tags of a record, by the names of the seats or by number.
/** @param {string} tags @param {Seat[]} seats */
function taggedNames(tags, seats) {
  const found = tagsOf(tags);
  return seats.map(({ name }, i) => found.get(name.toLowerCase()) ?? found.get(`player${i + 1}`));
}

// The tags with another name of a player; without one if it is empty.
/** @param {string} tags @param {number} i @param {string} name */
export function renamed(tags, i, name) {
  const seat = store.known.seats[i].name;
  const old = new RegExp(`^\\[(${seat}|player${i + 1}) `, "i");
  const others = tags.split("\n").filter((line) => line && !old.test(line));
  return [...others, ...(name ? [tag(capital(seat), name)] : [])].map((line) => `${line}\n`).join("");
}

// Who wins in words, and why, by the names at the table.
/** @param {End} end */
export function endInWords({ text, winner, reason }) {
  const called = names();
  const won = winner === null ? capital(coloured(text)) : called[winner] === YOU ? "You win" : `${called[winner]} wins`;
  return { text: won, reason: capital(named(reason, store.known.seats, called)).replace(/^You has /, "You have ") };
}

// A move in a sentence: who went where, and what was taken.
/** @param {Last} last @param {number} taken */
export function sentence({ seat, places }, taken) {
  const name = names()[seat];
  const [first, to] = [places[0], places.at(-1) ?? ""];
  const isSquare = (/** @type {string} */ place) => /^[a-z]\d+$/.test(place);
  const isGate = (/** @type {string} */ place) => /^[a-z]\d+\w+$/.test(place);
  const went = isGate(first) ? `came in at ${to}` : isGate(to) ? `went out from ${first}` : `went from ${first} to ${to}`;
  const put = isSquare(first) || isGate(first) ? `played ${first}` : first === "end" ? "ended the collecting" : `chose “${first}”`;
  const did = places.length === 1 ? put : isSquare(first) || isGate(first) ? went : `put a ${first.replace(/^.*:/, "card ")} at ${places[1]}`;
  return `${name} ${did}${taken > 0 ? ` and took ${taken}` : ""}.`;
}
