import type { Group } from '../../harness/requirement.js';
import { ofOtherMaintainer } from '../support/writing/other-maintainer.js';
import { COMMENT } from '../support/writing/subjects.js';
import { updateRules } from '../support/writing/updates.js';

/** The `addressed` flag of a patch comment, from 1.3 on. */
export const commentWrites: Group = {
  name: 'comment-writes',
  // The list of patch comments has requirements of its own.
  requirements: [
    ...updateRules(COMMENT, ['listed', 'every-version']),
    ofOtherMaintainer(COMMENT, ['PATCH'], ({ write }) => {
      const { patch, comment } = write.otherComment();
      return `patches/${patch}/comments/${comment}`;
    }),
  ],
};
