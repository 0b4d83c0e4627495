// How large and how fast the engines of a page without a server are, in a browser: `node fourfold/benches/web.mjs`, after
//   cargo build --release --bin fourfold
//   cargo build -p fourfold-games --features web --profile web --bins --target wasm32-unknown-unknown
// Each game is analysed by one thread, here and there in turn, and the median of the ratios is told; by processor time, so
// that a busy machine matters less. Needs `chromium` and `chromedriver`. Another folder of engines can be given.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

import { STARTS, drive, median, meter, quit, row, start } from "./browser.mjs";

const [ROUNDS, MILLIS] = [5, 1500];
const GAMES = ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];

const target = new URL("../../target/", import.meta.url).pathname;
const folder = process.argv[2] ?? `${target}wasm32-unknown-unknown/web`;
// What an engine loads, if anything.
const LENT = { "collateral-checkers": "../../collateral-checkers/endings/data/six.endings" };

const session = await start();
const run = (script, ...args) => drive("POST", `${session}/execute/async`, { script, args });
const spent = await meter(session);

// Has the browser know an engine, and a file that it may load.
const know = (file, lent) => run(`
  const [engine, lent, done] = arguments;
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const decode = new TextDecoder();
  const page = (window.page = {
    now: () => performance.now(),
    tell: (at, length) => page.told(...JSON.parse(decode.decode(new Uint8Array(page.engine.memory.buffer, at, length)))),
    load: () => page.put(bytes(lent)),
    put(bytes) {
      const at = page.engine.room(bytes.length);
      new Uint8Array(page.engine.memory.buffer, at, bytes.length).set(bytes);
    },
  });
  WebAssembly.instantiate(bytes(engine), { page }).then(({ instance }) => {
    page.engine = instance.exports;
    page.engine.main(0, 0);
    done();
  });`, file.toString("base64"), lent.toString("base64"));

// The nodes a second of an analysis, which ends when what it tells is not accepted any more.
async function alone(game) {
  const ask = String(new URLSearchParams({ game, start: STARTS[game], lines: "1" }));
  const before = await spent();
  const nodes = await run(`
    const [ask, millis, done] = arguments;
    const until = performance.now() + millis;
    const found = {};
    page.told = (kind, report) => {
      found[kind] = report.nodes;
      if (performance.now() > until) throw new Error("enough");
    };
    page.put(new TextEncoder().encode("analysis\\n" + ask));
    try {
      page.engine.answer();
    } catch (error) {
      if (error.message !== "enough") throw error;
    }
    done((found.moves ?? 0) + found.lines);`, ask, MILLIS);
  return nodes / (await spent() - before);
}

function native(game) {
  const command = `${target}release/fourfold analyse ${game} ${STARTS[game] ? `"${STARTS[game]}"` : ""} --movetime ${MILLIS} --threads 1 --table 32 --json`;
  const timed = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time ${command}`], { encoding: "utf8" });
  const [user, system] = timed.stderr.trim().split(" ").map(Number);
  return JSON.parse(timed.stdout).nodes / (user + system);
}

row("", "", "", "nodes a", "second");
row("engine", "bytes", "by brotli", "program", "WebAssembly", "ratio");
for (const game of GAMES) {
  const file = readFileSync(`${folder}/${game}.wasm`);
  const sizes = [file.length, brotliCompressSync(file).length];
  if (STARTS[game] === undefined) {
    row(game, ...sizes);
    continue;
  }
  await know(file, LENT[game] ? readFileSync(new URL(LENT[game], import.meta.url)) : Buffer.of());
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push([native(game), await alone(game)]);
  const speeds = [0, 1].map((which) => Math.round(median(rounds.map((round) => round[which]))));
  row(game, ...sizes, ...speeds, median(rounds.map(([here, there]) => there / here)).toFixed(2));
}
await drive("DELETE", session);
quit();
