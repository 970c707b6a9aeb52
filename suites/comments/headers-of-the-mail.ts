import { unlike } from '../../harness/expect.js';
import { at, isObject } from '../../harness/place.js';
import { ALL, since } from '../../specification/versions.js';
import { objectRequirement } from '../conventions/object-requirement.js';

/** The message id identifies the mail, so both must name the same one. */
export const headersOfTheMail = objectRequirement({
  id: 'conv.headers.of-the-mail',
  says: '`headers` are those of the mail itself: their `Message-Id` is the `msgid`',
  spec: 'Conventions',
  level: 'should',
  versions: ALL,
  consequence: 'A client that replies to a mail replies to another one.',
  missing: 'no mail has a Message-Id among its `headers`',
  ofObject: {
    appliesTo: ({ fields }) =>
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

/** Prefixes and encoded words may differ: only a blank subject is a violation. */
export const subjectOfTheMail = objectRequirement({
  id: 'comment.subject.of-the-mail',
  says: '`subject` of a comment is that of its mail: it is not blank if the mail has one',
  spec: 'Cover comment / patch comment',
  level: 'should',
  versions: since('1.1'),
  consequence: 'A client lists comments without a subject.',
  missing: 'no comment has a Subject among its `headers`',
  ofObject: {
    appliesTo: ({ fields }) =>
      ['headers', 'subject'].every((name) => fields.some((each) => each.name === name)),
    judge(mail) {
      const [headers, subject] = [at(mail, 'headers'), at(mail, 'subject')];
      const sent = isObject(headers.value) ? namedIn(headers.value, 'subject') : [];
      if (!sent.some((each) => each.trim() !== '')) return undefined;
      // A missing value or a wrong type has a requirement of its own.
      if (subject.value !== null && typeof subject.value !== 'string') return undefined;
      if (subject.value !== null && subject.value.trim() !== '') return [];
      return [
        unlike(
          subject,
          'subject',
          `a non-empty string, as the mail has ${JSON.stringify(sent[0])}`,
        ),
      ];
    },
  },
});

/** The message ids in the headers of a mail. Encoded words are left out. */
function messageIds(headers: Readonly<Record<string, unknown>>): string[] {
  return namedIn(headers, 'message-id').filter((value) => !value.includes('=?'));
}

/** The values of a header, by case-insensitive name. */
function namedIn(headers: Readonly<Record<string, unknown>>, wanted: string): string[] {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value)
    .filter((value): value is string => typeof value === 'string');
}

/** Removes brackets and white space: brackets are optional, and headers may be folded. */
function bare(text: string): string {
  return text.replace(/[<>\s]/g, '');
}
