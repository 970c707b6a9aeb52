import type { CheckContext } from '../../harness/check-context.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { WRITABLE_VERSIONS } from '../../specification/versions.js';
import { authorisation } from '../authorisation/authorisation.js';
import { bundleWrites } from '../bundle-writes/bundle-writes.js';
import { bundles } from '../bundles/bundles.js';
import { checkWrites } from '../check-writes/check-writes.js';
import { CHECKS } from '../check-writes/created-checks.js';
import { commentWrites } from '../comment-writes/comment-writes.js';
import { comments } from '../comments/comments.js';
import { conventions } from '../conventions/conventions.js';
import { errors } from '../errors/errors.js';
import { projectWrites } from '../project-writes/project-writes.js';
import { projects } from '../projects/projects.js';
import { userWrites } from '../user-writes/user-writes.js';
import { users } from '../users/users.js';
import { canSignIn } from '../write-rules/callers.js';
import { writes } from '../write-rules/subject.js';
import { BUNDLE, COMMENT, PROJECT, USER } from '../write-rules/subjects.js';
import { BUNDLE_SEQUENCE } from './bundles.js';
import { CHECK_SEQUENCE } from './checks.js';
import { sequenceOf } from './fields.js';
import { judge, kindOf } from './sequence-checks.js';

const BUNDLES = kindOf(BUNDLE_SEQUENCE, {
  state: 'sequence.bundle',
  read: about('bundle', authorisation, bundles, conventions),
  // The id of a deleted object is an unknown id.
  written: about('bundle', bundleWrites, errors),
});

const USERS = kindOf(
  sequenceOf(USER, {
    what: 'users',
    requests: 8,
    least: 8,
    replaces: true,
    readers: ['user', 'other'],
    listed: ['user'],
  }),
  { state: 'sequence.user', read: about('user', users), written: about('user', userWrites) },
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
  {
    state: 'sequence.project',
    read: about('project', projects),
    written: about('project', projectWrites),
  },
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
  {
    state: 'sequence.comment',
    read: about('comment', comments),
    written: about('comment', commentWrites),
  },
);

const CHECKS_MADE = kindOf(CHECK_SEQUENCE, {
  state: 'sequence.check',
  // Lists and events are compared with their earlier state.
  read: [],
  written: about('check', checkWrites).filter(({ id }) => !/\.(listed|event)/.test(id)),
});

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

/** The requirements of some groups on one resource. */
function about(word: string, ...groups: Group[]): Requirement[] {
  return groups.flatMap(({ requirements }) => requirements).filter(({ id }) => id.includes(word));
}

/** The kinds with a list, for the configured roles. */
function kindsOf(context: CheckContext) {
  const own = canSignIn(context, 'user') ? [BUNDLES, USERS] : [];
  return canSignIn(context, 'maintainer') ? [...own, PROJECTS] : own;
}
