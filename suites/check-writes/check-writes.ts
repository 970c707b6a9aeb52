import type { Chapter } from '../../harness/requirement.js';
import { checkCreation } from './create.js';
import { checkRefusals } from './invalid.js';

/** Checks on one patch, from 1.2 on. */
export const checkWrites: Chapter = {
  name: 'check-writes',
  requirements: [...checkCreation, ...checkRefusals],
};
