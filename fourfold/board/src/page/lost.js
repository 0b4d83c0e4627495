// The engine does not answer at all.
export class Lost extends Error {}

// After how many milliseconds it is looked for again.
export const RETRY = 2000;
