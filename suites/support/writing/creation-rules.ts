import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import { at, elements, seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import type { Role } from '../../../harness/role.js';
import { inconclusive } from '../../../harness/violation.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { canonical, sameValue } from '../comparison.js';

import { type Creating, creation, made, whyNotCreated } from './creation.js';
import {
  expectRefusal,
  expectRefusals,
  expectRefused,
  NO_OBJECTS,
  type Refused,
  sendEach,
} from './invalid.js';
import { type SubjectField, seenIn, writes } from './subject.js';

/** The parts of the creation rules that are specific to a resource. */
export interface CreationRules {
  /** As in the endpoint table: `patches/{id}/checks/`. */
  path: string;
  creating: Creating;
  /** An invalid value per field with a description; by default one for the kind of the field. */
  wrong: Readonly<Record<string, readonly [value: unknown, says: string]>>;
  /** The id of the requirement that a refusal creates nothing. */
  nothingMade: string;
  /** Requests to send before the run creates its last objects; `listed` is the current list. */
  thenTried?(context: CheckContext, listed: Around['after']): Promise<unknown>;
}

/** Invalid bodies, and the list before and after them. */
export interface InvalidPosts extends Around {
  refused: Refused[];
}

/** The first page of the list before and after an action; undefined if it cannot be read. */
export interface Around {
  before: Listed | undefined;
  after: Listed | undefined;
}

/** The ids on the first page of a list that this run may have created, and the number of its rows. */
export interface Listed {
  own: readonly unknown[];
  rows: number;
}

/** Requirements on a POST that creates an object: the response and the object. */
export function creationRules(rules: CreationRules): Requirement[] {
  const { creating, path } = rules;
  const { what, role } = creating;
  const id = `${what}.create`;
  const TABLE = 'Endpoint table';
  return [
    writes(creating, {
      id,
      says: `POST \`${path}\` by the role \`${role}\` returns 201 with the ${what}`,
      spec: TABLE,
      consequence: `A client cannot create a ${what}, or does not get its id.`,
      async check(context) {
        const { answer } = await creation(context, creating);
        context.expect.status(answer, 201);
        context.expect.object(answer);
        if (answer.role !== role) context.accept(`refused to ${role} with 403; ${answer.role} may`);
        // Without an id, the object cannot be found otherwise.
        if (creating.find !== undefined) return;
        const number = at(seen(answer), 'id');
        context.expect.that(Number.isInteger(number.value), number, '`id`', 'an integer');
      },
    }),
    writes(creating, {
      id: `${id}.readable`,
      says: `A ${what} that was created is available: GET by its id returns 200`,
      spec: TABLE,
      consequence: 'An object reported as created is missing.',
      async check(context) {
        const { answer } = await creation(context, creating);
        const number = at(seen(answer), 'id').value;
        if (answer.status >= 400 || !Number.isInteger(number))
          inconclusive(whyNotCreated(what, answer));
        const { owner } = creating;
        if (
          owner !== undefined &&
          at(seen(answer), owner, 'id').value !== context.write.ownId(role)
        ) {
          // A wrong owner has a requirement of its own; the object need not be visible to the
          // caller then.
          inconclusive(`the new ${what} does not belong to the caller`);
        }
        const list = creating.list(context);
        const read = await context.api.as(list.role).get(`${list.path}${number}/`);
        context.expect.status(read, 200);
      },
    }),
    writes(creating, {
      id: `${id}.answer`,
      says: `The body of the 201 is the ${what} as a later GET returns it`,
      spec: TABLE,
      consequence: `A client that uses the response displays wrong values of the ${what}.`,
      async check(context) {
        const { answer, shown } = await made(context, creating);
        const expected = `the body of GET: ${canonical(shown.value)}`;
        const body = `${named(answer)}, body`;
        context.expect.that(sameValue(answer.json, shown.value), seen(answer), body, expected);
      },
    }),
    ...creating.fields
      .filter(({ value }) => value.kind !== 'state')
      .map((field) => showsField(rules, field)),
  ];
}

/** A field of a new object has the value that was sent. */
function showsField({ creating }: CreationRules, field: SubjectField): Requirement {
  const { name } = field;
  return writes(creating, {
    id: `${creating.what}.create.${fieldInIds(name)}`,
    says: `A new ${creating.what} has the \`${name}\` of the request`,
    versions: since(field.since),
    consequence: 'A value is stored incorrectly.',
    async check(context) {
      const { shown, sent } = await made(context, creating);
      const place = seenIn(field, shown);
      const value = inAnyOrder(place.value);
      const due = inAnyOrder(sent[name]);
      context.expect.that(
        sameValue(value, due),
        { ...place, value },
        `\`${name}\``,
        canonical(due),
      );
    },
  });
}

/** The order of an array has a requirement of its own. */
function inAnyOrder(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as unknown[])].sort() : value;
}

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

/** Sends a valid body with one invalid field, for each field; once in a version. */
export function invalidPosts(
  context: CheckContext,
  { creating, wrong, thenTried }: CreationRules,
): Promise<InvalidPosts> {
  const { api, instance, write } = context;
  const { what, role, fields } = creating;
  return instance.once(`invalid POSTs of a ${what} in ${api.version}`, async () => {
    await made(context, creating);
    const before = await listedNow(context, creating);
    const { path } = creating.list(context);
    const refused: Refused[] = [];
    for (const field of fields.filter((each) => since(each.since).includes(api.version))) {
      const [value] = wrong[field.name] ?? [field.wrong];
      const json = { ...creating.sound(context), ...creating.marked(context), [field.name]: value };
      const answer = await write.send(api.as(role), 'POST', path, { json });
      refused.push({ name: field.name, answer });
    }
    const after = await listedNow(context, creating);
    await thenTried?.(context, after);
    return { refused, before, after };
  });
}

/** The response to an unauthenticated caller; sent once in a version. */
export function madeByAnonymous(context: CheckContext, creating: Creating): Promise<Answer> {
  const { api, instance } = context;
  return instance.once(`a ${creating.what} by nobody in ${api.version}`, async () => {
    await made(context, creating);
    return postSound(context, creating, 'anonymous');
  });
}

/** Sends a valid body as a role. */
export function postSound(context: CheckContext, creating: Creating, role: Role): Promise<Answer> {
  const { api, write } = context;
  const { path } = creating.list(context);
  return write.send(api.as(role), 'POST', path, { json: creating.sound(context) });
}

/** Expects no more new objects in the list than were `taken`. */
export function expectNothingMade(
  { expect }: CheckContext,
  { what }: Creating,
  { before, after }: Around,
  answer: Answer,
  taken: number,
): void {
  if (before === undefined || after === undefined) {
    inconclusive(`the list of ${what}s cannot be read`);
  }
  if (after.rows >= LARGEST_PAGE) inconclusive(`the list of ${what}s has more than one page`);
  const created = after.own.filter((id) => !before.own.includes(id));
  const expected = `no new object (new ids: ${created.join(', ') || 'none'})`;
  expect.that(created.length <= taken, seen(answer), 'list after the refusals', expected);
}

/**
 * The list, in this version if it has the list; undefined if it cannot be read. Other clients may create
 * objects at the same time, which do not count.
 */
export async function listedNow(
  context: CheckContext,
  creating: Creating,
): Promise<Listed | undefined> {
  const { api, instance } = context;
  const hasList = since(creating.listedSince).includes(api.version);
  const reader = hasList ? api : api.in(instance.newest);
  const { path, role } = creating.list(context);
  const answer = await reader.as(role).get(path, { query: { per_page: LARGEST_PAGE } });
  if (answer.status !== 200 || !Array.isArray(answer.json)) return undefined;
  const rows = elements(seen(answer));
  const own = rows.filter((row) => creating.mayBeOwn(context, row));
  return { own: own.map((row) => at(row, 'id').value), rows: rows.length };
}
