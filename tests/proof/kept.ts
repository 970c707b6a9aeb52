/** The folder in which the proof is kept. */
export const PROOF = new URL('../../proof/', import.meta.url);
