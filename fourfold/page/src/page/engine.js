// The engine of a page without a server. Each request has a worker to itself, which is kept for the next one.
// To cancel a request ends its worker, even in the middle of a search.

export const file = document.querySelector("meta[name=engine]")?.getAttribute("content") ?? "";

// The engine does not answer at all.
export class Lost extends Error {}

// After how many milliseconds it is looked for again.
export const RETRY = 2000;

// How many workers wait for a request.
const MOST_IDLE = 2;

/** @type {Worker[]} */
const idle = [];
/** @type {Promise<WebAssembly.Module> | null} */
let module;

async function start() {
  if (!module) {
    const tell = (/** @type {boolean} */ detail) => dispatchEvent(new CustomEvent("loading", { detail }));
    tell(true);
    module = fetch(file).then((loaded) => loaded.arrayBuffer()).then(WebAssembly.compile);
    module.then(() => tell(false), () => tell(false));
  }
  try {
    const compiled = await module;
    const worker = new Worker("worker.js");
    worker.postMessage(compiled);
    return worker;
  } catch {
    module = null;
    throw new Lost("The engine cannot be loaded.");
  }
}

// Answers a request; `told` gets what a search reports on the way.
/** @type {(what: string, query: any, how?: { signal?: AbortSignal, told?: (kind: string, report: any) => void }) => Promise<any>} */
export async function request(what, query, { signal, told } = {}) {
  const worker = idle.pop() ?? (await start());
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
      if (idle.length < MOST_IDLE) idle.push(worker);
      else worker.terminate();
      if (kind === "answer") resolve(content);
      else reject(new Error(content));
    };
    worker.postMessage(`${what}\n${query}`);
  });
}
