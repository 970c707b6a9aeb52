import type { Group } from '../../harness/requirement.js';
import { creationRefusals, creationRules } from '../write-rules/creation-rules.js';
import { checkEvents, newChecks } from './creation.js';
import { CHECK_CREATION, refusedChecks } from './refusals.js';

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
