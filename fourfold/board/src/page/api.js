// What the engine is asked: by requests to the server, and by events that it sends while it searches.

// After how many milliseconds an engine that is lost is looked for again.
export const RETRY = 2000;

// The engine does not answer at all.
export class Lost extends Error {}

// Asks with parameters; an error says what was refused.
export function ask(what, params) {
  return read(fetch(`api/${what}?${params}`));
}

// Has a record read, and written neatly.
export function readRecord(text) {
  return read(fetch("api/record", { method: "POST", body: text }));
}

async function read(request) {
  const answer = await request.catch(() => {
    throw new Lost("The program does not answer. Trying again …");
  });
  const found = await answer.json().catch(() => ({ error: `the server said ${answer.status}` }));
  if (!answer.ok) throw new Error(found.error);
  return found;
}

// Listens to a search: `on` has a function for each kind of event, and `lost` for the end of the connection.
// Returns what stops it.
export function listen(what, params, on) {
  const source = new EventSource(`api/${what}?${params}`);
  for (const name in on) {
    if (name !== "lost") source.addEventListener(name, (event) => on[name](JSON.parse(event.data)));
  }
  source.addEventListener("end", () => source.close());
  source.onerror = () => {
    source.close();
    on.lost?.();
  };
  return () => source.close();
}
