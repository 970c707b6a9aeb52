import { at, isObject } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { samplesOf } from './collect-samples.js';
import type { Sampled } from './samples.js';
import { timeOf } from './timestamp.js';

/** Zones differ by quarters of an hour, and by no more than this. */
const QUARTER = 15 * 60_000;
const FARTHEST = 14 * 60 * 60_000;

/** How many mails must be off alike before it is the zone that is wrong. */
const ENOUGH = 3;

/**
 * That the date of a mail is the one in its headers is not said: it may be that of its arrival. But
 * where all are off by the same hours, it is the zone that they are written in.
 */
export const datesOfMails: Requirement = requirement({
  id: 'conv.date.zone',
  says: 'Timestamps are in UTC: those of mails are not all some hours away from the Date in their headers',
  spec: 'Conventions',
  level: 'should',
  // In 1.0 no list of mails shows headers.
  versions: since('1.1'),
  consequence: 'A client shows every mail some hours too early or too late.',
  async check(context) {
    const { met } = await samplesOf(context);
    const mails = new Map(met.flatMap((mail) => offsetOf(mail)));
    const [first, ...others] = mails.values();
    if (first === undefined || mails.size < ENOUGH) {
      return inconclusive('fewer than three mails show when they were sent');
    }
    const { offset, date, sent } = first;
    const isZone = offset !== 0 && offset % QUARTER === 0 && Math.abs(offset) <= FARTHEST;
    const alike = isZone && others.every((other) => other.offset === offset);
    const what = `date, ${offset / QUARTER / 4} hours after that of its headers, as of all mails`;
    context.expect.that(!alike, date, what, `${sent}, in UTC`);
  },
});

/** How much later a mail is dated than its headers say, if they say it with a zone. */
function offsetOf(mail: Sampled) {
  const headers = at(mail, 'headers');
  const date = at(mail, 'date');
  const time = timeOf(date.value);
  if (!isObject(headers.value) || time === undefined) return [];
  const found = Object.entries(headers.value).find(([name]) => name.toLowerCase() === 'date');
  const sent = String(found?.[1]);
  const told = /(?:[+-]\d{4}|GMT|UTC?)\b/.test(sent) ? Date.parse(sent) : Number.NaN;
  if (Number.isNaN(told)) return [];
  return [[String(mail.value.msgid), { offset: time - told, date, sent }] as const];
}
