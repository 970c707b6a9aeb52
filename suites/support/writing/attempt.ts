import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import { encoded } from '../../../harness/client/body.js';
import { cut } from '../../../harness/masked.js';
import { Memo } from '../../../harness/memo.js';
import { at, type Seen, seen } from '../../../harness/place.js';
import type { Role, Scheme } from '../../../harness/role.js';
import { canonical } from '../../../harness/same-value.js';
import { NotSent, unanswered } from '../../../harness/violation.js';
import type { Body } from '../../../harness/write.js';
import type { ResourceName } from '../../../specification/resource.js';
import { documentedPart } from '../../../specification/tables-within.js';
import { type Circumstance, schemesOf, stateOf, type UnauthorizedCaller } from './callers.js';
import { sameState } from './same-state.js';
import {
  bodyOf,
  expectShown,
  formOf,
  hasValue,
  type Subject,
  type SubjectField,
  seenIn,
  type Target,
  type Values,
} from './subject.js';

/** One write to a target; a POST must create nothing. */
export interface Row {
  /** In words: "PATCH of `name`". Two rows of a target that differ only in their values have different names. */
  name: string;
  role: Role;
  /** By default the token if there is one. */
  scheme?: Scheme;
  /** Sends this as `Authorization` instead of the credentials of the role. */
  authorization?: string;
  /** Whether it is sent to the path without a version. */
  isUnversioned?: true;
  method: 'POST' | 'PATCH' | 'PUT';
  encoding: keyof typeof ENCODINGS;
  /** Where it is sent; by default to the usual path of the target. */
  path?: string;
  /** The state of the object during the write; by default any. */
  when?: Circumstance;
  /** Whether it puts a value back, and so is sent even if the object cannot be read before. */
  restores?: true;
  /** The only field with an invalid value. */
  invalid?: string;
  /** Whether the endpoint table has no such method: whatever it is answered, it must change nothing. */
  isUndocumented?: true;
  /** Whether a caller with every right may get 400 for it. */
  mayBeInvalid?: true;
  /** The sound write without which it proves nothing: where that is not stored, it is not sent. */
  beside?: Row;
  /** The only field that it changes, if it is one of the plain changes. */
  changes?: string;
  /** The values to send, given the object before. */
  values(before: Seen): Values | Promise<Values>;
}

/** A write, and the object or list before and after it, as read by the role that may write it. */
export interface Attempt {
  row: Row;
  sent: Values;
  before: Seen;
  answer: Answer;
  /** The response to GET after the write, and its body. */
  read: Answer;
  after: Seen;
}

function typed(contentType: string | null) {
  return (values: Values): Body => ({ text: JSON.stringify(bodyOf(values)), contentType });
}

/** How the values of a row are sent; some are no objects. */
const ENCODINGS = {
  JSON: (values: Values): Body => ({ json: bodyOf(values) }),
  form: formOf,
  'JSON with a charset': typed('application/json; charset=utf-8'),
  'JSON without Content-Type': typed(null),
  'form without Content-Type': (values: Values): Body => ({
    text: encoded(formOf(values)).text ?? '',
    contentType: null,
  }),
  null: (): Body => ({ json: null }),
  'an array': (): Body => ({ json: [1] }),
  'broken JSON': (): Body => ({ text: '{"name": ', contentType: 'application/json' }),
  nothing: (): Body => ({ text: '', contentType: 'application/json' }),
  XML: (): Body => ({ text: '<bundle/>', contentType: 'application/xml' }),
} as const;

const ATTEMPTS = new Memo<Attempt>();

/**
 * Writes a target as a row says, and reads it before and after; once in a version. The read before
 * needs no request if nothing was written since the last one.
 */
export function attempt(context: CheckContext, target: Target, row: Row): Promise<Attempt> {
  const { api, instance, write } = context;
  return instance.once(ATTEMPTS, [target.id, api.version, JSON.stringify(row)], async () => {
    await row.when?.bringAbout(context);
    const path = row.path ?? (await target.path(context));
    if (row.method !== 'POST') await write.ready(api.as(row.role), path);
    const first = await target.look(context);
    const isRead = first.status === 200 && first.json !== undefined;
    if (!isRead && !row.restores) unanswered(first, ', not an object');
    const before = seen(first);
    const sent = await row.values(before);
    const body = ENCODINGS[row.encoding](sent);
    const caller = row.isUnversioned ? api.as(row.role).unversioned() : api.as(row.role);
    const how = { ...row, createsNothing: row.method === 'POST' };
    const answer = await write.send(caller, row.method, path, body, how);
    const read = await target.look(context);
    return { row, sent, before, answer, read, after: seen(read) };
  });
}

/**
 * The same; nothing if the write is not sent because of what it could leave: `unsent` gets the reason.
 */
export async function attemptIfSaved(
  context: CheckContext,
  target: Target,
  row: Row,
  unsent: NotSent[],
): Promise<Attempt[]> {
  try {
    return [await attempt(context, target, row)];
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    unsent.push(error);
    return [];
  }
}

/** The same for several rows, one after the other. Throws the first reason if none of them is sent. */
export async function attempts(
  context: CheckContext,
  target: Target,
  rows: readonly Row[],
  unsent: NotSent[] = [],
): Promise<Attempt[]> {
  const done: Attempt[] = [];
  for (const row of rows) {
    const beside = row.beside && (await attemptIfSaved(context, target, row.beside, unsent));
    if (beside?.every((each) => isAccepted(each) && isHeld(target, each)) === false) continue;
    done.push(...(await attemptIfSaved(context, target, row, unsent)));
  }
  if (done.length === 0 && unsent[0] !== undefined) throw unsent[0];
  return done;
}

/**
 * The ways in which an unauthorized caller tries to write: by each method, as JSON and as a form, by token and
 * by name and password. Inconclusive if the role may have a right to the object.
 */
export async function waysOf(
  context: CheckContext,
  caller: UnauthorizedCaller,
  { what, role: owner }: Pick<Target, 'what' | 'role'>,
): Promise<Omit<Row, 'values'>[]> {
  caller.expectUninvolved?.(context);
  const { role, methods, when } = caller;
  if (role !== 'anonymous') await context.instance.expectApart(role, owner);
  const schemes = await schemesOf(context, role);
  return methods.flatMap((method) =>
    (['JSON', 'form'] as const).flatMap((encoding) =>
      schemes.map((scheme) => {
        const by = scheme === undefined ? role : `${role} by ${scheme}`;
        const name = `${method} of a ${stateOf(caller)}${what} as ${encoding} by ${by}`;
        return { name, role, scheme, method, encoding, when };
      }),
    ),
  );
}

/** Whether the write was accepted. That its status is 200 is required of the plain update. */
export function isAccepted({ answer }: Attempt): boolean {
  return answer.status < 300;
}

/** Whether a response is a refusal, for any reason. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status <= 499;
}

/** Whether a later GET returned the value of a field that was sent. */
export function isKept(field: SubjectField, { sent, after }: Pick<Attempt, 'sent' | 'after'>) {
  const own = sent.find(([name]) => name === field.name);
  return own !== undefined && hasValue(field, after, own[1]);
}

/** Whether it returned all values that were sent, and not all of them were there before. */
export function isStored({ fields }: Pick<Target, 'fields'>, done: Attempt): boolean {
  const { sent, before } = done;
  const own = fields.filter(({ name }) => sent.some(([each]) => each === name));
  const wasThere = own.every((field) => isKept(field, { sent, after: before }));
  return !wasThere && own.every((field) => isKept(field, done));
}

/** Whether it returned all values that were sent, whatever was there before. */
function isHeld({ fields }: Pick<Target, 'fields'>, done: Attempt): boolean {
  const own = fields.filter(({ name }) => done.sent.some(([each]) => each === name));
  return own.every((field) => isKept(field, done));
}

/** Expects that a later GET returned the values that were sent, as far as they are of these fields. */
export function expectStored(
  context: CheckContext,
  { fields }: Pick<Target, 'fields'>,
  { row, sent, after }: Attempt,
): void {
  const due = new Map(sent);
  const own = fields.filter(({ name }) => due.has(name));
  context.expect.all(own, (field) => {
    const what = `\`${field.name}\` after ${row.name}`;
    expectShown(context, field, after, due.get(field.name), { what });
  });
}

/** Expects that nothing changed but the fields with these names. */
export function expectUnchanged(
  { expect }: CheckContext,
  { fields, fixed, resource }: Subject,
  { row, before, after }: Attempt,
  except: readonly string[] = [],
): void {
  const partOf = (object: Seen): Seen => ({
    ...object,
    value: documentedPart(resource, 'detail', object.value),
  });
  const [then, now] = [partOf(before), partOf(after)];
  const all = [
    ...fields.map((field) => [field.name, seenIn(field, then), seenIn(field, now)] as const),
    ...fixed.map((name) => [name, at(then, name), at(now, name)] as const),
  ];
  const others = all.filter(([name]) => !except.includes(name));
  expect.all(others, ([name, old, present]) => {
    const what = `\`${name}\` after ${row.name}`;
    const isSame = sameState(old.value, present.value);
    expect.that(isSame, present, what, `${canonical(old.value)}, as before`);
  });
}

/** Expects that the body of the response equals the body of a later GET, in all documented fields. */
export function expectState(
  { expect }: Pick<CheckContext, 'expect'>,
  resource: ResourceName,
  answer: Answer,
  after: Seen,
): void {
  const partOf = (value: unknown) => documentedPart(resource, 'detail', value);
  const same = sameState(partOf(answer.json), partOf(after.value));
  const expected = `the body of GET: ${cut(canonical(after.value) ?? 'nothing', 200)}`;
  expect.that(same, seen(answer), `${named(answer)}, body`, expected);
}
