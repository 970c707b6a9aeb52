import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { type Seen, seen, valueAt } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import type { Role, Scheme } from '../../../harness/role.js';
import { inconclusive } from '../../../harness/violation.js';
import type { Body } from '../../../harness/write.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { rowsOf } from '../lists/list.js';
import { canSignIn, isPossible } from './callers.js';
import { type Creating, made } from './creation.js';
import { readLists } from './lists.js';
import { invalidValue } from './lost-values.js';
import { fieldsIn, formOf, type SubjectField, writes } from './subject.js';

/** A POST that must create nothing. */
interface Attempt {
  /** The invalid field; undefined if the body is no object, or the caller may not create. */
  field?: string;
  role: Role;
  scheme?: Scheme;
  body: Body;
}

/** The same, with its response and the objects of this run that the list has only since then. */
export interface Refused extends Attempt {
  answer: Answer;
  /** Undefined if the list does not show what was created. */
  created: unknown[] | undefined;
}

/** Bodies that are not JSON objects. */
const NO_OBJECTS: readonly Body[] = [
  { json: [1] },
  { json: null },
  { text: '{"name": ', contentType: 'application/json' },
  { text: '', contentType: 'application/json' },
  { text: '<bundle/>', contentType: 'application/xml' },
];

/** The POSTs that must create nothing: one request and one read of the list each, once in a version. */
export function refusedCreations(context: CheckContext, creating: Creating): Promise<Refused[]> {
  const { api, instance, write } = context;
  const key = `POSTs of a ${creating.what} that must create nothing in ${api.version}`;
  return instance.once(key, async () => {
    const { id } = await made(context, creating);
    const refused: Refused[] = [];
    let before = await listedNow(context, creating, id);
    for (const attempt of attemptsOf(context, creating)) {
      const { role, scheme, body } = attempt;
      const path = creating.path(context);
      const answer = await write.send(api.as(role), 'POST', path, body, scheme);
      const after = await listedNow(context, creating, id);
      const created = before && after?.filter((id) => !before?.includes(id));
      refused.push({ ...attempt, answer, created });
      before = after;
    }
    return refused;
  });
}

function attemptsOf(context: CheckContext, creating: Creating): Attempt[] {
  const { role, wrong } = creating;
  const sound = () => creating.sound(context);
  const invalid = fieldsIn(creating, context.api.version).map(({ name, wrong: usual }) => {
    const [value] = wrong[name] ?? [usual];
    return {
      field: name,
      role,
      body: { json: { ...sound(), ...creating.marked(context), [name]: value } },
    };
  });
  const others = mayOtherTry(context, creating) ? (['other'] as const) : [];
  const unauthorized = (['anonymous', ...others] as const).flatMap((each) => [
    { role: each, body: { json: sound() } },
    { role: each, body: formOf(Object.entries(sound())) },
  ]);
  const byPassword = others.map((each) => ({
    role: each,
    scheme: 'basic' as const,
    body: { json: sound() },
  }));
  return [
    ...invalid,
    ...NO_OBJECTS.map((body) => ({ role, body })),
    ...unauthorized,
    ...byPassword,
  ];
}

/** Every user may create bundles; checks only who maintains the project, or has a right to the patch. */
function mayOtherTry(context: CheckContext, { role }: Creating): boolean {
  const isUninvolved = () => isPossible(() => context.write.expectUninvolved('patch'));
  return role === 'maintainer' && canSignIn(context, 'other') && isUninvolved();
}

/** The ids in the list that this run may have created; undefined if it does not show the known one. */
async function listedNow(
  context: CheckContext,
  creating: Creating,
  known: number,
): Promise<unknown[] | undefined> {
  const list = creating.list(context);
  const answers = list === undefined ? [] : await readLists(context, [list]);
  const rows = answers.flatMap(rowsOf);
  if (!rows.some((row) => creating.isAbout(row, known))) return undefined;
  return rows.filter((row) => creating.mayBeMade(context, row)).map((row) => valueAt(row, 'id'));
}

/** Requirements on a POST that must create nothing. */
export function creationRefusals(creating: Creating): Requirement[] {
  const { what, route, nothingMade } = creating;
  const SPEC = 'Errors';
  return [
    ...creating.fields.map((field) => refusesWrong(creating, field)),
    writes(creating, {
      id: nothingMade,
      says: `A POST of a ${what} that is refused creates none`,
      spec: SPEC,
      consequence: `A user who corrects an error and tries again finds two ${what}s, one of them invalid.`,
      async check(context) {
        const all = await refusedCreations(context, creating);
        const refused = all.filter(({ answer }) => answer.status >= 400);
        context.expect.each(refused, 'no request was refused', ({ answer, created }) => {
          if (created === undefined) {
            return inconclusive(`the list of ${what}s does not show the one that was created`);
          }
          const found: Seen = { ...seen(answer), value: created };
          const ids = 'new ids in the list after the refusal';
          context.expect.that(created.length === 0, found, ids, 'none');
        });
      },
    }),
    writes(creating, {
      id: `${what}.create.no-object`,
      says: `POST \`${route}\` with a body that is an array, null, empty, or neither JSON nor a form is refused with 4xx`,
      spec: SPEC,
      consequence: `A client with a mistake in its request for a new ${what} reports that the server is down, or that all is well.`,
      async check(context) {
        const { role } = creating;
        await expectRefused(context, creating, (each) => each.role === role && !each.field);
      },
    }),
    writes(creating, {
      id: `${what}.create.incomplete`,
      says: `POST \`${route}\` without one of the fields creates the ${what} or is refused with 4xx: no 5xx is documented`,
      spec: SPEC,
      consequence: `A client that omits a field of a new ${what} reports that the server is down.`,
      async check(context) {
        const { api, expect, write } = context;
        await made(context, creating);
        const answers: Answer[] = [];
        for (const name of Object.keys(creating.sound(context))) {
          const json = { ...creating.sound(context), [name]: undefined };
          const sender = api.as(creating.role);
          answers.push(await write.send(sender, 'POST', creating.path(context), { json }));
        }
        expect.each(answers, `the ${what} has no fields`, (answer) => {
          if (answer.status >= 400) context.expect.refusal(answer);
        });
      },
    }),
    writes(creating, {
      id: `${what}.create.anonymous`,
      says: `POST \`${route}\` by an unauthenticated caller is refused`,
      spec: 'Authentication',
      consequence: `Anonymous callers can create a ${what}.`,
      check: (context) => expectRefused(context, creating, ({ role }) => role === 'anonymous'),
    }),
  ];
}

/** A body with one invalid field is refused with 400. */
function refusesWrong(creating: Creating, { name, since: first }: SubjectField): Requirement {
  const [, says] = creating.wrong[name] ?? [undefined, `an invalid \`${name}\``];
  return writes(creating, {
    id: `${creating.what}.create.invalid.${fieldInIds(name)}`,
    says: `POST \`${creating.route}\` with ${says} is refused with 400`,
    spec: 'Errors',
    versions: since(first),
    consequence: invalidValue(creating.what, name),
    async check(context) {
      const all = await refusedCreations(context, creating);
      const own = all.filter(({ field }) => field === name);
      context.expect.each(own, 'no invalid value is sent', ({ answer }) =>
        context.expect.status(answer, 400),
      );
    },
  });
}

/** Expects that each of these attempts was refused with 4xx. */
export async function expectRefused(
  context: CheckContext,
  creating: Creating,
  isMeant: (attempt: Attempt) => boolean,
): Promise<void> {
  const own = (await refusedCreations(context, creating)).filter(isMeant);
  context.expect.each(own, 'no request was sent', ({ answer }) => {
    context.expect.refusal(answer);
    context.accept(`refused with ${answer.status}`);
  });
}
