import { unlike } from '../../harness/expect.js';
import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { hasFields, headerValues } from '../support/header-values.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import type { ReturnedObject } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';
import { timeOf } from '../support/timestamp.js';

const SPEC = 'Conventions';

/** Time zone offsets are multiples of 15 minutes, up to 14 hours. */
const QUARTER = 15 * 60_000;
const FARTHEST = 14 * 60 * 60_000;

/** How many mails with the same offset show that the time zone is wrong. */
const ENOUGH = 3;

/** The `headers` of a mail agree with its other fields. */
export const mails: readonly Requirement[] = [
  objectRequirement({
    id: 'conv.headers.of-the-mail',
    says: '`headers` are those of the mail itself: their `Message-Id` is the `msgid`',
    spec: SPEC,
    level: 'should',
    consequence: 'A client that replies to a mail replies to another one.',
    missing: 'no mail has a Message-Id among its `headers`',
    objects: {
      appliesTo: (table) => hasFields(table, 'headers', 'msgid'),
      judge(mail) {
        const { msgid } = mail.value;
        const own = typeof msgid === 'string' ? bare(msgid) : '';
        // Encoded words are left out.
        const ids = headerValues(mail, 'message-id').filter((value) => !value.includes('=?'));
        if (own === '' || ids.length === 0) return undefined;
        if (ids.some((each) => bare(each).includes(own))) return [];
        return [unlike(at(mail, 'headers'), 'headers', `a Message-Id of ${msgid}`)];
      },
    },
  }),
  // The date of a mail may be its arrival time instead of its `Date` header. But if all differ by the
  // same number of hours, the time zone is wrong.
  requirement({
    id: 'conv.date.zone',
    says: 'Timestamps are in UTC: those of mails do not all differ by the same hours from their `Date` header',
    spec: SPEC,
    level: 'should',
    // In 1.0 no list of mails has `headers`.
    versions: since('1.1'),
    consequence: 'A client displays every mail some hours early or late.',
    async check(context) {
      const { objects } = await samplesOf(context);
      const offsets = new Map(objects.flatMap(offsetOf));
      const [first, ...others] = offsets.values();
      if (first === undefined || offsets.size < ENOUGH) {
        return inconclusive(
          'fewer than three mails have a date and a Date header with a time zone',
        );
      }
      const { offset, date, sent } = first;
      const isZone = offset !== 0 && offset % QUARTER === 0 && Math.abs(offset) <= FARTHEST;
      const alike = isZone && others.every((other) => other.offset === offset);
      const what = `date, ${offset / QUARTER / 4} hours after the Date header, as for all mails`;
      context.expect.that(!alike, date, what, `${sent}, in UTC`);
    },
  }),
];

/** The difference between `date` and the Date header, by message id, if that has a time zone. */
function offsetOf(mail: ReturnedObject) {
  const date = at(mail, 'date');
  const time = timeOf(date.value);
  const [sent = ''] = headerValues(mail, 'date');
  const told = /(?:[+-]\d{4}|GMT|UTC?)\b/.test(sent) ? Date.parse(sent) : Number.NaN;
  if (time === undefined || Number.isNaN(told)) return [];
  return [[String(mail.value.msgid), { offset: time - told, date, sent }] as const];
}

/** Removes brackets and white space: brackets are optional, and headers may be folded. */
function bare(text: string): string {
  return text.replace(/[<>\s]/g, '');
}
