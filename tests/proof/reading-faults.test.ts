import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { keptMatrix } from '../../proof/kept-matrix.js';
import { testCaught } from './caught.js';
import { PROOF } from './kept.js';
import { WRITING } from './writing.js';

const READING = FAULTS.filter(({ caughtBy }) => !caughtBy.some((id) => WRITING.has(id)));

testCaught(READING, keptMatrix(PROOF));
