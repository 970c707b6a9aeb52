import { declareTests } from '../harness/engine/declare-tests.js';
import { CHAPTERS } from './catalogue.js';
import { knownFields } from './seen-fields.js';

// The one test file that Vitest runs.
await declareTests(CHAPTERS, knownFields);
