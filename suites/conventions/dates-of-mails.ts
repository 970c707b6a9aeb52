import { at, isObject } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import type { ReturnedObject } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';
import { timeOf } from '../support/timestamp.js';

/** Time zone offsets are multiples of 15 minutes, up to 14 hours. */
const QUARTER = 15 * 60_000;
const FARTHEST = 14 * 60 * 60_000;

/** How many mails with the same offset show that the time zone is wrong. */
const ENOUGH = 3;

/**
 * The date of a mail may be its arrival time instead of its `Date` header. But if all differ by the
 * same number of hours, the time zone is wrong.
 */
export const datesOfMails: Requirement = requirement({
  id: 'conv.date.zone',
  says: 'Timestamps are in UTC: those of mails do not all differ by the same hours from their `Date` header',
  spec: 'Conventions',
  level: 'should',
  // In 1.0 no list of mails has `headers`.
  versions: since('1.1'),
  consequence: 'A client displays every mail some hours early or late.',
  async check(context) {
    const { objects } = await samplesOf(context);
    const mails = new Map(objects.flatMap((mail) => offsetOf(mail)));
    const [first, ...others] = mails.values();
    if (first === undefined || mails.size < ENOUGH) {
      return inconclusive('fewer than three mails have a date and a Date header with a time zone');
    }
    const { offset, date, sent } = first;
    const isZone = offset !== 0 && offset % QUARTER === 0 && Math.abs(offset) <= FARTHEST;
    const alike = isZone && others.every((other) => other.offset === offset);
    const what = `date, ${offset / QUARTER / 4} hours after the Date header, as for all mails`;
    context.expect.that(!alike, date, what, `${sent}, in UTC`);
  },
});

/** The difference between `date` and the Date header, if that has a time zone. */
function offsetOf(mail: ReturnedObject) {
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
