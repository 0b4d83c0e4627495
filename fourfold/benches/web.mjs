// How fast the engine of a page without a server is: `node fourfold/benches/web.mjs`, after
//   cargo build --release --bin fourfold
//   cargo build -p fourfold --profile web --bin fourfold --target wasm32-unknown-unknown
// Each game is analysed by one thread, here and there in turn; the best of three rounds counts.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const [ROUNDS, MILLIS] = [3, 1500];
const GAMES = ["collateral-checkers", "compass", "connect-four", "rolling-mountains"];

const target = new URL("../../target/", import.meta.url).pathname;
const file = readFileSync(`${target}wasm32-unknown-unknown/web/fourfold.wasm`);
console.log(`fourfold.wasm: ${file.length} bytes, ${brotliCompressSync(file).length} by brotli\n`);

const decode = new TextDecoder();
let told;
const page = {
  now: () => performance.now(),
  tell: (at, length) => told(...JSON.parse(decode.decode(new Uint8Array(engine.memory.buffer, at, length)))),
};
const { instance } = await WebAssembly.instantiate(file, { page });
/** @type {any} */
const engine = instance.exports;
engine.main(0, 0);

// The nodes a second of an analysis, which ends when what it tells is not accepted any more.
function alone(game) {
  const request = new TextEncoder().encode(`analysis\ngame=${game}&lines=1`);
  const at = engine.room(request.length);
  new Uint8Array(engine.memory.buffer, at, request.length).set(request);
  let [began, speed] = [0, 0];
  told = (kind, report) => {
    if (kind !== "lines") return;
    began ||= performance.now();
    speed = report.speed;
    if (performance.now() - began > MILLIS) throw new Error("enough");
  };
  try {
    engine.answer();
  } catch (error) {
    if (error.message !== "enough") throw error;
  }
  return speed;
}

function native(game) {
  const limits = ["--movetime", MILLIS, "--threads", "1", "--table", "32", "--json"];
  const found = JSON.parse(execFileSync(`${target}release/fourfold`, ["analyse", game, ...limits], { encoding: "utf8" }));
  return found.nodes / found.seconds;
}

console.log("nodes a second            program  WebAssembly    ratio");
for (const game of GAMES) {
  const best = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    [native, alone].forEach((run, i) => (best[i] = Math.max(best[i], Math.round(run(game)))));
  }
  const [there, here] = best;
  console.log(`${game.padEnd(20)}${String(there).padStart(13)}${String(here).padStart(13)}${(here / there).toFixed(2).padStart(9)}`);
}
