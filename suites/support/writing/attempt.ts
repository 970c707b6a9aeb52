import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { type Seen, seen } from '../../../harness/place.js';
import type { Role, Scheme } from '../../../harness/role.js';
import type { Body } from '../../../harness/write.js';
import type { Circumstance } from './callers.js';
import {
  bodyOf,
  formOf,
  hasValue,
  type Subject,
  type SubjectField,
  type Values,
} from './subject.js';

/** One write to a subject. */
export interface Row {
  /** In words, unique among the rows of the subject: "PATCH of `name`". */
  name: string;
  role: Role;
  /** By default the token if there is one. */
  scheme?: Scheme;
  method: 'PATCH' | 'PUT';
  encoding: keyof typeof ENCODINGS;
  /** Where it is sent; by default to the usual path of the subject. */
  path?: string;
  /** The state of the object during the write; by default any. */
  when?: Circumstance;
  /** The values to send, given the object before. */
  values(before: Seen): Values | Promise<Values>;
}

/** A write, and the object before and after it, as read by the role that may write it. */
export interface Attempt {
  row: Row;
  sent: Values;
  before: Seen;
  answer: Answer;
  /** The response to GET after the write, and its body. */
  read: Answer;
  after: Seen;
}

/** How the values of a row are sent. */
const ENCODINGS = {
  JSON: (values: Values): Body => ({ json: bodyOf(values) }),
  form: formOf,
  'JSON with a charset': (values: Values): Body => ({
    text: JSON.stringify(bodyOf(values)),
    contentType: 'application/json; charset=utf-8',
  }),
  'JSON without Content-Type': (values: Values): Body => ({
    text: JSON.stringify(bodyOf(values)),
    contentType: null,
  }),
  null: (): Body => ({ json: null }),
} as const;

/**
 * Writes a subject as a row says, and reads it before and after; once in a version. The read before
 * needs no request if nothing was written since the last one.
 */
export function attempt(context: CheckContext, subject: Subject, row: Row): Promise<Attempt> {
  const { api, instance, write } = context;
  return instance.once(`${subject.what}: ${row.name} in ${api.version}`, async () => {
    await row.when?.bringAbout(context);
    const owner = api.as(subject.role);
    const path = await subject.path(context);
    const before = await owner.object(path);
    const sent = await row.values(before);
    const body = ENCODINGS[row.encoding](sent);
    const to = row.path ?? path;
    const answer = await write.send(api.as(row.role), row.method, to, body, row.scheme);
    const read = await owner.get(path);
    return { row, sent, before, answer, read, after: seen(read) };
  });
}

/** The same for several rows, one after the other. */
export async function attempts(
  context: CheckContext,
  subject: Subject,
  rows: readonly Row[],
): Promise<Attempt[]> {
  const done: Attempt[] = [];
  for (const row of rows) done.push(await attempt(context, subject, row));
  return done;
}

/** Whether the write was accepted. That its status is 200 is required of the plain update. */
export function isAccepted({ answer }: Attempt): boolean {
  return answer.status < 300;
}

/** Whether a later GET returned the value of a field that was sent. */
export function isKept(field: SubjectField, { sent, after }: Pick<Attempt, 'sent' | 'after'>) {
  const own = sent.find(([name]) => name === field.name);
  return own !== undefined && hasValue(field, after, own[1]);
}

/** Whether it returned all values that were sent, and not all of them were there before. */
export function isStored({ fields }: Pick<Subject, 'fields'>, done: Attempt): boolean {
  const { sent, before } = done;
  const own = fields.filter(({ name }) => sent.some(([each]) => each === name));
  const wasThere = own.every((field) => isKept(field, { sent, after: before }));
  return !wasThere && own.every((field) => isKept(field, done));
}
