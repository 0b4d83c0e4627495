// The engine does not answer at all.
export class Lost extends Error {}
