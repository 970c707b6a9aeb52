import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { sameValue } from '../support/comparison.js';
import { answersCollection } from '../support/endpoints.js';
import { collectionAt, firstRows, idOf } from '../support/lists/first-rows.js';
import { rowsOf } from '../support/lists/list.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { sampledRows } from '../support/objects/sampled-rows.js';
import { isUrl } from '../support/url.js';
import { contentAsSent, headersAsSent } from './cover-content.js';

const SPEC = 'Cover letter';

/** Cover letters, and the form embedded in series and events. */
export const covers: Group = {
  name: 'covers',
  requirements: [
    ...answersCollection('cover', 'covers/', {
      list: 'A client cannot list cover letters.',
      detail: 'A client that has the id of a cover letter cannot read the cover letter.',
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
        const pairs = rows.map(async (row) => ({
          row,
          detail: await api.object(`covers/${idOf(row)}/`),
        }));
        const missing = 'the list has no cover letter with an integer `id`';
        expect.each(await Promise.all(pairs), missing, ({ row, detail }) => {
          for (const name of ['headers', 'content']) {
            const listed = at(row, name);
            if (listed.value === undefined) continue;
            accept(`the list has ${name} as well`);
            const same = sameValue(listed.value, at(detail, name).value);
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
        const path = `covers/${cover}/comments/`;
        const wanted = (await firstRows(api, path)).map(idOf);
        const covers = await firstRows(api, 'covers/');
        const listed = covers.find((row) => idOf(row) === cover);
        // In a long list, the URL of another one tells as much.
        const [other] = listed === undefined ? covers : [];
        const address = other && String(at(other, 'comments').value);
        if (address?.endsWith(api.path(`covers/${other && idOf(other)}/comments/`))) return;
        const link = at(listed ?? (await api.object(`covers/${cover}/`)), 'comments');
        if (!isUrl(link.value)) return inconclusive('`comments` is not a URL');
        if (link.value.endsWith(api.path(path))) return;
        const followed = await api.follow(link.value);
        const found = rowsOf(followed).map(idOf);
        // The page may hold fewer comments than were requested.
        const areOwn = found.length > 0 && found.every((id) => wanted.includes(id));
        const where = `${named(followed)} returned ${followed.status} with ${found.length} comments`;
        expect.that(areOwn, link, where, `200 with comments of cover letter ${cover}`);
      },
    }),
  ],
};
