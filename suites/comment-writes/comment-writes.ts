import type { Group } from '../../harness/requirement.js';
import { COMMENT, NO_MAINTAINER, NOT_SIGNED_IN } from '../support/writing/subjects.js';
import { refusesCaller } from '../support/writing/unauthorized.js';
import { updateRules } from '../support/writing/updates.js';

/** The `addressed` flag of a patch comment, from 1.3 on. */
export const commentWrites: Group = {
  name: 'comment-writes',
  requirements: [
    // The list of patch comments has requirements of its own.
    ...updateRules(COMMENT, ['listed', 'every-version']),
    ...refusesCaller(COMMENT, NO_MAINTAINER, 'comment.update.other'),
    ...refusesCaller(COMMENT, NOT_SIGNED_IN, 'comment.update.anonymous'),
  ],
};
