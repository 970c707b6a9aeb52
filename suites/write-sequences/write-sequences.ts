import type { CheckContext } from '../../harness/check-context.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { WRITABLE_VERSIONS } from '../../specification/versions.js';
import { canSignIn } from '../support/writing/callers.js';
import { CHECKS } from '../support/writing/created-checks.js';
import { writes } from '../support/writing/subject.js';
import { BUNDLE, COMMENT, PROJECT, USER } from '../support/writing/subjects.js';
import { BUNDLE_SEQUENCE } from './bundles.js';
import { CHECK_SEQUENCE } from './checks.js';
import { sequenceOf } from './fields.js';
import { judge, kindOf } from './sequence-checks.js';

const BUNDLES = kindOf(BUNDLE_SEQUENCE);

const USERS = kindOf(
  sequenceOf(USER, {
    what: 'users',
    requests: 8,
    least: 8,
    replaces: true,
    readers: ['user', 'other'],
    listed: ['user'],
  }),
);

const PROJECTS = kindOf(
  sequenceOf(PROJECT, {
    what: 'projects',
    requests: 8,
    least: 8,
    replaces: true,
    readers: ['maintainer', 'anonymous'],
    listed: ['anonymous'],
  }),
);

const COMMENTS = kindOf(
  sequenceOf(COMMENT, {
    what: 'comments',
    requests: 5,
    least: 5,
    // The endpoint table has neither PUT of a comment nor a list of the comments of a patch.
    replaces: false,
    // Each write creates an event on some instances.
    writes: 3,
    readers: ['maintainer', 'anonymous'],
    listed: [],
  }),
);

const CHECKS_MADE = kindOf(CHECK_SEQUENCE);

const TABLE = 'Endpoint table';

/** Several writes in sequence: random sequences, each step predicted by a model. */
export const writeSequences: Group = {
  name: 'write-sequences',
  requirements: [
    writes(BUNDLE, {
      id: 'sequence.bundle',
      says: 'After any sequence of writes, a bundle has the values written last: no PATCH undoes another',
      spec: TABLE,
      consequence: 'A change is reverted, or lost through a later change of another field.',
      check: (context) => judge(context, 'state', [BUNDLES]),
    }),
    writes(BUNDLE, {
      id: 'sequence.bundle.visible',
      says: 'After any sequence of writes, a bundle is visible, by id and in the list, if it is public or owned by the caller',
      consequence: 'A private bundle is visible to other users, or a public one is not.',
      check: (context) => judge(context, 'visible', [BUNDLES]),
    }),
    writes(BUNDLE, {
      id: 'sequence.bundle.deleted',
      says: 'A deleted bundle (if DELETE is offered) is gone after any sequence of writes',
      spec: 'Errors',
      // "Delete operations for any resource: not shown."
      level: 'should',
      consequence: 'A deleted bundle is still visible or reappears.',
      async check(context) {
        if (!(await context.write.deletesBundles(context.api))) {
          context.accept('DELETE is not offered');
          return;
        }
        await judge(context, 'deleted', [BUNDLES]);
      },
    }),
    writes(USER, {
      id: 'sequence.user',
      says: 'After any sequence of PATCH and PUT, each field of a user has the value written last',
      spec: TABLE,
      consequence: 'A change of a name or setting is reverted, or lost through a later change.',
      check: (context) => judge(context, 'state', [USERS]),
    }),
    writes(PROJECT, {
      id: 'sequence.project',
      says: 'After any sequence of PATCH and PUT, each field of a project has the value written last',
      spec: TABLE,
      consequence: 'A change of a URL is reverted, or lost through a later change.',
      check: (context) => judge(context, 'state', [PROJECTS]),
    }),
    writes(COMMENT, {
      id: 'sequence.comment',
      says: 'After any sequence of changes, `addressed` of a comment has the value written last, for every caller',
      spec: TABLE,
      consequence: 'A maintainer cannot keep track of open comments.',
      check: (context) => judge(context, 'state', [COMMENTS]),
    }),
    writes(CHECKS, {
      id: 'sequence.check',
      says: 'Checks, their list and their events are unchanged when another check is created or other objects are written',
      spec: 'Check',
      // "Operations that emit each event: not shown."
      level: 'should',
      consequence: 'A client loses check results, or gets them twice.',
      check: (context) => judge(context, 'state', [CHECKS_MADE]),
    }),
    requirement({
      id: 'sequence.listed',
      says: 'After any sequence of writes, the list has a bundle, user or project with the values written last',
      spec: 'Conventions',
      // As in other requirements that compare lists with details.
      level: 'should',
      versions: WRITABLE_VERSIONS,
      needs: ['writes', 'user-or-maintainer'],
      consequence: 'A client that reads the list displays old values.',
      check: (context) => judge(context, 'listed', kindsOf(context)),
    }),
  ],
};

/** The kinds with a list, for the configured roles. */
function kindsOf(context: CheckContext) {
  const own = canSignIn(context, 'user') ? [BUNDLES, USERS] : [];
  return canSignIn(context, 'maintainer') ? [...own, PROJECTS] : own;
}
