import { named } from '../../harness/client/answer.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { WRITABLE_VERSIONS } from '../../specification/versions.js';
import { canSignIn } from '../support/writing/callers.js';
import { CHECKS } from '../support/writing/created-checks.js';
import { writes } from '../support/writing/subject.js';
import { BUNDLE, COMMENT, PROJECT, USER } from '../support/writing/subjects.js';
import { DELETION, VISIBILITY } from './bundle-sequences.js';
import { expectChecksUnchanged } from './check-sequence.js';
import { type FieldSequence, fieldSequence } from './field-sequences.js';
import { trySequences } from './sequence.js';

/** The sequences on one object: who reads it, and how many requests are sent. */
const OBJECTS = {
  bundle: { subject: BUNDLE, where: 'object', readers: ['user'], requests: 12 },
  user: { subject: USER, where: 'object', readers: ['user', 'other'], requests: 9 },
  project: {
    subject: PROJECT,
    where: 'object',
    readers: ['maintainer', 'anonymous'],
    requests: 10,
  },
  // Each write creates an event on some instances.
  comment: { subject: COMMENT, where: 'object', readers: ['maintainer', 'anonymous'], requests: 3 },
} as const satisfies Record<string, FieldSequence>;

/** The sequences on an object in its list. */
const LISTS: readonly FieldSequence[] = [
  { subject: BUNDLE, where: 'list', readers: ['user', 'other', 'anonymous'], requests: 8 },
  { subject: USER, where: 'list', readers: ['user'], requests: 5 },
  { subject: PROJECT, where: 'list', readers: ['anonymous'], requests: 5 },
];

const TABLE = 'Endpoint table';

/** Several writes in sequence: random sequences, each step predicted by a model. */
export const writeSequences: Group = {
  name: 'write-sequences',
  requirements: [
    writes(BUNDLE, {
      id: 'sequence.bundle',
      says: 'After any sequence of writes, a bundle has the values written last: no PATCH undoes another',
      spec: TABLE,
      consequence: 'A client reads another value than the one that it has written last.',
      check: (context) => trySequences(context, fieldSequence(OBJECTS.bundle)),
    }),
    writes(BUNDLE, {
      id: 'sequence.bundle.visible',
      says: 'After any sequence of writes, a bundle is visible, by id and in the list, if it is public or owned by the caller',
      consequence: 'A private bundle is visible to other users, or a public one is not.',
      check: (context) => trySequences(context, VISIBILITY),
    }),
    writes(BUNDLE, {
      id: 'sequence.bundle.deleted',
      says: 'A deleted bundle (if DELETE is offered) is gone after any sequence of writes',
      spec: 'Errors',
      // "Delete operations for any resource: not shown."
      level: 'should',
      consequence: 'A deleted bundle is still visible or reappears.',
      async check(context) {
        const { accept, expect, write } = context;
        const ignored = write.ignoredDelete();
        if (ignored !== undefined) {
          const { status: received, exchange } = ignored;
          const message = `${named(ignored)} returned ${received}, but a later GET returns the bundle`;
          expect.fail({ message, expected: 'status 404 of GET, or a refusal', received, exchange });
        }
        if (write.deletesBundles()) await trySequences(context, DELETION);
        else accept('DELETE is not offered');
      },
    }),
    writes(USER, {
      id: 'sequence.user',
      says: 'After any sequence of PATCH and PUT, each field of a user has the value written last',
      spec: TABLE,
      consequence: 'A change of a name or setting is reverted, or lost through a later change.',
      check: (context) => trySequences(context, fieldSequence(OBJECTS.user)),
    }),
    writes(PROJECT, {
      id: 'sequence.project',
      says: 'After any sequence of PATCH and PUT, each field of a project has the value written last',
      spec: TABLE,
      consequence: 'A change of a URL is reverted, or lost through a later change.',
      check: (context) => trySequences(context, fieldSequence(OBJECTS.project)),
    }),
    writes(COMMENT, {
      id: 'sequence.comment',
      says: 'After any sequence of changes, `addressed` of a comment has the value written last, for every caller',
      spec: TABLE,
      consequence: 'A maintainer cannot keep track of open comments.',
      check: (context) => trySequences(context, fieldSequence(OBJECTS.comment)),
    }),
    writes(CHECKS, {
      id: 'sequence.check',
      says: 'Checks, their list and their events are unchanged when other objects are written',
      spec: 'Check',
      // "Operations that emit each event: not shown."
      level: 'should',
      consequence: 'A client loses check results, or gets them twice.',
      check: expectChecksUnchanged,
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
      async check(context) {
        const possible = LISTS.filter(({ subject }) => canSignIn(context, subject.role));
        for (const each of possible) await trySequences(context, fieldSequence(each));
      },
    }),
  ],
};
