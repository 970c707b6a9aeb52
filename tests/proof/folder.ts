/** The folder of the proof. */
export const PROOF = new URL('../../proof/', import.meta.url);
