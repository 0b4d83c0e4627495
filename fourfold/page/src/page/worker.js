// The engine as a page without a server has it: one of its workers, which answers one request at a time.

const [encode, decode] = [new TextEncoder(), new TextDecoder()];
/** @type {any} */
let engine;

// What the engine calls: a clock, and where its messages go.
const page = {
  now: () => performance.now(),
  tell: (/** @type {number} */ at, /** @type {number} */ length) => postMessage(JSON.parse(decode.decode(new Uint8Array(engine.memory.buffer, at, length)))),
};

// First the engine comes, compiled; then requests.
addEventListener("message", ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    engine = new WebAssembly.Instance(data, { page }).exports;
    engine.main(0, 0);
    return;
  }
  const request = encode.encode(data);
  const at = engine.room(request.length);
  new Uint8Array(engine.memory.buffer, at, request.length).set(request);
  engine.answer();
});
