// The engine of a page without a server. Each request has a worker to itself, which is kept for the next one.
// To cancel a request ends its worker, even in the middle of a search.

// The engines, one for all games or one for each, with their sizes: `chess.wasm=5000 go.wasm=6000`.
export const file = document.querySelector("meta[name=engine]")?.getAttribute("content") ?? "";
const engines = new Map(file.split(" ").map((one) => /** @type {[string, string]} */ (one.split("="))));

// The engine does not answer at all.
export class Lost extends Error {}

// After how many milliseconds it is looked for again.
export const RETRY = 2000;

// How many engines work side by side at what can be divided: a server divides its work itself.
export const ENGINES = file ? Math.min(navigator.hardwareConcurrency || 1, 4) : 1;

// How many workers wait for a request.
const MOST_IDLE = 2;

// An engine that is there after so many milliseconds is not spoken of.
const SOON = 200;

/** @type {{ engine: string, worker: Worker }[]} */
const idle = [];
/** @type {Map<string, Promise<WebAssembly.Module>>} */
const modules = new Map();

/** @type {(game: string, all?: string[]) => string} */
const engineOf = (game, all = [...engines.keys()]) => all.find((name) => name.startsWith(`${game}.`)) ?? all[0];

// Compiles an engine while it comes, and tells how much of it is there.
/** @param {string} engine */
async function compile(engine) {
  const [size, began] = [Number(engines.get(engine)), performance.now()];
  const tell = (/** @type {number} */ detail) => dispatchEvent(new CustomEvent("loading", { detail }));
  let length = 0;
  /** @type {TransformStream<Uint8Array, Uint8Array>} */
  const counted = new TransformStream({
    transform(chunk, to) {
      length += chunk.length;
      if (performance.now() - began > SOON) tell(Math.min(length / size, 0.99));
      to.enqueue(chunk);
    },
  });
  try {
    const { body } = await fetch(engine);
    const headers = { "Content-Type": "application/wasm" };
    return await WebAssembly.compileStreaming(new Response(body?.pipeThrough(counted), { headers }));
  } finally {
    tell(1);
  }
}

// Loads the engine of a game, once.
/** @param {string} game */
export function loadEngine(game) {
  const engine = engineOf(game);
  const module = modules.get(engine) ?? compile(engine);
  modules.set(engine, module);
  module.catch(() => modules.delete(engine));
  return module;
}

/** @param {string} game */
async function startWorker(game) {
  try {
    const compiled = await loadEngine(game);
    const worker = new Worker("worker.js");
    worker.postMessage(compiled);
    return worker;
  } catch {
    throw new Lost("The engine cannot be loaded.");
  }
}

// Answers a request; `told` gets what a search reports on the way.
/** @type {(what: string, query: any, how?: { signal?: AbortSignal, told?: (kind: string, report: any) => void }) => Promise<any>} */
export async function request(what, query, { signal, told } = {}) {
  const game = (what === "record" ? /\[Game *"([^"]*)"/.exec(query)?.[1] : new URLSearchParams(query).get("game")) ?? "";
  const engine = engineOf(game);
  const at = idle.findLastIndex((one) => one.engine === engine);
  const worker = at < 0 ? await startWorker(game) : idle.splice(at, 1)[0].worker;
  return new Promise((resolve, reject) => {
    let isOpen = true;
    const fail = (/** @type {unknown} */ error) => {
      if (isOpen) worker.terminate(); // By then it may have another request.
      isOpen = false;
      reject(error);
    };
    if (signal?.aborted) return fail(signal.reason);
    signal?.addEventListener("abort", () => fail(signal.reason));
    worker.onerror = ({ message = "it cannot be started" }) => fail(new Error(`The engine has failed: ${message}`));
    worker.onmessage = ({ data: [kind, content] }) => {
      if (!["answer", "error"].includes(kind)) return told?.(kind, content);
      isOpen = false;
      idle.push({ engine, worker });
      if (idle.length > MOST_IDLE) idle.shift()?.worker.terminate();
      if (kind === "answer") resolve(content);
      else reject(new Error(content));
    };
    worker.postMessage(`${what}\n${query}`);
  });
}
