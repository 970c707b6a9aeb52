import { isObject } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { between, since } from '../../specification/versions.js';
import { firstPage } from '../support/lists/first-rows.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { subjectOfTheMail } from './subject-of-the-mail.js';

const SPEC = 'Cover comment / patch comment';

/**
 * Comments on cover letters, from 1.1 on, and on patches, from 1.3 on (docs/verdicts.md B-8, B-10).
 */
export const comments: Group = {
  name: 'comments',
  requirements: [
    requirement({
      id: 'comment.cover.list',
      says: '`GET /api/{v}/covers/{id}/comments/` returns 200 with an array',
      spec: 'Endpoint table',
      versions: since('1.1'),
      compares: true,
      consequence: 'A client cannot show the comments on a cover letter.',
      async check({ api, instance, expect }) {
        const [cover] = await instance.coversWithComments();
        const list = await firstPage(api, `covers/${cover}/comments/`);
        expect.status(list, 200);
        expect.array(list);
      },
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
    requirement({
      id: 'comment.patch.detail',
      says: '`GET /api/{v}/patches/{patch_id}/comments/{comment_id}/` returns 200 with the comment',
      spec: 'Endpoint table',
      versions: since('1.3'),
      compares: true,
      consequence: 'A client cannot read a comment before it marks it as addressed.',
      async check({ api, instance, expect }) {
        const { parent, comment } = await instance.patchComment();
        const detail = await api.get(`patches/${parent}/comments/${comment}/`);
        expect.status(detail, 200);
        expect.object(detail);
        const id = isObject(detail.json) ? detail.json.id : undefined;
        const other = Number.isInteger(id) && id !== comment;
        const seen = { value: id, at: { exchange: detail.exchange, pointer: '/id' } };
        expect.that(!other, seen, 'id', `the requested id, ${comment}`);
      },
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
