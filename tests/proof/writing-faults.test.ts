import { storedMatrix } from '../../proof/stored-matrix.js';
import { testDetection } from './detection.js';
import { PROOF } from './folder.js';
import { SHARE } from './share.js';
import { WRITING } from './writing.js';

const WRITING_FAULTS = SHARE.filter(({ detectedBy }) => detectedBy.some((id) => WRITING.has(id)));

testDetection(WRITING_FAULTS, storedMatrix(PROOF));
