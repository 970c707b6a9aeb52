import { unlike } from '../../harness/expect.js';
import { at, isObject } from '../../harness/place.js';
import { since } from '../../specification/versions.js';
import { headerValues } from '../support/header-values.js';
import { objectRequirement } from '../support/objects/object-requirement.js';

/** Prefixes and encoded words may differ: only a blank subject is a violation. */
export const subjectOfTheMail = objectRequirement({
  id: 'comment.subject.of-the-mail',
  says: '`subject` of a comment is that of its mail: it is not blank if the mail has one',
  spec: 'Cover comment / patch comment',
  level: 'should',
  versions: since('1.1'),
  consequence: 'A client lists comments without a subject.',
  missing: 'no comment has a Subject among its `headers`',
  objects: {
    appliesTo: ({ fields }) =>
      ['headers', 'subject'].every((name) => fields.some((each) => each.name === name)),
    judge(mail) {
      const [headers, subject] = [at(mail, 'headers'), at(mail, 'subject')];
      const sent = isObject(headers.value) ? headerValues(headers.value, 'subject') : [];
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
