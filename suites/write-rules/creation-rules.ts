import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Role } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { since } from '../../specification/versions.js';
import { fieldInIds } from '../../specification/writable.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { seen } from './change.js';
import { type Creating, creation, made } from './creation.js';
import {
  expectRefusal,
  expectRefusals,
  expectRefused,
  NO_OBJECTS,
  type Refused,
  sendEach,
} from './invalid.js';
import { type SubjectField, seenIn, writes } from './subject.js';

/** What a chapter says of its own in the rules of creation. */
export interface CreationRules {
  /** As people write it: `patches/{id}/checks/`. */
  path: string;
  creating: Creating;
  /** A value of each field that cannot be right, and what it is; by the kind of the field unless given. */
  wrong: Readonly<Record<string, readonly [value: unknown, says: string]>>;
  /** The id of the requirement that a refusal makes nothing. */
  nothingMade: string;
  /** What is to be tried before a run has made all that it may leave behind; `listed` are the ids now. */
  thenTried?(context: CheckContext, listed: Around['after']): Promise<unknown>;
}

/** What was sent and cannot be right, and the ids that the list shows before it and after. */
export interface InvalidPosts extends Around {
  refused: Refused[];
}

/** The ids that the list shows before something and after it; nothing where it is no list. */
export interface Around {
  before: readonly unknown[] | undefined;
  after: readonly unknown[] | undefined;
}

/** What is required of every POST that makes an object: the answer, and what is there afterwards. */
export function creationRules(rules: CreationRules): Requirement[] {
  const { creating, path } = rules;
  const { what, role } = creating;
  const id = `${what}.create`;
  const TABLE = 'Endpoint table';
  return [
    writes(creating, {
      id,
      says: `POST \`${path}\` by the role ${role} answers 201 with the ${what}`,
      spec: TABLE,
      consequence: `A client cannot make a ${what}, or is not told which one it has made.`,
      async check(context) {
        const { answer } = await creation(context, creating);
        context.expect.status(answer, 201);
        context.expect.object(answer);
        // What has no id can be found in no other way.
        if (creating.find !== undefined) return;
        const number = at(seen(answer), 'id');
        context.expect.that(Number.isInteger(number.value), number, '`id`', 'an integer');
      },
    }),
    writes(creating, {
      id: `${id}.readable`,
      says: `A ${what} that was created is there: GET of its id answers 200`,
      spec: TABLE,
      consequence: 'What a client has been told is saved is not there.',
      async check(context) {
        const { answer } = await creation(context, creating);
        const number = at(seen(answer), 'id').value;
        if (answer.status >= 400 || !Number.isInteger(number))
          inconclusive(`no ${what} was created`);
        const { owner } = creating;
        if (
          owner !== undefined &&
          at(seen(answer), owner, 'id').value !== context.write.ownId(role)
        ) {
          // That of another user is judged by its owner, and need not be visible.
          inconclusive(`the new ${what} is not the caller's`);
        }
        const list = creating.list(context);
        const read = await context.api.as(list.role).get(`${list.path}${number}/`);
        context.expect.status(read, 200);
      },
    }),
    writes(creating, {
      id: `${id}.answer`,
      says: `The body of the 201 is the ${what} as a later GET shows it`,
      spec: TABLE,
      consequence: `A client that shows what it was answered shows a ${what} that is not there.`,
      async check(context) {
        const { answer, shown } = await made(context, creating);
        const expected = `what GET shows: ${canonical(shown.value)}`;
        const body = `${named(answer)}: the body`;
        context.expect.that(sameValue(answer.json, shown.value), seen(answer), body, expected);
      },
    }),
    ...creating.fields
      .filter(({ value }) => value.kind !== 'state')
      .map((field) => showsField(rules, field)),
  ];
}

/** A field that a new object shows as it was sent. */
function showsField({ creating }: CreationRules, field: SubjectField): Requirement {
  const { name } = field;
  return writes(creating, {
    id: `${creating.what}.create.${fieldInIds(name)}`,
    says: `A new ${creating.what} shows \`${name}\` as it was sent`,
    versions: since(field.since),
    consequence: 'What a person has entered is something else when it is read again.',
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

/** In which order an object shows a list is a requirement of its own. */
function inAnyOrder(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as unknown[])].sort() : value;
}

/** What is required of every POST that must make nothing: bodies that cannot be right, and callers that may not. */
export function creationRefusals(rules: CreationRules): Requirement[] {
  const { creating, path, nothingMade } = rules;
  const { what, fields } = creating;
  const SPEC = 'Errors';
  return [
    ...fields.map((field) => refusesWrong(rules, field)),
    writes(creating, {
      id: nothingMade,
      says: `A POST of a ${what} that is refused makes none`,
      spec: SPEC,
      consequence: 'A client that corrects its mistake and tries again leaves a wreck behind.',
      async check(context) {
        const { refused, ...around } = await invalidPosts(context, rules);
        const taken = refused.filter(({ answer }) => answer.status < 400).length;
        const last = refused.at(-1)?.answer;
        if (last === undefined || taken === refused.length) inconclusive('nothing was refused');
        expectNothingMade(context, creating, around, last, taken);
      },
    }),
    writes(creating, {
      id: `${what}.create.no-object`,
      says: `POST \`${path}\` with a body that is a list, null or no JSON is refused with 4xx`,
      spec: SPEC,
      consequence: 'A client that makes a mistake takes it for a fault of the server.',
      async check(context) {
        await made(context, creating);
        const { path } = creating.list(context);
        const answers = await sendEach(context, creating.role, 'POST', path, NO_OBJECTS);
        expectRefusals(context, answers);
      },
    }),
    writes(creating, {
      id: `${what}.create.incomplete`,
      says: `POST \`${path}\` with a field left out makes the ${what}, or is refused with 4xx: no 5xx is documented`,
      spec: SPEC,
      once: true,
      consequence: 'A client that forgets a field takes it for a fault of the server.',
      async check(context) {
        await made(context, creating);
        const sound = creating.sound(context);
        const bodies = Object.keys(sound).map((name) => ({
          json: { ...sound, [name]: undefined },
        }));
        const list = creating.list(context);
        const answers = await sendEach(context, creating.role, 'POST', list.path, bodies);
        context.expect.each(answers, 'it has no fields', (answer) => {
          if (answer.status >= 400) expectRefusal(context, answer);
        });
      },
    }),
    writes(creating, {
      id: `${what}.create.anonymous`,
      says: `POST \`${path}\` by a caller that does not sign in is refused`,
      spec: 'Authentication',
      consequence: `Anybody can make a ${what}.`,
      async check(context) {
        const answer = await madeByAnonymous(context, creating);
        expectRefusal(context, answer);
        context.accept(`refused with ${answer.status}`);
      },
    }),
  ];
}

/** A body with one field that cannot be right is refused with 400. */
function refusesWrong(rules: CreationRules, { name, since: first }: SubjectField): Requirement {
  const { creating, path, wrong } = rules;
  const [, says] = wrong[name] ?? [undefined, `an invalid \`${name}\``];
  return writes(creating, {
    id: `${creating.what}.create.invalid.${fieldInIds(name)}`,
    says: `POST \`${path}\` with ${says} is refused with 400`,
    spec: 'Errors',
    versions: since(first),
    consequence: 'A client is not told that one of its fields was wrong.',
    async check(context) {
      const { refused } = await invalidPosts(context, rules);
      expectRefused(context, name, refused);
    },
  });
}

/** A sound body with one field that cannot be right, for each of them; sent once in a version. */
export function invalidPosts(
  context: CheckContext,
  { creating, wrong, thenTried }: CreationRules,
): Promise<InvalidPosts> {
  const { api, instance, write } = context;
  const { what, role, fields } = creating;
  return instance.once(`invalid POSTs of a ${what} in ${api.version}`, async () => {
    await made(context, creating);
    const before = await idsListed(context, creating);
    const { path } = creating.list(context);
    const refused: Refused[] = [];
    for (const field of fields.filter((each) => since(each.since).includes(api.version))) {
      const [value] = wrong[field.name] ?? [field.wrong];
      const json = { ...creating.sound(context), [field.name]: value };
      const answer = await write.send(api.as(role), 'POST', path, { json });
      refused.push({ name: field.name, answer });
    }
    const after = await idsListed(context, creating);
    await thenTried?.(context, after);
    return { refused, before, after };
  });
}

/** What a caller that does not sign in is answered; tried once in a version. */
export function madeByAnonymous(context: CheckContext, creating: Creating): Promise<Answer> {
  const { api, instance } = context;
  return instance.once(`a ${creating.what} by nobody in ${api.version}`, async () => {
    await made(context, creating);
    return postSound(context, creating, 'anonymous');
  });
}

/** Sends a sound body as a role. */
export function postSound(context: CheckContext, creating: Creating, role: Role): Promise<Answer> {
  const { api, write } = context;
  const { path } = creating.list(context);
  return write.send(api.as(role), 'POST', path, { json: creating.sound(context) });
}

/** No more objects are listed than before, but for those that were `taken`. */
export function expectNothingMade(
  { expect }: CheckContext,
  { what }: Creating,
  { before, after }: Around,
  answer: Answer,
  taken: number,
): void {
  if (before === undefined || after === undefined) {
    inconclusive(`the list of each ${what} cannot be read`);
  }
  if (after.length >= LARGEST_PAGE) inconclusive(`there is more than a page of each ${what}`);
  const created = after.filter((id) => !before.includes(id));
  const expected = `no more than before (new are ${created.join(', ') || 'none'})`;
  expect.that(created.length <= taken, seen(answer), 'after the refusals', expected);
}

/** The ids that the list shows, in this version if it has the list; nothing where there is no list. */
export async function idsListed(
  context: CheckContext,
  creating: Creating,
): Promise<unknown[] | undefined> {
  const { api, instance } = context;
  const hasList = since(creating.listedSince).includes(api.version);
  const reader = hasList ? api : api.in(instance.newest);
  const { path, role } = creating.list(context);
  const answer = await reader.as(role).get(path, { query: { per_page: LARGEST_PAGE } });
  if (answer.status !== 200 || !Array.isArray(answer.json)) return undefined;
  return (answer.json as unknown[]).map((value) => at({ value, at: seen(answer).at }, 'id').value);
}
