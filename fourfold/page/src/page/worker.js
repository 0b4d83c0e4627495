// The engine as a page without a server has it: one of its workers, which answers one request at a time.

const [encode, decode] = [new TextEncoder(), new TextDecoder()];
/** @type {any} */
let engine;

const read = (/** @type {number} */ at, /** @type {number} */ length) => decode.decode(new Uint8Array(engine.memory.buffer, at, length));

/** @param {Uint8Array} bytes */
function put(bytes) {
  const at = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
}

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

// First the engine comes, compiled; then requests.
addEventListener("message", ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    engine = new WebAssembly.Instance(data, { page }).exports;
    engine.main(0, 0);
    return;
  }
  put(encode.encode(data));
  engine.answer();
});
