import { pathToFileURL } from 'node:url';
import { Thread } from '../harness/engine/thread.js';
import { CATALOGUE } from '../suites/entry.js';

/** A thread that judges the catalogue: it begins to load now, and is worth making early. */
export function judgingThread(): Thread {
  return new Thread(pathToFileURL(CATALOGUE).href);
}
