// Games as text: copied, pasted, downloaded and uploaded.

import { make } from "./panels.js";
import { readRecord } from "./server.js";

// The text of a game; the server writes it more neatly.
export function recordText({ game, rules, start, tags, tree }) {
  const tag = (name, value) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`;
  const head = tag("Game", game) + tags + (rules ? tag("Rules", rules) : "") + tag("Start", start);
  return `${head}\n${tree} *\n`;
}

export async function download(state) {
  const { text } = await readRecord(recordText(state));
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", "", { href: address, download: `${state.game}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// The first game of a text, with how many there are.
export async function parseRecord(text) {
  const { game, rules, start, moves, games, text: neat } = await readRecord(text);
  const lines = neat.split("\n\n")[0].split("\n");
  const others = lines.filter((line) => !/^\[(Game|Rules|Start|Result) /.test(line));
  return { game, rules, start, moves, games, tags: others.map((line) => `${line}\n`).join("") };
}
