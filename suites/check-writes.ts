import type { Chapter } from '../harness/requirement.js';
import { checkCreation } from './write-check-create.js';
import { checkRefusals } from './write-check-invalid.js';

/** Checks on one patch, from 1.2 on. */
export const checkWrites: Chapter = {
  name: 'check-writes',
  requirements: [...checkCreation, ...checkRefusals],
};
