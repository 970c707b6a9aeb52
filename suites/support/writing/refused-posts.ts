import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at, elements, seen } from '../../../harness/place.js';
import type { Role } from '../../../harness/role.js';
import { inconclusive } from '../../../harness/violation.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { since } from '../../../specification/versions.js';

import { type Creating, made } from './creation.js';
import type { Refused } from './invalid.js';

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
