import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { Memo } from '../../harness/memo.js';
import { at, isObject, type Seen, seen, valueAt } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { firstRows, isWhole } from '../support/first-rows.js';
import { CHECKS } from '../support/writing/created-checks.js';
import { anotherRole, type Creation, creation } from '../support/writing/creation.js';
import {
  itemsOf,
  type List,
  listOfChecks,
  pathOfChecks,
  readLists,
} from '../support/writing/lists.js';

/** Expects a write to be taken: clients take any status of success. */
export function expectSuccess({ expect }: CheckContext, answer: Answer): void {
  if (answer.status >= 300) expect.status(answer, 200, 201, 204);
}

/** The response to a write that was taken; that it is taken has a contract of its own. */
export function taken(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  return inconclusive(`${named(answer)} returned ${answer.status}`, 'failed-write');
}

/** Expects the response to a write to be the object that was written. */
export function expectReturned(context: CheckContext, answer: Answer, what: string): void {
  const returned = seen(taken(answer));
  const isReturned = isObject(returned.value) && valueAt(returned, 'id') !== undefined;
  context.expect.that(isReturned, returned, named(answer), `the ${what} as JSON`);
}

type PostedCheck = Pick<Creation, 'sent' | 'answer' | 'before'>;

const POSTED_CHECK = new Memo<PostedCheck>();
const UPDATED_PATCH = new Memo<Answer>();

/**
 * The POST of a check, which several contracts share: in the versions of which the specification says nothing a
 * form as CI systems send it, else the check of the requirements on checks.
 */
export async function postedCheck(context: CheckContext): Promise<PostedCheck> {
  const { api, instance, write } = context;
  if (CHECKS.versions.includes(api.version)) {
    const created = await creation(context, CHECKS);
    const isListed = listOfChecks(context).length > 0;
    return { ...created, before: isListed ? created.before.slice(0, 1) : [] };
  }
  const form = checkForm(context, 'warning');
  return instance.once(POSTED_CHECK, [api.version], async () => ({
    sent: form,
    before: await readLists(context, [listOfPosted(context)]),
    answer: await write.send(api.as('maintainer'), 'POST', pathOfChecks(context), { form }),
  }));
}

/** The list of the checks to which one is posted: in a version that the specification gives it, if one is offered. */
export function listOfPosted(context: CheckContext): List {
  const [list] = listOfChecks(context);
  return list ?? { path: pathOfChecks(context), role: 'anonymous' };
}

/**
 * Expects that a POST of a check was taken, and that the list has a check with these values that it did not have
 * before: some clients do not read the response.
 */
export async function expectPosted(
  context: CheckContext,
  { answer, before }: { answer: Answer; before: Answer | undefined },
  due: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { expect } = context;
  expectSuccess(context, answer);
  const known = before === undefined ? [] : itemsOf(before).map((row) => valueAt(row, 'id'));
  const [list] = await readLists(context, [listOfPosted(context)]);
  const added = itemsOf(list).filter((row) => !known.includes(valueAt(row, 'id')));
  const id = valueAt(seen(answer), 'id');
  const names = Object.keys(due);
  const isStored = (row: Seen) => names.every((name) => valueAt(row, name) === due[name]);
  // Several CI systems may post at the same time.
  const own = added.filter((row) => id === undefined || valueAt(row, 'id') === id);
  const row = own.find(isStored) ?? own[0];
  if (row === undefined && list !== undefined && !isWhole(list)) {
    inconclusive('there are more checks than fit on one page, and `order` is ignored');
  }
  const ids: Seen = { ...seen(answer), value: added.map((each) => valueAt(each, 'id')) };
  expect.that(row !== undefined, ids, 'ids of new checks in the list', 'that of the posted check');
  if (row === undefined) return;
  expect.all(names, (name) => {
    const stored = at(row, name);
    expect.that(stored.value === due[name], stored, `\`${name}\``, String(due[name]));
  });
}

/** A form as CI systems send it: with a `user`, which check.create.user says is ignored. */
export function checkForm(context: CheckContext, state: string): Record<string, string> {
  const { user } = anotherRole(context, 'user', 'maintainer');
  const check = { state, context: context.write.marker };
  return user === undefined ? check : { user: String(user), ...check };
}

/** The response to an update of the state that is taken, which several contracts share. */
export function updatedPatch(context: CheckContext): Promise<Answer> {
  const { api, instance, write } = context;
  return instance.once(UPDATED_PATCH, [api.version], async () => {
    const state = await anotherState(context);
    const send = (body: Body) =>
      write.send(api.as('maintainer'), 'PATCH', `patches/${write.patch()}/`, body);
    const answer = await send({ form: { state } });
    return answer.status < 300 ? answer : taken(await send({ json: { state } }));
  });
}

/** The patch before a write. */
export function current({ api, write }: CheckContext): Promise<Seen> {
  return api.as('maintainer').object(`patches/${write.patch()}/`);
}

/** A state that other patches have, since each installation defines its own. */
export async function anotherState(context: CheckContext): Promise<string> {
  const before = valueAt(await current(context), 'state');
  const rows = await firstRows(context.api, 'patches/');
  const state = rows.map((row) => valueAt(row, 'state')).find((each) => each !== before);
  return typeof state === 'string'
    ? state
    : inconclusive('all known patches are in the same state');
}
