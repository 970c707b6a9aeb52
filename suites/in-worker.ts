import { runInWorker } from '../harness/engine/in-worker.js';
import { CHAPTERS } from './catalogue.js';
import { knownFields } from './seen-fields.js';

// The one file that the engine runs: it turns the catalogue into Vitest's tests.
await runInWorker(CHAPTERS, { fields: knownFields });
