import type { CheckContext } from '../harness/check-context.js';
import { type Answer, named } from '../harness/client/answer.js';
import { at, isObject } from '../harness/place.js';
import { type Chapter, requirement } from '../harness/requirement.js';
import { since } from '../harness/version.js';
import { Inconclusive, inconclusive } from '../harness/violation.js';
import { invalidPosts as invalidBundles } from './write-bundle-invalid.js';
import { seen } from './write-change.js';
import { invalidPosts as invalidChecks } from './write-check-invalid.js';
import { innocentKeys, invalidUpdates, type Refused } from './write-invalid.js';
import { attempts, NOBODY, OTHER } from './write-refused.js';
import { BUNDLE, COMMENT, PROJECT, USER } from './write-subjects.js';

const SPEC = 'Errors';

/** What holds for every refusal of a write, whatever it was to write. */
export const writeRules: Chapter = {
  name: 'write-rules',
  requirements: [
    requirement({
      id: 'error.write.detail',
      says: 'The body of a write that is refused with 403 or 404 is an object with `detail` (string)',
      spec: SPEC,
      level: 'must',
      versions: since('1.2'),
      needs: ['writes', 'user', 'other', 'maintainer'],
      consequence: 'A client cannot say why it was refused, or fails to decode the refusal.',
      async check(context) {
        const answers = await refusalsOfStrangers(context);
        const refused = answers.filter(({ status }) => status === 403 || status === 404);
        context.expect.each(refused, 'nothing was refused with 403 or 404', (answer) => {
          const detail = at(seen(answer), 'detail');
          const expected = `a text in the ${answer.status} of ${named(answer)}`;
          context.expect.that(typeof detail.value === 'string', detail, '`detail`', expected);
        });
      },
    }),
    requirement({
      id: 'error.write.messages',
      says: 'In a 400 each value is an array of message strings (or a single string)',
      spec: SPEC,
      level: 'must',
      versions: since('1.2'),
      needs: ['writes', 'user', 'maintainer'],
      consequence: 'A client that shows what was wrong shows nothing, or fails to decode it.',
      async check(context) {
        const refused = (await allRefused(context)).filter(isKeyed);
        context.expect.each(refused, 'nothing was refused with 400 and an object', ({ answer }) => {
          for (const key of Object.keys(isObject(answer.json) ? answer.json : {})) {
            const value = at(seen(answer), key);
            const expected = `an array of texts, or a text, in the 400 of ${named(answer)}`;
            context.expect.that(isMessages(value.value), value, `\`${key}\``, expected);
          }
          if (typeof firstValue(answer) === 'string') context.accept('a single string');
        });
      },
    }),
    requirement({
      id: 'error.write.only-offending',
      says: 'A 400 names the fields that were wrong, and no other',
      spec: SPEC,
      level: 'should',
      versions: since('1.2'),
      needs: ['writes', 'user', 'maintainer'],
      consequence: 'A client marks a field as wrong in which there was nothing to correct.',
      async check(context) {
        const refused = (await allRefused(context)).filter(isKeyed);
        if (refused.length === 0) inconclusive('nothing was refused with 400 and an object');
        context.expect.none(refused.flatMap(innocentKeys));
      },
    }),
  ],
};

/** Whatever a run has been refused for a value that cannot be right. */
async function allRefused(context: CheckContext): Promise<Refused[]> {
  const subjects = [BUNDLE, USER, PROJECT, COMMENT].filter(({ versions }) =>
    versions.includes(context.api.version),
  );
  const asked = [
    () => invalidBundles(context),
    () => invalidChecks(context),
    ...subjects.map((subject) => () => invalidUpdates(context, subject)),
  ];
  const found: Refused[] = [];
  for (const ask of asked) found.push(...(await orNone(async () => (await ask()).refused)));
  return found;
}

async function refusalsOfStrangers(context: CheckContext): Promise<Answer[]> {
  const found: Answer[] = [];
  for (const subject of [USER, PROJECT]) {
    for (const foe of [OTHER, NOBODY]) {
      found.push(...(await orNone(async () => (await attempts(context, subject, foe)).answers)));
    }
  }
  return found;
}

/** Nothing, where there is nothing to write to: that is said where it is judged. */
async function orNone<T>(ask: () => Promise<T[]>): Promise<T[]> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

function isKeyed({ answer }: Refused): boolean {
  return answer.status === 400 && isObject(answer.json);
}

/** B-23: "for a nested field an object of the same shape". */
function isMessages(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) {
    return value.length > 0 && value.every((each) => typeof each === 'string');
  }
  return isObject(value) && Object.values(value).every(isMessages);
}

function firstValue(answer: Answer): unknown {
  return isObject(answer.json) ? Object.values(answer.json)[0] : undefined;
}
