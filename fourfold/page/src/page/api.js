// What the engine is asked: by requests to the server, which sends events while it searches, or of workers
// where there is no server.

import { isTyped } from "./dom.js";
import { Lost, file, request } from "./engine.js";
import { assemble, learn } from "./parts.js";

// Asks with parameters; an error says what was refused. The signal ends the work for an answer that nobody
// needs any more. A picture with parts that are not known yet is asked for once more, with their texts.
/** @param {string} what @param {URLSearchParams} params @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(what, params, signal) {
  const { picture, ...found } = await once(what, params, signal);
  if (!picture) return found;
  if (learn(picture)) return { ...found, ...assemble(picture) };
  return ask(what, new URLSearchParams([...params, ["texts", "true"]]), signal);
}

/** @param {string} what @param {URLSearchParams} params @param {AbortSignal} [signal] @returns {Promise<any>} */
function once(what, params, signal) {
  return file ? request(what, params, { signal }) : read(fetch(`api/${what}?${params}`, { signal }), signal);
}

// Has a record read, and written neatly.
/** @param {string} text @returns {Promise<any>} */
export function readRecord(text) {
  return file ? request("record", text) : read(fetch("api/record", { method: "POST", body: text }));
}

/** @param {Promise<Response>} asked @param {AbortSignal} [signal] */
async function read(asked, signal) {
  const answer = await asked.catch(() => {
    signal?.throwIfAborted();
    throw new Lost("The program does not answer.");
  });
  const found = await answer.json().catch(() => ({ error: `the server said ${answer.status}` }));
  if (answer.status === 503) throw new Lost("The program has too much to do.");
  if (!answer.ok) throw new Error(found.error);
  return found;
}

// What is said of a search that does not run yet, or no more.
export const WAITING = "Waiting for another analysis to end …";
export const AWAY = "The program does not answer. Trying again …";

// Listens to a search: `on` has a function for each kind of event, `lost` for the end of the connection, and `wait` for
// its end where there is no room for a search yet. Returns what stops it.
/** @param {string} what @param {URLSearchParams} params @param {Record<string, (report?: any) => unknown>} on */
export function listen(what, params, on) {
  const stop = new AbortController();
  const { signal } = stop;
  if (file) {
    const told = (/** @type {string} */ kind, /** @type {any} */ report) => signal.aborted || on[kind]?.(report);
    const failed = (/** @type {Error} */ error) => told(error instanceof Lost ? "lost" : "end", { error: error.message });
    request(what, params, { signal, told }).then(() => told("end", {}), failed);
    return () => stop.abort();
  }
  const source = new EventSource(`api/${what}?${params}`);
  for (const name in on) {
    if (name !== "lost") source.addEventListener(name, (event) => on[name](JSON.parse(event.data)));
  }
  // A browser has six connections to a program, for all its windows together: none is held to wait.
  for (const name of ["end", "wait"]) source.addEventListener(name, () => source.close());
  source.onerror = () => {
    source.close();
    on.lost?.();
  };
  return () => source.close();
}

// Keeps a page without a server in the browser, and shows a new one when it has come: after the first engine, which is
// waited for, and is not loaded twice.
if (file) addEventListener("loading", ready);

/** @param {any} event */
function ready({ detail }) {
  if (detail < 1) return;
  removeEventListener("loading", ready);
  keepPage().catch(() => {}); // Where that is refused it works by the network alone.
}

async function keepPage() {
  const keeper = navigator.serviceWorker;
  const isKept = keeper.controller;
  // Not while one types.
  const change = () => (isTyped(document.activeElement) ? addEventListener("focusout", change, { once: true }) : location.reload());
  keeper.addEventListener("controllerchange", () => isKept && change());
  await keeper.register("sw.js");
}
