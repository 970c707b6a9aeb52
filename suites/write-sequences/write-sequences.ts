import type { CheckContext } from '../../harness/check-context.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { WRITABLE_VERSIONS } from '../../specification/versions.js';
import { authorisation } from '../authorisation/authorisation.js';
import { bundleWrites } from '../bundle-writes/bundle-writes.js';
import { bundles } from '../bundles/bundles.js';
import { checkWrites } from '../check-writes/check-writes.js';
import { CHECKS } from '../check-writes/made.js';
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
import { judge, kindOf } from './judging.js';

const BUNDLES = kindOf(BUNDLE_SEQUENCE, {
  state: 'sequence.bundle',
  read: about('bundle', authorisation, bundles, conventions),
  // Of what was deleted the id is unknown.
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
    // The endpoint table has no PUT of a comment, and no list of the comments of a patch.
    replaces: false,
    // Each costs an event on instances that tell of comments.
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
  // What was listed and told before is compared with what is afterwards.
  read: [],
  written: about('check', checkWrites).filter(({ id }) => !/\.(listed|event)/.test(id)),
});

const TABLE = 'Endpoint table';

/** What several writes do one after the other: random sequences, each step predicted by a model. */
export const writeSequences: Chapter = {
  name: 'write-sequences',
  requirements: [
    writes(BUNDLE, {
      id: 'sequence.bundle',
      says: 'After any sequence of writes a bundle shows what was written last: nothing comes back, and no PATCH undoes another',
      spec: TABLE,
      consequence:
        'What a person has changed turns up again, or is lost by a later change of something else.',
      check: (context) => judge(context, 'state', [BUNDLES]),
    }),
    writes(BUNDLE, {
      id: 'sequence.bundle.visible',
      says: 'After any sequence of writes a bundle is visible, by its id and in the list, if it is public or owned by the caller',
      consequence:
        'What a person has taken back is shown to others, or what was shared cannot be found.',
      check: (context) => judge(context, 'visible', [BUNDLES]),
    }),
    writes(BUNDLE, {
      id: 'sequence.bundle.deleted',
      says: 'A bundle that was deleted, where DELETE is offered, is there no more, whatever was done before and after',
      spec: 'Errors',
      // "Delete operations for any resource: not shown."
      level: 'should',
      consequence: 'What a person has deleted is still shown, or comes back.',
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
      says: 'After any sequence of PATCH and PUT a user shows, for each field, what was written last',
      spec: TABLE,
      consequence:
        'A name or a setting turns up again that was changed, or is lost by a later change.',
      check: (context) => judge(context, 'state', [USERS]),
    }),
    writes(PROJECT, {
      id: 'sequence.project',
      says: 'After any sequence of PATCH and PUT a project shows, for each field, what was written last',
      spec: TABLE,
      consequence:
        'An address turns up again that was changed, or is lost by a later change of another.',
      check: (context) => judge(context, 'state', [PROJECTS]),
    }),
    writes(COMMENT, {
      id: 'sequence.comment',
      says: 'However often `addressed` of a comment is changed, everybody is shown what was written last',
      spec: TABLE,
      consequence: 'A maintainer loses track of which comments still want an answer.',
      check: (context) => judge(context, 'state', [COMMENTS]),
    }),
    writes(CHECKS, {
      id: 'sequence.check',
      says: 'Checks, their list and their events stay what they are when another is made or other objects are written',
      spec: 'Check',
      // "Operations that emit each event: not shown."
      level: 'should',
      consequence: 'A client loses sight of how a patch has fared, or is told of it again.',
      check: (context) => judge(context, 'state', [CHECKS_MADE]),
    }),
    requirement({
      id: 'sequence.listed',
      says: 'After any sequence of writes a list shows its bundle, user or project as it was written last',
      spec: 'Conventions',
      // As wherever what a list shows is compared with what the id shows.
      level: 'should',
      versions: WRITABLE_VERSIONS,
      needs: ['writes', 'user-or-maintainer'],
      consequence: 'A client that lists shows what is no longer true.',
      check: (context) => judge(context, 'listed', kindsOf(context)),
    }),
  ],
};

/** The requirements of some chapters that speak of a kind of object. */
function about(word: string, ...chapters: Chapter[]): Requirement[] {
  return chapters.flatMap(({ requirements }) => requirements).filter(({ id }) => id.includes(word));
}

/** What can be listed, of those who are given. */
function kindsOf(context: CheckContext) {
  const own = canSignIn(context, 'user') ? [BUNDLES, USERS] : [];
  return canSignIn(context, 'maintainer') ? [...own, PROJECTS] : own;
}
