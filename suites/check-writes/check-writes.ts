import type { Group, Requirement } from '../../harness/requirement.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { CHECKS, madeCheck } from '../support/writing/created-checks.js';
import { creationRules } from '../support/writing/creation-rules.js';
import { pathOfChecks } from '../support/writing/lists.js';
import { creationRefusals } from '../support/writing/refused-creations.js';
import { writes } from '../support/writing/subject.js';
import { newChecks } from './creation.js';

/** Patches and callers for which a check is refused. */
const refusedChecks: readonly Requirement[] = [
  writes(CHECKS, {
    id: 'check.create.unknown-patch',
    says: 'POST of a check on a patch that does not exist returns 404',
    spec: 'Errors',
    consequence: 'A CI system is not told that the patch does not exist.',
    async check(context) {
      const { api, write, expect } = context;
      await madeCheck(context);
      const path = pathOfChecks(context, UNKNOWN_ID);
      const json = CHECKS.sound(context);
      expect.status(await write.send(api.as('maintainer'), 'POST', path, { json }), 404);
    },
  }),
];

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
