// How soon one can move on a page without a server, by the line of a telephone: `node fourfold/benches/phone.mjs`, after
// `.ci/run web`. For each game a browser that was never there opens its address. All connections share the line, and
// files are compressed as by most hosts. Needs `chromium` and `chromedriver`.

import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";

import { drive, quit, start } from "./browser.mjs";

const BYTES_A_MILLISECOND = 1600 / 8;
const ROUND_TRIP = 150;
const GAMES = ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];
const TYPES = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", html: "text/html", wasm: "application/wasm" };

const folder = process.argv[2] ?? new URL("../../target/page", import.meta.url).pathname;
const files = new Map(readdirSync(folder).map((name) => [name, brotliCompressSync(readFileSync(`${folder}/${name}`))]));
const wait = (time) => new Promise((done) => setTimeout(done, time));

let free = 0;
let asked = [];
const server = createServer(async (request, response) => {
  const name = request.url.slice(1).split("?")[0] || "index.html";
  const body = files.get(name);
  const { socket } = request;
  // A new connection takes a round trip too.
  await wait(socket.isOld ? ROUND_TRIP : 2 * ROUND_TRIP);
  socket.isOld = true;
  const etag = `"${body?.length}"`;
  if (!body || request.headers["if-none-match"] === etag) return response.writeHead(body ? 304 : 404).end();
  asked.push([name, body.length]);
  const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
  response.writeHead(200, { "Content-Type": type, "Content-Encoding": "br", ETag: etag });
  for (let at = 0; at < body.length; at += 1400) {
    const part = body.subarray(at, at + 1400);
    free = Math.max(free, performance.now()) + part.length / BYTES_A_MILLISECOND;
    await wait(free - performance.now());
    response.write(part);
  }
  response.end();
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const row = (...words) => console.log(words.map((word, i) => String(word)[i ? "padStart" : "padEnd"](20)).join(""));
const SEEN = `new MutationObserver(() => document.querySelector(".target") && (window.seen ??= performance.now()))
  .observe(document, { childList: true, subtree: true })`;

row("game", "one can move after", "KB until then", "times it is loaded");
for (const game of GAMES) {
  const session = await start();
  const run = (script) => drive("POST", `${session}/execute/sync`, { script, args: [] });
  await drive("POST", `${session}/goog/cdp/execute`, { cmd: "Page.addScriptToEvaluateOnNewDocument", params: { source: SEEN } });
  asked = [];
  await drive("POST", `${session}/url`, { url: `http://127.0.0.1:${server.address().port}/#game=${game}` });
  let seen;
  while (!(seen = await run("return window.seen"))) await wait(20);
  const bytes = asked.reduce((sum, [, length]) => sum + length, 0);
  // Until all is kept.
  while (!(await run("return navigator.serviceWorker.controller !== null || window.kept"))) {
    await run("navigator.serviceWorker.ready.then(() => (window.kept = true))");
    await wait(100);
  }
  const times = asked.filter(([name]) => name === `${game}.wasm`).length;
  row(game, `${(seen / 1000).toFixed(1)} s`, Math.round(bytes / 1000), times);
  await drive("DELETE", session);
}
quit();
server.close();
server.closeAllConnections();
