import { named } from '../../harness/client/answer.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { answersDetail, answersList } from '../support/endpoints.js';
import { collectionAt, firstPage, firstRows } from '../support/lists/first-rows.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { sampledRows } from '../support/objects/sampled-rows.js';
import { contentAsSent, headersAsSent } from './cover-content.js';

const SPEC = 'Cover letter';

/** Cover letters, and the form embedded in series and events. */
export const covers: Group = {
  name: 'covers',
  requirements: [
    answersList({
      id: 'cover.list',
      path: 'covers/',
      consequence: 'A client cannot list cover letters.',
    }),
    answersDetail({
      id: 'cover.detail',
      path: 'covers/',
      consequence: 'A client that has the id of a cover letter cannot read the cover letter.',
    }),
    ...formsOfResource({
      id: 'cover',
      resources: ['cover'],
      one: 'a cover letter',
      spec: SPEC,
      embeddedSpec: 'Series',
      overrides: {
        'cover.fields.detail': {
          consequence: 'A client cannot display the text of a cover letter.',
        },
        'cover.fields.since-1.1': {
          consequence: 'A client cannot download a cover letter, or find its comments.',
        },
        'cover.fields.since-1.2': {
          consequence: 'A client cannot link to the mail in the list archive.',
        },
        'cover.embedded.fields.since-1.1': {
          consequence:
            'A client cannot link from a series to the page or the mail of its cover letter.',
        },
        'cover.embedded.fields.since-1.2': {
          consequence:
            'A client cannot link from a series to its cover letter in the list archive.',
        },
      },
    }),
    requirement({
      id: 'cover.list.summary',
      says: 'headers and content are "detail only": a list omits them or returns the same values',
      spec: SPEC,
      level: 'should',
      compares: true,
      consequence: 'A client that uses the list displays a wrong text.',
      async check({ api, expect, accept }) {
        const rows = await sampledRows(api, collectionAt('covers/'));
        const details = await Promise.all(
          rows.map((row) => api.object(`covers/${at(row, 'id').value}/`)),
        );
        expect.each(rows, 'the list has no cover letter with an integer `id`', (row, index) => {
          const detail = details[index];
          for (const name of ['headers', 'content']) {
            const listed = at(row, name);
            if (listed.value === undefined || detail === undefined) continue;
            accept(`the list has ${name} as well`);
            const same = JSON.stringify(listed.value) === JSON.stringify(at(detail, name).value);
            expect.that(same, listed, `${name} in the list`, 'the same value as in the detail');
          }
        });
      },
    }),
    contentAsSent,
    headersAsSent,
    requirement({
      id: 'cover.comments.leads-to-comments',
      says: '`comments` is the URL of the comments of this cover letter',
      spec: SPEC,
      versions: since('1.1'),
      compares: true,
      consequence: 'A client that follows the link displays another discussion, or none.',
      async check({ api, instance, expect }) {
        const [cover] = await instance.coversWithComments();
        const comments = await firstRows(api, `covers/${cover}/comments/`);
        const covers = await firstRows(api, 'covers/');
        const listed = covers.find((row) => at(row, 'id').value === cover);
        // The list at its own path is already read.
        const { url } = await firstPage(api, `covers/${cover}/comments/`);
        const own = url.split('?')[0] ?? url;
        const pathOf = (row: Seen) =>
          own.replace(`/covers/${cover}/comments/`, `/covers/${at(row, 'id').value}/comments/`);
        const [other] = covers;
        // If the cover letter is not listed, another one with the expected URL is sufficient.
        if (listed === undefined && other && at(other, 'comments').value === pathOf(other)) return;
        const link = at(listed ?? (await api.object(`covers/${cover}/`)), 'comments');
        if (typeof link.value !== 'string' || !URL.canParse(link.value)) {
          return inconclusive('`comments` is not a URL');
        }
        if (link.value === own) return;
        const followed = await api.follow(link.value);
        const wanted = comments.map((comment) => at(comment, 'id').value);
        const found = Array.isArray(followed.json)
          ? followed.json.map((each: unknown) => (isObject(each) ? each.id : undefined))
          : [];
        // The page may hold fewer comments than were requested.
        const areOwn = found.length > 0 && found.every((id) => wanted.includes(id));
        const holds = followed.status === 200 && areOwn;
        const where = `${named(followed)} returned ${followed.status} with ${found.length} comments`;
        expect.that(holds, link, where, `200 with comments of cover letter ${cover}`);
      },
    }),
  ],
};
