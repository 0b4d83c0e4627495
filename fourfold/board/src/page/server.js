// What the server is asked.

// Asks with parameters; an error says what the server refused.
export async function ask(what, params) {
  return read(await fetch(`api/${what}?${params}`));
}

// Has a record read, and written neatly.
export async function readRecord(text) {
  return read(await fetch("api/record", { method: "POST", body: text }));
}

async function read(answer) {
  const found = await answer.json().catch(() => ({ error: `the server said ${answer.status}` }));
  if (!answer.ok) throw new Error(found.error);
  return found;
}
