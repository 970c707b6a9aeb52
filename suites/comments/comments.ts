import { isObject } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { between, since } from '../../specification/versions.js';
import {
  addedIn,
  called,
  comingWith,
  conventional,
  formRequirement,
  ownType,
} from '../conventions/form.js';
import { firstPage } from '../conventions/sources.js';
import { subjectOfTheMail } from './headers-of-the-mail.js';

const SPEC = 'Cover comment / patch comment';
const BOTH = ['cover-comment.list', 'patch-comment.detail'];

/** Comments on cover letters, from 1.1 on, and on patches, from 1.3 on (docs/verdicts.md B-8, B-10). */
export const comments: Chapter = {
  name: 'comments',
  requirements: [
    requirement({
      id: 'comment.cover.list',
      says: '`GET /api/{v}/covers/{id}/comments/` answers 200 with an array',
      spec: 'Endpoint table',
      level: 'must',
      versions: since('1.1'),
      consequence: 'A client cannot show what was said about a cover letter.',
      async check({ api, instance, expect }) {
        const [cover] = await instance.coversWithComments();
        const list = await firstPage(api, `covers/${cover}/comments/`);
        expect.status(list, 200);
        expect.array(list);
      },
    }),
    requirement({
      id: 'comment.cover.list.in-1.0',
      says: 'The endpoint table names every version, the fields 1.1 and later: what 1.0 does',
      spec: 'Cover comment / patch comment',
      level: 'observe',
      versions: between('1.0', '1.0'),
      consequence: 'A client of 1.0 may or may not read comments.',
      async check({ api, instance, observe }) {
        const [cover] = await instance.coversWithComments();
        const list = await api.get(`covers/${cover}/comments/`);
        observe(Array.isArray(list.json) ? 'answers with a list' : `answers ${list.status}`);
      },
    }),
    requirement({
      id: 'comment.patch.detail',
      says: '`GET /api/{v}/patches/{patch_id}/comments/{comment_id}/` answers 200 with the comment',
      spec: 'Endpoint table',
      level: 'must',
      versions: since('1.3'),
      consequence: 'A client cannot read a comment that it wants to mark as addressed.',
      async check({ api, instance, expect }) {
        const { parent, comment } = await instance.patchComment();
        const detail = await api.get(`patches/${parent}/comments/${comment}/`);
        expect.status(detail, 200);
        expect.object(detail);
        const id = isObject(detail.json) ? detail.json.id : undefined;
        const other = Number.isInteger(id) && id !== comment;
        const seen = { value: id, at: { exchange: detail.exchange, pointer: '/id' } };
        expect.that(!other, seen, 'id', `the id that was asked for, ${comment}`);
      },
    }),
    formRequirement({
      id: 'comment.fields',
      says: 'A comment has id, msgid, date, subject, submitter, content, headers',
      spec: SPEC,
      level: 'must',
      versions: since('1.1'),
      consequence: 'A client that shows a discussion misses a field that it was promised.',
      claims: { aspects: ['missing'], tables: BOTH, field: addedIn('1.0') },
    }),
    formRequirement({
      id: 'comment.fields.web-url',
      says: 'From 1.1 on a comment has web_url',
      spec: SPEC,
      level: 'must',
      versions: since('1.1'),
      consequence: 'A client cannot point a person to the comment.',
      claims: { aspects: ['missing'], tables: BOTH, field: addedIn('1.1') },
    }),
    formRequirement({
      id: 'comment.fields.since-1.2',
      says: 'From 1.2 on a comment has list_archive_url',
      spec: SPEC,
      level: 'must',
      versions: since('1.2'),
      consequence: 'A client cannot point a person to the mail in the archive.',
      claims: { aspects: ['missing'], tables: BOTH, field: addedIn('1.2') },
    }),
    formRequirement({
      id: 'comment.fields.addressed',
      says: 'From 1.3 on a comment has addressed',
      spec: SPEC,
      level: 'must',
      versions: since('1.3'),
      consequence: 'A client cannot tell which remarks are still open.',
      claims: { aspects: ['missing'], tables: BOTH, field: called('addressed') },
    }),
    formRequirement({
      id: 'comment.fields.url',
      says: 'From 1.3 on a patch comment has url',
      spec: SPEC,
      level: 'must',
      versions: since('1.3'),
      consequence: 'A client cannot go from a comment to the place where it is updated.',
      claims: { aspects: ['missing'], tables: BOTH, field: called('url') },
    }),
    formRequirement({
      id: 'comment.absent.before-1.2',
      says: 'Before 1.2 a comment has no list_archive_url',
      spec: 'Versioning',
      level: 'must',
      versions: between('1.1', '1.1'),
      consequence: 'A client cannot tell by its fields which version it is talking to.',
      claims: { aspects: ['premature'], tables: BOTH, field: comingWith('1.2') },
    }),
    formRequirement({
      id: 'comment.absent.before-1.3',
      says: 'Before 1.3 a comment has no url and no addressed',
      spec: 'Versioning',
      level: 'must',
      versions: between('1.1', '1.2'),
      consequence: 'A client cannot tell by its fields which version it is talking to.',
      claims: { aspects: ['premature'], tables: BOTH, field: comingWith('1.3') },
    }),
    formRequirement({
      id: 'comment.types',
      says: 'msgid, subject and content are strings, submitter a person, addressed a boolean',
      spec: SPEC,
      level: 'must',
      versions: since('1.1'),
      consequence: 'A typed client fails to decode the comment.',
      claims: { aspects: ['type'], tables: BOTH, field: ownType },
    }),
    formRequirement({
      id: 'comment.headers',
      says: '`headers` maps the names of headers to their values',
      spec: SPEC,
      level: 'must',
      versions: since('1.1'),
      consequence: 'A client that looks up a header of the mail fails, or gets the wrong one.',
      claims: { aspects: ['type'], tables: BOTH, field: conventional('headers') },
    }),
    subjectOfTheMail,
  ],
};
