import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, isObject, type Seen, seen, valueAt } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { firstRows } from '../support/first-rows.js';
import { CHECKS } from '../support/writing/created-checks.js';
import { anotherRole, type Creation, creation } from '../support/writing/creation.js';
import { itemsOf, listOfChecks, pathOfChecks, readLists } from '../support/writing/lists.js';

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

/**
 * The POST of a check, which several contracts share: in the versions of which the specification says nothing a
 * form as CI systems send it, else the check of the requirements on checks.
 */
export async function postedCheck(
  context: CheckContext,
): Promise<Pick<Creation, 'sent' | 'answer'>> {
  const { api, instance, write } = context;
  if (CHECKS.versions.includes(api.version)) return creation(context, CHECKS);
  const form = checkForm(context, 'warning');
  return instance.once(`a check is posted in ${api.version}`, async () => ({
    sent: form,
    answer: await write.send(api.as('maintainer'), 'POST', pathOfChecks(context), { form }),
  }));
}

/** Expects the posted check to be stored: as the response shows it or, where that does not, as it is listed. */
export async function expectPosted(context: CheckContext): Promise<void> {
  const { expect } = context;
  const { sent, answer } = await postedCheck(context);
  expectSuccess(context, answer);
  let shown = seen(answer);
  if (valueAt(shown, 'id') === undefined) {
    const [list] = await readLists(context, listOfChecks(context));
    const row = itemsOf(list).find((each) => valueAt(each, 'context') === sent.context);
    expect.that(row !== undefined, shown, named(answer), 'a check that is listed afterwards');
    shown = row ?? shown;
  }
  expect.all(['state', 'context'], (name) => {
    const stored = at(shown, name);
    expect.that(stored.value === sent[name], stored, `\`${name}\``, String(sent[name]));
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
  return instance.once(`the patch is updated in ${api.version}`, async () => {
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
