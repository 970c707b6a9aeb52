import type { Group } from '../../harness/requirement.js';
import { ANONYMOUS, OTHER } from '../support/writing/callers.js';
import { USER } from '../support/writing/subjects.js';
import { refusesCaller } from '../support/writing/unauthorized.js';
import { updateRules } from '../support/writing/updates.js';

/** Updates of the caller's own user, from 1.2 on. */
export const userWrites: Group = {
  name: 'user-writes',
  requirements: [
    ...updateRules(USER),
    ...refusesCaller(USER, OTHER, 'user.update.other'),
    ...refusesCaller(USER, ANONYMOUS, 'user.update.anonymous'),
  ],
};
