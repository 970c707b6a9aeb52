import { storedMatrix } from '../../proof/stored-matrix.js';
import { testDetection } from '../proof/detection.js';
import { PROOF } from '../proof/folder.js';
import { SHARE } from '../proof/share.js';
import { WRITING } from '../proof/writing.js';

const READING = SHARE.filter(({ detectedBy }) => !detectedBy.some((id) => WRITING.has(id)));

testDetection(READING, storedMatrix(PROOF));
