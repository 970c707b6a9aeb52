import type { Group } from '../../harness/requirement.js';
import { ANONYMOUS, OTHER } from '../write-rules/callers.js';
import { USER } from '../write-rules/subjects.js';
import { refusesCaller } from '../write-rules/unauthorized.js';
import { updateRules } from '../write-rules/update-rules.js';

/** Updates of the caller's own user, from 1.2 on. */
export const userWrites: Group = {
  name: 'user-writes',
  requirements: [
    ...updateRules(USER),
    ...refusesCaller(USER, OTHER, 'user.update.other'),
    ...refusesCaller(USER, ANONYMOUS, 'user.update.anonymous'),
  ],
};
