import { unlike } from '../harness/expect.js';
import { at, isObject } from '../harness/place.js';
import { ALL } from '../harness/version.js';
import { objectRequirement } from './object-requirement.js';

/** Both name one mail, and a message id is given once only. */
export const headersOfTheMail = objectRequirement({
  id: 'conv.headers.of-the-mail',
  says: '`headers` are those of the mail itself: the Message-Id among them is its `msgid`',
  spec: 'Conventions',
  level: 'should',
  versions: ALL,
  consequence: 'A client that answers a mail answers another one.',
  missing: 'no mail shows a Message-Id among its headers',
  ofObject: {
    speaksOf: ({ fields }) =>
      ['headers', 'msgid'].every((name) => fields.some((each) => each.name === name)),
    judge(mail) {
      const [headers, msgid] = [at(mail, 'headers'), at(mail, 'msgid')];
      const own = typeof msgid.value === 'string' ? bare(msgid.value) : '';
      const named = isObject(headers.value) ? messageIds(headers.value) : [];
      if (own === '' || named.length === 0) return undefined;
      if (named.some((each) => bare(each).includes(own))) return [];
      return [unlike(headers, 'headers', `a Message-Id of ${msgid.value}`)];
    },
  },
});

/** What the mail says of itself, in however many headers; an encoded word could be anything. */
function messageIds(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'message-id')
    .flatMap(([, value]) => value)
    .filter((value): value is string => typeof value === 'string' && !value.includes('=?'));
}

/** Message ids are shown with and without their brackets, and headers may be folded. */
function bare(text: string): string {
  return text.replace(/[<>\s]/g, '');
}
