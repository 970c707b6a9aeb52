import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../support/unknown-id.js';
import { CHECKS, madeCheck } from '../support/writing/created-checks.js';
import { expectRefusal } from '../support/writing/invalid.js';
import { byOther } from '../support/writing/refused-attempts.js';
import { expectNothingMade } from '../support/writing/refused-posts.js';
import { writes } from '../support/writing/subject.js';

/** Patches and callers for which a check is refused. */
export const refusedChecks: readonly Requirement[] = [
  writes(CHECKS, {
    id: 'check.create.unknown-patch',
    says: 'POST of a check on a patch that does not exist returns 404',
    spec: 'Errors',
    consequence: 'A CI system is not told that the patch does not exist.',
    async check(context) {
      const { api, write, expect } = context;
      await madeCheck(context);
      const path = `patches/${UNKNOWN_ID}/checks/`;
      expect.status(
        await write.send(api.as('maintainer'), 'POST', path, { json: CHECKS.sound(context) }),
        404,
      );
    },
  }),
  writes(CHECKS, {
    id: 'check.create.other',
    says: 'POST of a check by a user who does not maintain the project is refused',
    spec: 'Authentication',
    needs: ['other'],
    consequence: 'Every user with an account can report check results.',
    async check(context) {
      expectRefusal(context, (await byOther(context)).answer);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.other.nothing-made',
    says: 'POST of a check that is refused to another user creates none',
    spec: 'Authentication',
    needs: ['other'],
    consequence: 'Every user with an account can report check results.',
    async check(context) {
      const { answer, ...around } = await byOther(context);
      if (answer.status < 400) inconclusive('the request was not refused');
      expectNothingMade(context, CHECKS, around, answer, 0);
    },
  }),
];
