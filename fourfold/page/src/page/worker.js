// The engine as a page without a server has it: one of its workers, which answers one request at a time. An engine with
// threads, which an isolated page has, answers in a worker of this one, and each of its threads is another: this one
// only starts them and passes on what they say, as it never waits.

// What a search has at most.
const MOST_THREADS = 8;

// What the memory of an engine with threads may grow to, and has at first, in pages of 64 KB.
const PAGES = { initial: 64, maximum: 8192, shared: true };

const [encode, decode] = [new TextEncoder(), new TextDecoder()];
/** @type {any} */
let engine;
/** @type {Worker | undefined} */
let answering;
let threads = 1;

const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(engine.memory.buffer, at, length);
// A copy, as shared memory is not decoded.
const read = (/** @type {number} */ at, /** @type {number} */ length) => decode.decode(bytes(at, length).slice());
const put = (/** @type {Uint8Array} */ text) => bytes(engine.room(text.length), text.length).set(text);

// What the engine calls: a clock, where its messages go, and a file, which is not there before it goes on.
const page = {
  now: () => performance.now(),
  tell: (/** @type {number} */ at, /** @type {number} */ length) => postMessage(JSON.parse(read(at, length))),
  load(/** @type {number} */ at, /** @type {number} */ length) {
    const [asked, name] = [new XMLHttpRequest(), read(at, length)];
    asked.open("GET", name, false);
    asked.responseType = "arraybuffer";
    asked.send();
    if (asked.status !== 200) throw new Error(`${name} cannot be loaded`);
    put(new Uint8Array(asked.response));
  },
};

// What one with threads needs of WASI: a clock that all of them share, chance, no environment, and nowhere to write.
const BAD_FILE = 8;
const system = {
  clock_time_get(/** @type {number} */ _id, /** @type {bigint} */ _precision, /** @type {number} */ at) {
    const now = BigInt(Math.round(1e6 * (performance.timeOrigin + performance.now())));
    bytes(at, 8).set(new Uint8Array(BigUint64Array.of(now).buffer));
    return 0;
  },
  random_get(/** @type {number} */ at, /** @type {number} */ length) {
    bytes(at, length).set(crypto.getRandomValues(new Uint8Array(length)));
    return 0;
  },
  environ_sizes_get(/** @type {number} */ count, /** @type {number} */ size) {
    for (const at of [count, size]) bytes(at, 4).fill(0);
    return 0;
  },
  environ_get: () => 0,
  sched_yield: () => 0,
  fd_write: () => BAD_FILE,
  proc_exit(/** @type {number} */ code) {
    throw new Error(`it ended with code ${code}`);
  },
};

// A thread is known by where its start lies, which no other one has while it lives.
/** @param {number} thread */
function spawn(thread) {
  postMessage({ thread });
  return thread;
}

// Starts an engine, or a thread of one, which ends with it.
/** @param {{ module: WebAssembly.Module, memory?: WebAssembly.Memory, thread?: number }} started */
function start({ module, memory, thread }) {
  const imports = { page, env: { memory }, wasi: { "thread-spawn": spawn }, wasi_snapshot_preview1: system };
  engine = new WebAssembly.Instance(module, /** @type {any} */ (imports)).exports;
  if (memory) threads = Math.min(navigator.hardwareConcurrency, MOST_THREADS);
  if (!thread) return (engine._start ?? engine.main)(0, 0);
  postMessage(["thread", thread]);
  engine.wasi_thread_start(thread, thread);
  close();
}

/** @param {{ module: WebAssembly.Module, memory: WebAssembly.Memory, thread?: number }} started */
function startWorker(started) {
  const worker = new Worker("worker.js");
  worker.onmessage = ({ data }) => (data.thread ? startWorker({ ...started, ...data }) : postMessage(data));
  worker.postMessage(started);
  return worker;
}

// First the engine comes, compiled; then requests.
addEventListener("message", ({ data }) => {
  if (answering) return answering.postMessage(data);
  if (typeof data === "string") {
    put(encode.encode(data));
    return engine.answer(threads);
  }
  if (data.module) return start(data);
  const isThreaded = WebAssembly.Module.imports(data).some(({ kind }) => kind === "memory");
  if (isThreaded) answering = startWorker({ module: data, memory: new WebAssembly.Memory(PAGES) });
  else start({ module: data });
});
