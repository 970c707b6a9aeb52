import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { unlike } from '../../harness/expect.js';
import { at } from '../../harness/place.js';
import { inSection, type Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { bareMsgid, hasFields, headerValues } from '../support/header-values.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import type { ReturnedObject } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';
import { isBarred } from '../support/refusal.js';
import { timeOf } from '../support/timestamp.js';
import { followedInside, isUrl } from '../support/url.js';

const SPEC = 'Conventions';
const convention = inSection('Conventions');

/** Time zone offsets are multiples of 15 minutes, up to 14 hours. */
const QUARTER = 15 * 60_000;
const FARTHEST = 14 * 60 * 60_000;

/** How many mails with the same offset show that the time zone is wrong. */
const ENOUGH = 3;

/** The resources whose URLs are followed. */
const KINDS = ['patch', 'cover', 'series', 'bundle'];

/** The URLs of an object other than `url`. */
export const addresses: readonly Requirement[] = [
  convention({
    id: 'conv.web-url.answers',
    says: '`web_url` is a URL of a web page: it returns a page to a browser, not JSON',
    level: 'should',
    versions: since('1.1'),
    compares: true,
    consequence: 'A person who opens the link finds no page.',
    async check(context) {
      // Message ids are part of many page URLs, and a + in them is easily decoded as a space.
      const pages = await followed(context, 'web_url', ['+', '/'], 'text/html');
      context.expect.each(pages, 'no object has a `web_url`', ({ address, answer }) => {
        if (answer === undefined || isBarred(answer)) return;
        const page = answer.status < 300 && !isJson(answer);
        context.expect.that(page, address, told('web_url', answer), 'a web page');
      });
    },
  }),
  convention({
    id: 'conv.mbox.answers',
    says: '`mbox` is a URL of the mail: it returns the mail with that message id',
    level: 'should',
    compares: true,
    consequence: 'A client that downloads the mail gets an error or another mail.',
    async check(context) {
      // An unescaped % is decoded as an escape, and a / divides the path.
      const mails = await followed(context, 'mbox', ['%', '/'], '*/*');
      context.expect.each(mails, 'no object has an `mbox`', ({ address, msgid, answer }) => {
        if (answer === undefined || isBarred(answer)) return;
        const mail = answer.status < 300 && !isJson(answer) && !isHtml(answer);
        context.expect.that(mail, address, told('mbox', answer), 'a mailbox');
        const found = messageIds(answer.text);
        const isKnown = found.length > 0 && typeof msgid === 'string';
        const same = !isKnown || found.map(bareMsgid).includes(bareMsgid(msgid));
        const expected = `a mailbox with the mail ${msgid}`;
        context.expect.that(same, address, `mbox, which contains ${found.join(', ')}`, expected);
      });
    },
  }),
  objectRequirement({
    id: 'conv.list-archive-url.address',
    says: '`list_archive_url` of a mail is a URL if it is not blank',
    spec: SPEC,
    level: 'should',
    versions: since('1.2'),
    consequence: 'A client that displays it as a link displays a broken one.',
    missing: 'no mail has a `list_archive_url`',
    objects: {
      appliesTo: ({ resource }) => resource !== 'project',
      judge(mail) {
        const address = at(mail, 'list_archive_url');
        if (typeof address.value !== 'string' || address.value === '') return undefined;
        // RFC 3986, appendix C: the angle brackets of a message id are not part of a URL.
        if (/^[a-z][a-z0-9+.-]*:[^\s<>]+$/i.test(address.value)) return [];
        return [unlike(address, 'list_archive_url', 'a URL without `<`, `>` or spaces')];
      },
    },
  }),
];

/**
 * Follows one URL per resource and per special character in the message ids. The response is undefined
 * if a URL leads to another host.
 */
async function followed(
  context: CheckContext,
  name: 'web_url' | 'mbox',
  odd: readonly string[],
  accept: string,
) {
  const { objects } = await samplesOf(context);
  const chosen = KINDS.flatMap((kind) => {
    const own = objects.filter(({ table, value }) => table.resource === kind && isUrl(value[name]));
    const rare = odd.flatMap(
      (each) => own.find(({ value }) => String(value.msgid).includes(each)) ?? [],
    );
    return rare.length > 0 ? [...new Set(rare)] : own.slice(0, 1);
  });
  return Promise.all(
    chosen.map(async (object) => {
      const address = at(object, name);
      const options = { headers: { accept } };
      const answer = await followedInside(context.api, String(address.value), options);
      return { address, msgid: object.value.msgid, answer };
    }),
  );
}

function isJson(answer: Answer): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(header(answer, 'content-type') ?? '');
}

function isHtml(answer: Answer): boolean {
  return /^text\/html\b/i.test(header(answer, 'content-type') ?? '');
}

/** The message ids in the headers of the first mail; quoted text is ignored. */
function messageIds(text: string): string[] {
  const [headers = ''] = text.split(/\r?\n\r?\n/, 1);
  return [...headers.matchAll(/^message-id:\s*(\S+)/gim)].map(([, id]) => id ?? '');
}

function told(name: string, answer: Answer): string {
  const type = header(answer, 'content-type') ?? 'no Content-Type';
  return `${name}: ${named(answer)} returned ${answer.status} with ${type}`;
}

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
        const own = typeof msgid === 'string' ? bareMsgid(msgid) : '';
        // Encoded words are left out.
        const ids = headerValues(mail, 'message-id').filter((value) => !value.includes('=?'));
        if (own === '' || ids.length === 0) return undefined;
        if (ids.some((each) => bareMsgid(each).includes(own))) return [];
        return [unlike(at(mail, 'headers'), 'headers', `a Message-Id of ${msgid}`)];
      },
    },
  }),
  // The date of a mail may be its arrival time instead of its `Date` header. But if all differ by the
  // same number of hours, the time zone is wrong.
  convention({
    id: 'conv.date.zone',
    says: 'Timestamps are in UTC: those of mails do not all differ by the same hours from their `Date` header',
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
      const wrong = alike ? [unlike(date, what, `${sent}, in UTC`)] : [];
      context.expect.none(wrong, offsets.size);
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
