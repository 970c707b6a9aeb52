import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';

import { made } from './creation.js';
import { expectRefusal, expectRefusals, expectRefused, NO_OBJECTS, sendEach } from './invalid.js';
import {
  type CreationRules,
  expectNothingMade,
  invalidPosts,
  madeByAnonymous,
} from './refused-posts.js';
import { type SubjectField, writes } from './subject.js';

/** Requirements on a POST that must create nothing: invalid bodies and unauthorized callers. */
export function creationRefusals(rules: CreationRules): Requirement[] {
  const { creating, path, nothingMade } = rules;
  const { what, fields } = creating;
  const SPEC = 'Errors';
  return [
    ...fields.map((field) => refusesWrong(rules, field)),
    writes(creating, {
      id: nothingMade,
      says: `A POST of a ${what} that is refused creates none`,
      spec: SPEC,
      consequence:
        'A client that corrects an error and tries again leaves an invalid object behind.',
      async check(context) {
        const { refused, ...around } = await invalidPosts(context, rules);
        const taken = refused.filter(({ answer }) => answer.status < 400).length;
        const last = refused.at(-1)?.answer;
        if (last === undefined || taken === refused.length) inconclusive('no request was refused');
        expectNothingMade(context, creating, around, last, taken);
      },
    }),
    writes(creating, {
      id: `${what}.create.no-object`,
      says: `POST \`${path}\` with a body that is an array, null or not JSON is refused with 4xx`,
      spec: SPEC,
      consequence: 'A client takes its own mistake for a server error.',
      async check(context) {
        await made(context, creating);
        const { path } = creating.list(context);
        const answers = await sendEach(context, creating.role, 'POST', path, NO_OBJECTS);
        expectRefusals(context, answers);
      },
    }),
    writes(creating, {
      id: `${what}.create.incomplete`,
      says: `POST \`${path}\` without one of the fields creates the ${what} or is refused with 4xx: no 5xx is documented`,
      spec: SPEC,
      consequence: 'A client that omits a field takes its own mistake for a server error.',
      async check(context) {
        await made(context, creating);
        const sound = creating.sound(context);
        const bodies = Object.keys(sound).map((name) => ({
          json: { ...sound, [name]: undefined },
        }));
        const list = creating.list(context);
        const answers = await sendEach(context, creating.role, 'POST', list.path, bodies);
        context.expect.each(answers, `the ${what} has no fields`, (answer) => {
          if (answer.status >= 400) expectRefusal(context, answer);
        });
      },
    }),
    writes(creating, {
      id: `${what}.create.anonymous`,
      says: `POST \`${path}\` by an unauthenticated caller is refused`,
      spec: 'Authentication',
      consequence: `Anonymous callers can create a ${what}.`,
      async check(context) {
        const answer = await madeByAnonymous(context, creating);
        expectRefusal(context, answer);
        context.accept(`refused with ${answer.status}`);
      },
    }),
  ];
}

/** A body with one invalid field is refused with 400. */
function refusesWrong(rules: CreationRules, { name, since: first }: SubjectField): Requirement {
  const { creating, path, wrong } = rules;
  const [, says] = wrong[name] ?? [undefined, `an invalid \`${name}\``];
  return writes(creating, {
    id: `${creating.what}.create.invalid.${fieldInIds(name)}`,
    says: `POST \`${path}\` with ${says} is refused with 400`,
    spec: 'Errors',
    versions: since(first),
    consequence: 'A client gets no error for an invalid field.',
    async check(context) {
      const { refused } = await invalidPosts(context, rules);
      expectRefused(context, name, refused);
    },
  });
}
