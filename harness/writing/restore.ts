import type { Client } from '../client/client.js';
import { ForbiddenWrite, isOfOthers, kindAt, PermittedWrites } from '../client/permitted-writes.js';
import { Stopped } from '../client/stopped.js';
import { ForeignOrigin, TransportError } from '../client/transport-error.js';
import { entriesOf, type JournalContents } from '../journal-entry.js';
import { readNewest } from '../newest.js';
import { at, elements, type Seen, seen } from '../place.js';
import type { Role } from '../role.js';
import { WRITE_WAITS, type WriteWaits } from '../settings.js';
import { objectUrl, urlOf } from '../target.js';
import { Inconclusive, inconclusive, unanswered } from '../violation.js';
import { commentEvents } from './comment-target.js';
import type { Restored } from './outcome.js';
import { Unreadable } from './own-rows.js';
import { lookLast } from './put-back.js';
import { apiOf, type Decided, type MadeObject, type Restoration } from './restoration.js';
import { isMarker, madeIn, makerOf, surveyCollection, undoMade } from './restore-made.js';
import { restoreObject } from './restore-object.js';
import { whyNotSameAccount } from './same-account.js';
import { permitTargets } from './targets.js';
import { valuesOfRun } from './values-of-run.js';

/** Stands for all fields of an object. */
const WHOLE = ['*'];

/**
 * Restores what the run of a journal changed, and removes what it created, from the journal alone.
 * What was sent is looked at right then and, for all objects together, once more a few seconds later.
 * The markers, which keep other runs from writing, are removed last. Can be repeated. Never throws
 * because of responses or of the content of the journal.
 */
export async function restore(
  journal: JournalContents,
  client: Client,
  { look: lookMs }: Pick<WriteWaits, 'look'> = WRITE_WAITS,
  decided?: Decided,
): Promise<Restored> {
  const permitted = new PermittedWrites();
  client.permit(permitted);
  client.persist();
  const outcome: Restored = { restored: 0, notRestored: [], leftBehind: [] };
  const restoration: Restoration = {
    client,
    permitted,
    journal,
    outcome,
    lookMs,
    urlOf: (version, object) => objectUrl(journal.head, version, object),
    put: [],
    listed: new Set(),
    absent: [],
    decided: decided ?? { overwrite: [], keep: [] },
    accounts: new Map(),
    isOfRun: decided === undefined,
  };
  const instance = urlOf(journal.head);
  for (const entry of entriesOf(journal, 'target')) {
    await attempt(restoration, instance, WHOLE, async () => permitTargets(permitted, entry));
  }
  // An object that was read again before anything was changed has several.
  const originals = new Map(entriesOf(journal, 'original').map((each) => [each.object, each]));
  for (const { object, values } of originals.values()) {
    // What the run sent its own values may be sent these again.
    if (isOfOthers(object) && !permitted.allows(object)) {
      const allow = async () => permitted.allowUnchanged(object, values);
      await attempt(restoration, instance, WHOLE, allow);
    }
  }
  for (const entry of originals.values()) {
    const url = restoration.urlOf(entry.version, entry.object);
    const { written } = valuesOfRun(journal, entry);
    const fields = written.length > 0 ? written : WHOLE;
    await attempt(restoration, url, fields, async () => {
      // Who may write a project, a patch or a comment is the instance's own matter.
      const isOfAccount = kindAt(entry.object)?.resource === 'user';
      if (written.length > 0 && isOfAccount) await demandAccount(restoration, entry.role);
      await restoreObject(restoration, entry);
    });
  }
  const made = [...madeIn(restoration), ...(await survey(restoration))];
  await undo(
    restoration,
    made.filter((each) => !isMarker(each)),
  );
  await listEvents(restoration).catch((error: unknown) => {
    if (!isForeseen(error)) throw error;
    // No event can be put back: that they are not counted leaves nothing to do.
    const why = `events that the writes caused could not be counted (${error.message})`;
    outcome.leftBehind.push({ kind: 'event', url: instance, why });
  });
  const named = new Set(outcome.notRestored.map(({ url }) => url));
  for (const { version, object, shown } of entriesOf(journal, 'stray')) {
    const url = restoration.urlOf(version, shown);
    const why = `a write to ${object} returned another object, which may have been changed`;
    if (!named.has(url)) outcome.notRestored.push({ url, field: '*', why });
    named.add(url);
  }
  const isOpen = isAnyOpen(restoration);
  const { absent } = restoration;
  if (restoration.put.length + absent.length + Number(isOpen) > 0 && !client.isStopped) {
    await client.limiter.pause(lookMs);
  }
  // A POST without an answer may take effect late.
  await undo(restoration, absent.splice(0));
  if (isOpen) await undo(restoration, (await survey(restoration)).filter(isLate(made)));
  await lookAtAll(restoration);
  await undo(restoration, made.filter(isMarker));
  // What was deleted may have taken others along, and a POST may take effect as late as now.
  if (made.length > 0) await undo(restoration, (await survey(restoration)).filter(isLate(made)));
  await lookAtAll(restoration);
  const accounts = [...restoration.accounts.values()];
  const isNobody = accounts.length > 0 && accounts.every((why) => why !== undefined);
  return {
    ...outcome,
    // A list is looked at twice.
    notRestored: eachOnce(outcome.notRestored),
    leftBehind: eachOnce(outcome.leftBehind),
    ...(outcome.gone === undefined ? {} : { gone: eachOnce(outcome.gone) }),
    ...(isNobody ? { isNobody } : {}),
  };
}

/** Looks for the last time at the objects whose old values were sent. */
async function lookAtAll(restoration: Restoration): Promise<void> {
  for (const each of restoration.put.splice(0)) {
    const { version, object } = each.original;
    const url = restoration.urlOf(version, object);
    // Of what was not sent nothing is known where it cannot be looked at.
    const fields = each.fields.length > 0 ? each.fields : WHOLE;
    await attempt(restoration, url, fields, () => lookLast(restoration, each));
  }
}

function eachOnce<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** What the run created and no response named, by the lists of the roles that created something. */
async function survey(restoration: Restoration): Promise<MadeObject[]> {
  const known = new Map(
    entriesOf(restoration.journal, 'known').map((each) => [
      `${each.collection} ${each.role}`,
      each,
    ]),
  );
  const made: MadeObject[] = [];
  for (const entry of known.values()) {
    const url = restoration.urlOf(entry.version, entry.collection);
    await attempt(restoration, url, WHOLE, async () => {
      await demandAccount(restoration, entry.role);
      made.push(...(await surveyCollection(restoration, entry)));
    });
  }
  return made;
}

/** Whether the response to a POST was lost, and no other one named what it made. */
function isAnyOpen({ journal }: Restoration): boolean {
  const numbers = [...entriesOf(journal, 'created'), ...entriesOf(journal, 'refused')];
  const settled = new Set(numbers.map(({ n }) => n));
  return entriesOf(journal, 'creating').some(({ n }) => !settled.has(n));
}

const isLate = (made: readonly MadeObject[]) => (late: MadeObject) =>
  !made.some(({ id, entry }) => id === late.id && entry.collection === late.entry.collection);

async function undo(restoration: Restoration, made: readonly MadeObject[]): Promise<void> {
  for (const each of made) {
    const { version, collection } = each.entry;
    const url = restoration.urlOf(version, `${collection}/${each.id}`);
    await attempt(restoration, url, WHOLE, async () => {
      if (each.entry.kind === 'bundle') await demandAccount(restoration, makerOf(each));
      await undoMade(restoration, each);
    });
  }
}

/** Inconclusive unless a role is the account that the run wrote as. */
async function demandAccount(restoration: Restoration, role: Role): Promise<void> {
  const why = await whyNotSameAccount(restoration, role);
  if (why === undefined) return;
  inconclusive(`${why}; not touched`, 'role-rejected');
}

async function attempt(
  { outcome }: Restoration,
  url: string,
  fields: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isForeseen(error)) throw error;
    const why = error instanceof Stopped ? error.why : error.message;
    for (const field of fields) outcome.notRestored.push({ url, field, why });
  }
}

/** What an instance, the end of the time and an edited journal may cause. */
function isForeseen(error: unknown): error is Error {
  return (
    error instanceof Stopped ||
    error instanceof TransportError ||
    error instanceof Inconclusive ||
    error instanceof ForeignOrigin ||
    // An edited journal may demand writes that no run may send.
    error instanceof ForbiddenWrite ||
    error instanceof Unreadable
  );
}

/** The events that an instance creates because of writes; none of them can be deleted. */
const CAUSED: Readonly<Record<string, readonly string[]>> = {
  check: ['check-created'],
  patch: ['patch-state-changed', 'patch-delegated'],
  // Some instances create one whenever a comment is saved.
  'patch-comment': ['patch-comment-created'],
};

/** Lists the events that the writes of the run caused; those of restoring too. */
async function listEvents(restoration: Restoration): Promise<void> {
  const { journal, outcome, client, urlOf } = restoration;
  const made = entriesOf(journal, 'creating').map(({ collection, ...entry }) => {
    return { ...entry, object: collection };
  });
  const written = [...entriesOf(journal, 'original'), ...made];
  const writer = written.find(({ role }) => role === 'maintainer') ?? written[0];
  if (writer === undefined) return;
  const { project, since } = entriesOf(journal, 'target')[0] ?? {};
  // Up to the seconds, which are the same in UTC with and without a time zone.
  const started = since?.slice(0, 19) ?? '';
  client.forgetReads();
  const counted: string[] = [];
  for (const object of new Set(written.map((each) => each.object))) {
    const [, id, comment] = /^patches\/(-?\d+)(?:\/comments\/(-?\d+))?/.exec(object) ?? [];
    const patch = Number(id);
    const isOwn = (event: Seen) =>
      at(event, 'payload', 'patch', 'id').value === patch &&
      (comment === undefined || at(event, 'payload', 'comment', 'id').value === Number(comment)) &&
      String(at(event, 'date').value) >= started;
    for (const category of CAUSED[kindAt(object)?.resource ?? ''] ?? []) {
      // Newest first, because a patch may have many events.
      const of = comment && project ? commentEvents(project.id) : { category, patch };
      const answer = await readNewest(apiOf(restoration, writer), 'events/', of);
      if (answer.status !== 200) unanswered(answer);
      const { length } = elements(seen(answer)).filter(isOwn);
      const count = since === undefined ? '' : `${length} `;
      if (length > 0) counted.push(`${count}"${category}" of patch ${patch}`);
    }
  }
  if (counted.length === 0) return;
  const created =
    since === undefined
      ? `the instance may have created ${counted.join(', ')}: without \`Date\` in its responses they cannot be told from older ones`
      : `the instance created ${counted.join(', ')}`;
  const why = `${created}; events cannot be deleted`;
  outcome.leftBehind.push({ kind: 'event', url: urlOf(writer.version, 'events'), why });
}
