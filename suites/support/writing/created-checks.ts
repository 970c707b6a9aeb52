import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at } from '../../../harness/place.js';
import { inconclusive } from '../../../harness/violation.js';
import { versionsOfWrites } from '../../../specification/writable.js';
import { readable } from '../readable.js';
import { anotherRole, type Creating, type Made, made } from './creation.js';
import { checksOfPatch, eventsOfPatch, listedBefore } from './lists.js';
import { fieldsOf } from './subject.js';

/** The only state that SPEC.md names ("States and transitions"). */
const SHOWN_STATE = 'pending';

/** A date that no check of this run can have. */
const LONG_AGO = '2001-02-03T04:05:06Z';

/** The first version that lists the checks of a patch (docs/verdicts.md B-9). */
export const CHECKS_LISTED_SINCE = '1.3';

/** The body of a new check. */
interface SentCheck extends Record<string, unknown> {
  state: string;
}

/** A request to create a check, and its response. */
interface RequestedCheck {
  sent: SentCheck;
  answer: Answer;
}

/**
 * The checks on the patch of this run. Checks cannot be deleted, so all requirements share the one
 * created from JSON. A second body also has `user` and `date`, which the service sets.
 */
export const CHECKS: Creating<SentCheck> = {
  what: 'check',
  spec: 'Check',
  versions: versionsOfWrites('check', 'create'),
  role: 'maintainer',
  fields: fieldsOf('check', 'create'),
  list: checksOfPatch,
  listedSince: CHECKS_LISTED_SINCE,
  async beforeMaking(context) {
    const { api, instance } = context;
    await listedBefore(context, eventsOfPatch(context));
    // A check created in 1.2 may break the list of later versions.
    const listing = instance.versions.find(
      (each) => each >= CHECKS_LISTED_SINCE && each >= api.version,
    );
    if (listing === undefined) return;
    await listedBefore({ api: api.in(listing), instance }, checksOfPatch(context));
  },
  draft: async (context) => ({ state: SHOWN_STATE, ...(await randomValues(context)) }),
  sound: ({ write }) => ({ state: SHOWN_STATE, context: write.marker }),
  setByService: (context) => ({ ...anotherRole(context, 'user', 'maintainer'), date: LONG_AGO }),
  marked: ({ write }) => ({ description: write.marker }),
  mayBeOwn: ({ write }, row) => {
    const texts = ['context', 'description'].map((name) => at(row, name).value ?? '');
    return texts[0] === '' || texts.some((text) => String(text).includes(write.marker));
  },
};

/** The check created in this version; inconclusive if it could not be created or read. */
export function madeCheck(context: CheckContext): Promise<Made<SentCheck>> {
  return made(context, CHECKS);
}

/** Sends one form in a version to create a check, in a state that the instance uses elsewhere. */
export function creationByForm(context: CheckContext): Promise<RequestedCheck> {
  const { api, instance, write } = context;
  return instance.once(`a check is made by a form in ${api.version}`, async () => {
    const sent = { state: await anotherState(context), ...(await randomValues(context)) };
    const form = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, String(value)]),
    );
    const { path } = checksOfPatch(context);
    return { sent, answer: await write.send(api.as('maintainer'), 'POST', path, { form }) };
  });
}

/**
 * Sends one JSON body in a version to create a check in the state that a form was accepted with, if
 * that is not `pending`, which every other JSON body has. Undefined where there is no such state.
 */
export async function creationInAnotherState(
  context: CheckContext,
): Promise<RequestedCheck | undefined> {
  const { api, instance, write } = context;
  const { sent, answer } = await creationByForm(context);
  if (sent.state === SHOWN_STATE || answer.status >= 400) return undefined;
  return instance.once(`a check is made in JSON in another state in ${api.version}`, async () => {
    const json = { ...CHECKS.sound(context), state: sent.state };
    const { path } = checksOfPatch(context);
    const answer = await write.send(api.as('maintainer'), 'POST', path, { json });
    return { sent: json, answer };
  });
}

/** The last values that the seed generates: one check must do for all. */
async function randomValues({ write }: CheckContext): Promise<Record<string, unknown>> {
  const { valuesOf } = await import('./values.js');
  const drawn: Record<string, unknown>[] = [];
  const values = valuesOf(CHECKS.fields, write.marker);
  await write.property(values, async (each) => {
    drawn.push(each);
  });
  return drawn.at(-1) ?? inconclusive('no values were generated (`--runs 0`)');
}

/**
 * "Other values are not named": a state that the instance uses, other than `pending`, if there is
 * one.
 */
async function anotherState({ api, instance }: CheckContext): Promise<string> {
  const newest = api.in(instance.newest);
  const query = { category: 'check-created', per_page: 100 };
  const events = await readable(() => newest.list('events/', query));
  const states = events.map((event) => at(event, 'payload', 'check', 'state').value);
  const other = states.find((state) => typeof state === 'string' && state !== SHOWN_STATE);
  return typeof other === 'string' ? other : SHOWN_STATE;
}
