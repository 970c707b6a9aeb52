import type { Group } from '../../harness/requirement.js';
import { creationRefusals } from '../support/writing/creation-refusals.js';
import { creationRules } from '../support/writing/creation-rules.js';
import { CHECK_CREATION } from '../support/writing/refused-attempts.js';
import { checkEvents, newChecks } from './creation.js';
import { refusedChecks } from './refusals.js';

/** Creating checks on one patch, from 1.2 on. */
export const checkWrites: Group = {
  name: 'check-writes',
  requirements: [
    ...creationRules(CHECK_CREATION),
    ...newChecks,
    ...checkEvents,
    ...creationRefusals(CHECK_CREATION),
    ...refusedChecks,
  ],
};
