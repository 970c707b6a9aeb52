/** The folder of the proof. */
export const PROOF = new URL('../../tools/proof/', import.meta.url);
