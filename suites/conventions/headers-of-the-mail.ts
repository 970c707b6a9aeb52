import { unlike } from '../../harness/expect.js';
import { at, isObject } from '../../harness/place.js';
import { headerValues } from '../support/header-values.js';
import { objectRequirement } from '../support/objects/object-requirement.js';

/** The message id identifies the mail, so both must name the same one. */
export const headersOfTheMail = objectRequirement({
  id: 'conv.headers.of-the-mail',
  says: '`headers` are those of the mail itself: their `Message-Id` is the `msgid`',
  spec: 'Conventions',
  level: 'should',
  consequence: 'A client that replies to a mail replies to another one.',
  missing: 'no mail has a Message-Id among its `headers`',
  objects: {
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

/** The message ids in the headers of a mail. Encoded words are left out. */
function messageIds(headers: Readonly<Record<string, unknown>>): string[] {
  return headerValues(headers, 'message-id').filter((value) => !value.includes('=?'));
}

/** Removes brackets and white space: brackets are optional, and headers may be folded. */
function bare(text: string): string {
  return text.replace(/[<>\s]/g, '');
}
