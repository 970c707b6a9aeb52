import { unlike } from '../../harness/expect.js';
import { at, isObject } from '../../harness/place.js';
import { ALL, since } from '../../specification/versions.js';
import { objectRequirement } from '../conventions/object-requirement.js';

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

/** Whether a prefix is shown, and how words are spelled, is not said: only that there is something. */
export const subjectOfTheMail = objectRequirement({
  id: 'comment.subject.of-the-mail',
  says: '`subject` of a comment is that of its mail: it is not blank where the mail has one',
  spec: 'Cover comment / patch comment',
  level: 'should',
  versions: since('1.1'),
  consequence: 'A client lists comments without a word of what they are about.',
  missing: 'no comment shows a Subject among its headers',
  ofObject: {
    speaksOf: ({ fields }) =>
      ['headers', 'subject'].every((name) => fields.some((each) => each.name === name)),
    judge(mail) {
      const [headers, subject] = [at(mail, 'headers'), at(mail, 'subject')];
      const sent = isObject(headers.value) ? namedIn(headers.value, 'subject') : [];
      if (!sent.some((each) => each.trim() !== '')) return undefined;
      // What is missing, or no text, is a matter of fields and types.
      if (subject.value !== null && typeof subject.value !== 'string') return undefined;
      if (subject.value !== null && subject.value.trim() !== '') return [];
      return [unlike(subject, 'subject', `a text, as the mail has ${JSON.stringify(sent[0])}`)];
    },
  },
});

/** What the mail says of itself, in however many headers; an encoded word could be anything. */
function messageIds(headers: Readonly<Record<string, unknown>>): string[] {
  return namedIn(headers, 'message-id').filter((value) => !value.includes('=?'));
}

/** The values of a header, whatever the case of its name. */
function namedIn(headers: Readonly<Record<string, unknown>>, wanted: string): string[] {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value)
    .filter((value): value is string => typeof value === 'string');
}

/** Message ids are shown with and without their brackets, and headers may be folded. */
function bare(text: string): string {
  return text.replace(/[<>\s]/g, '');
}
