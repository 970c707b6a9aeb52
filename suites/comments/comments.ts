import { unlike } from '../../harness/expect.js';
import { at } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { between, since } from '../../specification/versions.js';
import { answersDetail, answersList } from '../support/endpoints.js';
import { hasFields, headerValues } from '../support/header-values.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { objectRequirement } from '../support/objects/object-requirement.js';

const SPEC = 'Cover comment / patch comment';

/**
 * Comments on cover letters, from 1.1 on, and on patches, from 1.3 on (docs/verdicts.md B-8, B-10).
 */
export const comments: Group = {
  name: 'comments',
  requirements: [
    answersList({
      id: 'comment.cover.list',
      path: 'covers/{id}/comments/',
      consequence: 'A client cannot show the comments on a cover letter.',
    }),
    requirement({
      id: 'comment.cover.list.in-1.0',
      says: 'The endpoint table names all versions, the fields name 1.1 and later: the response of 1.0',
      spec: SPEC,
      level: 'observe',
      versions: between('1.0', '1.0'),
      consequence: 'A client of 1.0 may or may not be able to read comments.',
      async check({ api, instance, observe }) {
        const [cover] = await instance.coversWithComments();
        const list = await api.get(`covers/${cover}/comments/`);
        observe(Array.isArray(list.json) ? 'returns a list' : `returns ${list.status}`);
      },
    }),
    answersDetail({
      id: 'comment.patch.detail',
      path: 'patches/{patch_id}/comments/{comment_id}/',
      what: 'the comment',
      consequence: 'A client cannot read a comment before it marks it as addressed.',
    }),
    ...formsOfResource({
      id: 'comment',
      one: 'a comment',
      spec: SPEC,
      overrides: {
        'comment.fields.since-1.3': {
          says: 'From 1.3 on a comment has addressed, and a patch comment also url',
          consequence: 'A client cannot tell which comments are still open, or cannot update them.',
        },
      },
    }),
    // Prefixes and encoded words may differ: only a blank subject is a violation.
    objectRequirement({
      id: 'comment.subject.of-the-mail',
      says: '`subject` of a comment is that of its mail: it is not blank if the mail has one',
      spec: SPEC,
      level: 'should',
      versions: since('1.1'),
      consequence: 'A client lists comments without a subject.',
      missing: 'no comment has a Subject among its `headers`',
      objects: {
        appliesTo: (table) => hasFields(table, 'headers', 'subject'),
        judge(mail) {
          const subject = at(mail, 'subject');
          const sent = headerValues(mail, 'subject').find((each) => each.trim() !== '');
          if (sent === undefined || subject.value === undefined) return undefined;
          if (subject.value !== null && String(subject.value).trim() !== '') return [];
          const expected = `a non-empty string, as the mail has ${JSON.stringify(sent)}`;
          return [unlike(subject, 'subject', expected)];
        },
      },
    }),
  ],
};
