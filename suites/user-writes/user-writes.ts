import type { Group } from '../../harness/requirement.js';
import { USER } from '../support/writing/subjects.js';
import { updateRules } from '../support/writing/updates.js';

/** Updates of the caller's own user, from 1.2 on. */
export const userWrites: Group = { name: 'user-writes', requirements: updateRules(USER) };
