import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { seen } from '../write-rules/change.js';
import { anotherRole } from '../write-rules/foreign.js';
import { checksOfPatch, eventsOfPatch, listedBefore } from '../write-rules/lists.js';
import type { CheckDraft } from '../write-rules/values.js';

/** The one state that SPEC.md shows ("States and transitions"). */
const SHOWN_STATE = 'pending';

/** A date that no check of this run has. */
const LONG_AGO = '2001-02-03T04:05:06Z';

/** What was sent for a check. */
export interface SentCheck extends CheckDraft {
  state: string;
}

/** A check that was asked for, and how. */
export interface CheckCreation {
  sent: SentCheck;
  answer: Answer;
  /** What the body that names a user and a date was answered; the same unless that was refused. */
  withForeign: Answer;
}

/** A check of this run. */
export interface MadeCheck extends CheckCreation {
  id: number;
  /** What GET shows of it, at the `url` that the answer gives, or at its id where it gives none. */
  shown: Seen;
}

/**
 * Asks once in a version for a check, in JSON. Checks cannot be taken back, so all requirements
 * share it. The body names a user and a date as well, which "are set by the service"; where such a
 * body is refused (docs/verdicts.md B-36), one without them is sent.
 */
export function creation(context: CheckContext): Promise<CheckCreation> {
  const { api, instance, write } = context;
  return instance.once(`a check is made in ${api.version}`, async () => {
    const sent = { state: SHOWN_STATE, ...(await draft(context)) };
    const [as, path] = [api.as('maintainer'), collection(context)];
    await listedBefore(context, eventsOfPatch(context));
    // What is made in 1.2 may break the list of later versions.
    const listing = instance.versions.find(
      (each) => since('1.3').includes(each) && each >= api.version,
    );
    if (listing !== undefined) {
      await listedBefore({ api: api.in(listing), instance }, checksOfPatch(context));
    }
    const foreign = { ...sent, ...anotherRole(context, 'user', 'maintainer'), date: LONG_AGO };
    const withForeign = await write.send(as, 'POST', path, { json: foreign });
    if (withForeign.status < 400) return { sent, answer: withForeign, withForeign };
    const answer = await write.send(as, 'POST', path, { json: sent });
    return { sent, answer, withForeign };
  });
}

/** Asks once in a version for a check, in a form, with a state that the instance has shown elsewhere. */
export function creationByForm(context: CheckContext): Promise<Omit<CheckCreation, 'withForeign'>> {
  const { api, instance, write } = context;
  return instance.once(`a check is made by a form in ${api.version}`, async () => {
    const sent = { state: await anotherState(context), ...(await draft(context)) };
    const as = api.as('maintainer');
    const answer = await write.send(as, 'POST', collection(context), { form: { ...sent } });
    return { sent, answer };
  });
}

/**
 * Asks once in a run for a check, in JSON, with the state that a form was taken with, where that is
 * another than the one that every other body in JSON has; undefined in the other versions, and where
 * there is no such state.
 */
export async function creationInAnotherState(
  context: CheckContext,
): Promise<{ sent: Pick<SentCheck, 'state'>; answer: Answer } | undefined> {
  const { api, instance, write } = context;
  const { sent, answer } = await creationByForm(context);
  if (sent.state === SHOWN_STATE || answer.status >= 400) return undefined;
  const made = await instance.once('a check is made in JSON in another state', async () => {
    const json = { state: sent.state, context: 'conformance' };
    const answer = await write.send(api.as('maintainer'), 'POST', collection(context), { json });
    return { sent: json, answer, version: api.version };
  });
  return made.version === api.version ? made : undefined;
}

/** The check that this run has made in a version; inconclusive if it could not, or cannot read it. */
export async function madeCheck(context: CheckContext): Promise<MadeCheck> {
  const made = await creation(context);
  return { ...made, ...(await readBack(context, made.answer)) };
}

/** The check of an answer, as a later GET of its id shows it. */
export async function readBack(
  context: CheckContext,
  answer: Answer,
): Promise<Pick<MadeCheck, 'id' | 'shown'>> {
  const id = isObject(answer.json) ? answer.json.id : undefined;
  if (answer.status >= 400 || typeof id !== 'number' || !Number.isInteger(id)) {
    return inconclusive(`no check could be made: ${named(answer)} answered ${answer.status}`);
  }
  const { api, instance } = context;
  const shown = await instance.once(`check ${id} as ${api.version} shows it`, () =>
    api.get(`${collection(context)}${id}/`),
  );
  if (shown.status !== 200) inconclusive(`${named(shown)} answered ${shown.status}`);
  return { id, shown: seen(shown) };
}

/** The path of the checks of the patch of this run. */
export function collection(context: CheckContext): string {
  return checksOfPatch(context).path;
}

/** The last of the values that the seed gives: one check has to do for them all. */
async function draft({ write }: CheckContext): Promise<CheckDraft> {
  const { checkDrafts } = await import('../write-rules/values.js');
  const drafts: CheckDraft[] = [];
  await write.property(checkDrafts(write.settings.hazardous), async (each) => {
    drafts.push(each);
  });
  return drafts.at(-1) ?? inconclusive('no value was asked for (--runs 0)');
}

/** "Other values are not named": one that a check of the instance has, if any has another. */
async function anotherState({ api, instance }: CheckContext): Promise<string> {
  const newest = api.in(instance.versions.at(-1) ?? api.version);
  const query = { category: 'check-created', per_page: 100 };
  const events = await readable(() => newest.list('events/', query));
  const states = events.map((event) => at(event, 'payload', 'check', 'state').value);
  const other = states.find((state) => typeof state === 'string' && state !== SHOWN_STATE);
  return typeof other === 'string' ? other : SHOWN_STATE;
}
