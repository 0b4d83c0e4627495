// A browser without a window, for measurements of the page, and what they share. Needs `chromium` and `chromedriver`.

import { spawn } from "node:child_process";

const driver = spawn("chromedriver", ["--port=0"]);
const port = await new Promise((found) => driver.stdout.on("data", (text) => {
  const port = /successfully on port (\d+)/.exec(text)?.[1];
  if (port) found(port);
}));

export async function drive(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
  return (await answer.json()).value;
}

// A browser that was never anywhere; its path.
export async function start() {
  const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const wanted = { capabilities: { alwaysMatch: { "goog:chromeOptions": { args } } } };
  return `/session/${(await drive("POST", "/session", wanted)).sessionId}`;
}

export const quit = () => driver.kill();

// Measures the seconds of the processor that a page's thread takes.
export async function meter(session) {
  const devtools = (cmd) => drive("POST", `${session}/goog/cdp/execute`, { cmd, params: {} });
  await devtools("Performance.enable");
  return async () => (await devtools("Performance.getMetrics")).metrics.find(({ name }) => name === "ThreadTime").value;
}

// What is searched in each game that is not solved at once; where the start is solved too after two moves, with all pieces.
export const STARTS = { "collateral-checkers": "wwwww/w1www/5/b1bbb/bbbbb b 0 2", compass: "", "connect-four": "", "rolling-mountains": "" };

export const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

export const row = (first, ...others) => console.log(first.padEnd(20) + others.map((one) => String(one).padStart(13)).join(""));
