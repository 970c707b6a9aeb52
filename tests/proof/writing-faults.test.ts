import { keptMatrix } from '../../proof/kept-matrix.js';
import { testCaught } from './caught.js';
import { PROOF } from './kept.js';
import { SHARE } from './share.js';
import { WRITING } from './writing.js';

const WRITING_FAULTS = SHARE.filter(({ caughtBy }) => caughtBy.some((id) => WRITING.has(id)));

testCaught(WRITING_FAULTS, keptMatrix(PROOF));
