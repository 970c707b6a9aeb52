import { type Group, requirement } from '../../harness/requirement.js';
import { between } from '../../specification/versions.js';
import { answersDetail, answersList } from '../support/endpoints.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { subjectOfTheMail } from './subject-of-the-mail.js';

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
      spec: 'Cover comment / patch comment',
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
      resources: ['cover-comment', 'patch-comment'],
      one: 'a comment',
      spec: SPEC,
      overrides: {
        'comment.fields': {
          consequence: 'A client that displays comments misses a field.',
        },
        'comment.fields.since-1.1': {
          consequence: 'A client cannot link to the web page of the comment.',
        },
        'comment.fields.since-1.2': {
          consequence: 'A client cannot link to the mail in the list archive.',
        },
        'comment.fields.since-1.3': {
          says: 'From 1.3 on a comment has addressed, and a patch comment also url',
          consequence: 'A client cannot tell which comments are still open, or cannot update them.',
        },
      },
    }),
    subjectOfTheMail,
  ],
};
