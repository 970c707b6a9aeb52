import { fileURLToPath } from 'node:url';

/** Absolute path of the built file that runs the catalogue in the worker. */
export const ENTRY = fileURLToPath(new URL('./in-worker.js', import.meta.url));

/** Absolute path of the built catalogue, nearly all that the other needs. */
export const CATALOGUE = fileURLToPath(new URL('./catalogue.js', import.meta.url));
