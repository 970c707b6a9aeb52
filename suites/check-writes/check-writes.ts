import type { Group } from '../../harness/requirement.js';
import { CHECKS } from '../support/writing/created-checks.js';
import { creationRules } from '../support/writing/creation-rules.js';
import { creationRefusals } from '../support/writing/refused-creations.js';
import { newChecks } from './creation.js';
import { refusedChecks } from './refusals.js';

/** Creating checks, from 1.2 on. */
export const checkWrites: Group = {
  name: 'check-writes',
  requirements: [
    ...creationRules(CHECKS),
    ...newChecks,
    ...creationRefusals(CHECKS),
    ...refusedChecks,
  ],
};
