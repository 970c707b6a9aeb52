import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, isObject, seen } from '../../harness/place.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { isMessages } from '../../schemas/validate.js';
import { WRITABLE_VERSIONS } from '../../specification/versions.js';
import { outerOf } from '../../specification/writable.js';
import { readable } from '../support/readable.js';
import { detailViolations } from '../support/refusal.js';
import { type Attempt, attempts, isRefusal } from '../support/writing/attempt.js';
import type { UnauthorizedCaller } from '../support/writing/callers.js';
import { BUNDLES } from '../support/writing/created-bundle.js';
import { CHECKS, checkOnUnknownPatch } from '../support/writing/created-checks.js';
import { type Refusing, refusedOf } from '../support/writing/refusals.js';
import { BUNDLE, SUBJECTS } from '../support/writing/subjects.js';
import { answersToUnknown } from '../support/writing/unknown-ids.js';
import { otherWays } from './other-ways.js';
import { unauthorizedCallers } from './unauthorized-callers.js';

/** Whatever a run writes to. */
const TARGETS: readonly Refusing[] = [BUNDLES, CHECKS, ...SUBJECTS];

/** Callers who must not learn of the object may get other statuses. */
function isOther({ role, statuses }: UnauthorizedCaller): boolean {
  return role !== 'anonymous' && statuses === undefined;
}

function isAnonymous({ role }: UnauthorizedCaller): boolean {
  return role === 'anonymous';
}

/** A MUST of "Errors" for any role that can write, unless it says otherwise. */
function rule(
  declared: Pick<Requirement, 'id' | 'says' | 'consequence' | 'check'> &
    Partial<Pick<Requirement, 'spec' | 'level' | 'needs'>>,
): Requirement {
  return requirement({
    spec: 'Errors',
    versions: WRITABLE_VERSIONS,
    needs: ['writes', 'user-or-maintainer'],
    ...declared,
  });
}

/** Requirements on all writes: refusals. */
export const writeRules: Group = {
  name: 'write-rules',
  requirements: [
    rule({
      id: 'error.write.detail',
      says: 'The body of a write that is refused with 403 or 404 is an object with `detail` (string)',
      needs: ['writes', 'user', 'other', 'maintainer'],
      consequence: 'A client cannot display the reason of a refusal, or fails to decode it.',
      async check(context) {
        const done = await refusedOf(context, TARGETS, () => true);
        const answers = done.map(({ answer }) => answer);
        for (const subject of SUBJECTS) {
          if (!subject.versions.includes(context.api.version)) continue;
          answers.push(...(await readable(() => answersToUnknown(context, subject))));
        }
        answers.push(...(await readable(async () => [await checkOnUnknownPatch(context)])));
        const refused = answers.filter(({ status }) => [403, 404].includes(status));
        context.expect.each(refused, 'no write was refused with 403 or 404', (answer) => {
          context.expect.none(detailViolations(context.api, answer), 1);
        });
      },
    }),
    rule({
      id: 'error.write.forbidden',
      says: 'A write of an authenticated caller without permission returns 403',
      spec: 'Authentication',
      needs: ['writes', 'other', 'user-or-maintainer'],
      consequence: 'A client asks its user to sign in again although only a permission is missing.',
      check: (context) =>
        expectRefusals(context, isOther, 'no write of the role `other` was refused', 403),
    }),
    rule({
      id: 'error.write.unauthenticated',
      says: 'An unauthenticated write returns 404 or 403, never 401',
      spec: 'Authentication',
      consequence: 'A client gets a status that is not documented.',
      check: (context) =>
        expectRefusals(context, isAnonymous, 'no unauthenticated write was refused', 403, 404),
    }),
    rule({
      id: 'error.write.keyed',
      says: 'The body of a 400 is an object keyed by the invalid field',
      consequence: 'A client cannot tell which field is invalid.',
      async check(context) {
        const done = await refusedOf(context, TARGETS);
        const refused = done.filter(({ answer }) => answer.status === 400);
        context.expect.each(refused, 'no write was refused with 400', (each) => {
          const expected = `an object with the key \`${keyOf(each)}\``;
          context.expect.that(isKeyed(each), seen(each.answer), named(each.answer), expected);
        });
      },
    }),
    rule({
      id: 'error.write.messages',
      says: 'In a 400 each value is an array of message strings (or a single string)',
      needs: ['writes', 'user', 'maintainer'],
      consequence: 'A client cannot display the error message, or fails to decode it.',
      async check(context) {
        const refused = await keyed(context);
        // Only a field that has fields may have an object of messages.
        const outer = refused.filter(({ row }) => row.invalid?.includes('.')).map(keyOf);
        context.expect.each(refused, NOT_KEYED, ({ answer }) => {
          const keys = Object.keys(isObject(answer.json) ? answer.json : {});
          context.expect.all(keys, (key) => {
            const value = at(seen(answer), key);
            const expected = `an array of strings or a string, in the 400 of ${named(answer)}`;
            const mayNest = outer.includes(key) || !isObject(value.value);
            const holds = mayNest && isMessages(context.api.version, value.value);
            context.expect.that(holds, value, `\`${key}\``, expected);
            if (typeof value.value === 'string') context.accept('a single string');
          });
        });
      },
    }),
    rule({
      id: 'error.write.only-offending',
      says: 'A 400 names the invalid fields and no others',
      level: 'should',
      needs: ['writes', 'user', 'maintainer'],
      consequence: 'A client marks a valid field as invalid.',
      async check(context) {
        context.expect.each(await keyed(context), NOT_KEYED, (each) => {
          const { answer } = each;
          const keys = Object.keys(isObject(answer.json) ? answer.json : {});
          const isOnly = keys.every((key) => key === keyOf(each));
          const expected = `\`${keyOf(each)}\` as the only key`;
          context.expect.that(isOnly, seen(answer), named(answer), expected);
        });
      },
    }),
    rule({
      id: 'error.write.every-offending',
      says: 'A 400 names every invalid field: "errors for the four fields"',
      level: 'should',
      needs: ['writes', 'user'],
      consequence: 'A user must correct invalid fields one after the other.',
      async check(context) {
        const refused = [
          ...(await wholeRefusals(context, BUNDLE)),
          ...(await wholeRefusals(context, BUNDLES)),
        ];
        const missing = 'fewer than two fields of a bundle are refused by name';
        context.expect.each(refused, missing, ({ answer, fields }) =>
          context.expect.all(fields, (name) => {
            const isNamed = isObject(answer.json) && Object.hasOwn(answer.json, name);
            const expected = `the key \`${name}\` as well`;
            context.expect.that(isNamed, seen(answer), named(answer), expected);
          }),
        );
      },
    }),
    ...otherWays,
    ...unauthorizedCallers,
  ],
};

/**
 * The 400s for invalid values of every field, with the fields that are refused by name when each is the only invalid
 * one; none if these are fewer than two.
 */
async function wholeRefusals(
  context: CheckContext,
  target: Refusing,
): Promise<{ answer: Answer; fields: string[] }[]> {
  const { invalid, allInvalid } = await target.table(context);
  const alone = (await attempts(context, target, invalid)).filter(isRefusedByName);
  const fields = [...new Set(alone.map(keyOf))];
  if (fields.length < 2) return [];
  const done = await attempts(context, target, allInvalid);
  return done.flatMap(({ answer }) => (answer.status === 400 ? [{ answer, fields }] : []));
}

/** Expects that the writes of such callers are refused, where they are, with one of these statuses. */
async function expectRefusals(
  context: CheckContext,
  isMeant: (caller: UnauthorizedCaller) => boolean,
  missing: string,
  ...statuses: number[]
): Promise<void> {
  const done = await refusedOf(context, TARGETS, isMeant);
  // Whether the instance reads such a body at all may be judged before who sends it.
  const isOfBody = ({ row, answer }: Attempt) =>
    (row.mayBeInvalid && answer.status === 400) ||
    (row.encoding === 'form' && answer.status === 415);
  const refused = done
    .filter((each) => isRefusal(each.answer) && !isOfBody(each))
    .map(({ answer }) => answer);
  context.expect.each(refused, missing, (answer) => context.expect.status(answer, ...statuses));
}

const NOT_KEYED = 'no write was refused with 400 and the key of the field';

async function keyed(context: CheckContext): Promise<Attempt[]> {
  return (await refusedOf(context, TARGETS)).filter(isRefusedByName);
}

/** The key of the invalid field in the body of a 400. */
function keyOf({ row }: Attempt): string {
  return outerOf(row.invalid ?? '');
}

function isKeyed(each: Attempt): boolean {
  const { json } = each.answer;
  return isObject(json) && Object.hasOwn(json, keyOf(each));
}

function isRefusedByName(each: Attempt): boolean {
  return each.answer.status === 400 && isKeyed(each);
}
