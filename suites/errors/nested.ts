import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { firstPage, firstRows } from '../support/lists/first-rows.js';
import { samplesOf } from '../support/objects/samples.js';
import { asControl } from '../support/refusal.js';
import { endsIn, isUrl } from '../support/url.js';

const SPEC = 'Endpoint table';

/** The payload that has a check beside its patch. */
const CHECK_CREATED = 'event.payload.check-created';

/** Comments and checks are available below their own parent only. */
export const nestedReads: readonly Requirement[] = [
  requirement({
    id: 'nested.cover-comments.own',
    says: '`covers/{id}/comments/`: path id = parent cover id; no comment is listed below two covers',
    spec: SPEC,
    versions: since('1.1'),
    compares: true,
    consequence: 'A client displays the comments on another cover letter.',
    async check({ api, instance, expect }) {
      const covers = await instance.coversWithComments(2);
      const lists = covers.map((cover) => firstRows(api, `covers/${cover}/comments/`));
      expect.none(shared(await Promise.all(lists), 'comment', 'cover letter'));
    },
  }),
  requirement({
    id: 'nested.checks.own',
    says: '`patches/{patch_id}/checks/` lists the checks of that patch; no check is listed below two patches',
    spec: SPEC,
    versions: since('1.3'),
    compares: true,
    consequence: 'A client displays the check results of another patch.',
    async check({ api, instance, expect }) {
      const patches = await instance.patchesWithChecks(2);
      const lists = patches.map((patch) => firstRows(api, `patches/${patch}/checks/`));
      expect.none(shared(await Promise.all(lists), 'check', 'patch'));
    },
  }),
  requirement({
    id: 'nested.check.wrong-parent',
    says: 'A check is available below its own patch only: below another patch its id is unknown, 404',
    spec: SPEC,
    versions: since('1.2'),
    compares: true,
    consequence: 'A client that mixes up two patches gets no error.',
    async check({ api, instance, expect }) {
      const { patch, check } = await instance.check();
      const patches = await instance.patchesWithChecks(2);
      const another = patches.find((each) => each !== patch);
      if (another === undefined) return inconclusive('only one patch with checks was found');
      asControl(await api.get(`patches/${patch}/checks/${check}/`), 'the right parent');
      expect.status(await api.get(`patches/${another}/checks/${check}/`), 404);
    },
  }),
  requirement({
    id: 'nested.patch-comment.wrong-parent',
    says: 'A comment is available below its own patch only: below another patch its id is unknown, 404',
    spec: SPEC,
    versions: since('1.3'),
    compares: true,
    consequence: 'A client that mixes up two patches gets no error.',
    async check({ api, instance, expect }) {
      const { parent, comment } = await instance.patchComment();
      const patches = await instance.patchesWithComments(2);
      const another = patches.find((each) => each !== parent);
      if (another === undefined) return inconclusive('only one patch with comments was found');
      asControl(await api.get(`patches/${parent}/comments/${comment}/`), 'the right parent');
      expect.status(await api.get(`patches/${another}/comments/${comment}/`), 404);
    },
  }),
  requirement({
    id: 'nested.cover-comments.of-a-patch',
    says: '`covers/{id}/comments/`: path id = parent cover id; the id of a patch is unknown there, 404',
    spec: SPEC,
    versions: since('1.1'),
    compares: true,
    consequence: 'A client that mixes up patches and cover letters gets no error.',
    async check({ api, instance, expect }) {
      const covers = new Set(await instance.coversWithComments(2));
      asControl(await firstPage(api, `covers/${[...covers][0]}/comments/`), 'a cover letter');
      const patches = (await instance.patchesWithComments(2)).filter((id) => !covers.has(id));
      for (const patch of patches) {
        // Cover letters and patches may have the same ids.
        if ((await api.get(`covers/${patch}/`)).status !== 404) continue;
        expect.status(await api.get(`covers/${patch}/comments/`), 404);
        return;
      }
      inconclusive('every patch with comments that was found has the id of a cover letter');
    },
  }),
  requirement({
    id: 'nested.check.url',
    says: 'The `url` of a check names its patch: `patches/{patch_id}/checks/{check_id}/`',
    spec: SPEC,
    level: 'should',
    versions: since('1.2'),
    consequence: 'A client that follows the link gets another patch or an error.',
    async check({ api, instance, expect }) {
      const { patch, check } = await instance.check();
      const url = at(await api.object(`patches/${patch}/checks/${check}/`), 'url');
      expectPath(expect, url, `/patches/${patch}/checks/${check}/`);
      const { objects } = await samplesOf({ api, instance });
      for (const event of objects.filter(({ table }) => table.name === CHECK_CREATED)) {
        const [own, of] = [at(event, 'check', 'id').value, at(event, 'patch', 'id').value];
        const shown = at(event, 'check', 'url');
        if (isUrl(shown.value)) expectPath(expect, shown, `/patches/${of}/checks/${own}/`);
      }
    },
  }),
  requirement({
    id: 'nested.patch-comment.url',
    says: 'The `url` of a patch comment names its patch: `patches/{patch_id}/comments/{comment_id}/`',
    spec: SPEC,
    level: 'should',
    versions: since('1.3'),
    consequence: 'A client that follows the link to update a comment gets another one or an error.',
    async check({ api, instance, expect }) {
      const { parent, comment } = await instance.patchComment();
      const path = `/patches/${parent}/comments/${comment}/`;
      const url = at(await api.object(path.slice(1)), 'url');
      expectPath(expect, url, path);
    },
  }),
];

/** A mismatch for each item of the second list that the first list has as well. */
function shared(lists: readonly Seen[][], what: string, parent: string) {
  const [first = [], second = []] = lists.map((rows) => rows.map((row) => at(row, 'id')));
  if (first.length === 0 || second.length === 0) {
    return inconclusive(`fewer than two objects of kind ${parent} with a ${what} were found`);
  }
  const known = new Set(first.map(({ value }) => value));
  return second
    .filter(({ value }) => Number.isInteger(value) && known.has(value))
    .map((id) => ({
      message: `${what} ${id.value} is listed below two objects of kind ${parent}`,
      pointer: id.at.pointer,
      expected: `a ${what} below its own ${parent} only`,
      received: id.value,
      exchange: id.at.exchange,
    }));
}

function expectPath(expect: CheckContext['expect'], url: Seen, path: string): void {
  if (!isUrl(url.value)) inconclusive('`url` is not a URL');
  expect.that(endsIn(url.value, path), url, 'url', `…${path}`);
}
