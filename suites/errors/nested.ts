import type { CheckContext } from '../../harness/check-context.js';
import type { Instance } from '../../harness/instance.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { firstPage, firstRows, idOf } from '../support/lists/first-rows.js';
import { samplesOf } from '../support/objects/samples.js';
import { type PathWithId, pathWithId } from '../support/paths-with-id.js';
import { asControl } from '../support/refusal.js';
import { endsIn, isUrl } from '../support/url.js';

const SPEC = 'Endpoint table';

const CHECK = pathWithId('patches/{patch_id}/checks/{check_id}/');
const PATCH_COMMENT = pathWithId('patches/{patch_id}/comments/{comment_id}/');

/** The payload that has a check beside its patch. */
const CHECK_CREATED = 'event.payload.check-created';

type Declared = Pick<Requirement, 'id' | 'says' | 'versions' | 'consequence'>;

/** Comments and checks are available below their own parent only. */
export const nestedReads: readonly Requirement[] = [
  listedOnce('comment', coverCommentLists, {
    id: 'nested.cover-comments.own',
    says: '`covers/{id}/comments/`: path id = parent cover id; no comment is listed below two covers',
    versions: since('1.1'),
    consequence: 'A client displays the comments on another cover letter.',
  }),
  listedOnce('check', checkLists, {
    id: 'nested.checks.own',
    says: '`patches/{patch_id}/checks/` lists the checks of that patch; no check is listed below two patches',
    versions: since('1.3'),
    consequence: 'A client displays the check results of another patch.',
  }),
  unknownBelowOthers(CHECK, (instance) => instance.patchesWithChecks(2), {
    id: 'nested.check.wrong-parent',
    says: 'A check is available below its own patch only: below another patch its id is unknown, 404',
    versions: since('1.2'),
    consequence: 'A client that mixes up two patches gets no error.',
  }),
  unknownBelowOthers(PATCH_COMMENT, (instance) => instance.patchesWithComments(2), {
    id: 'nested.patch-comment.wrong-parent',
    says: 'A comment is available below its own patch only: below another patch its id is unknown, 404',
    versions: since('1.3'),
    consequence: 'A client that mixes up two patches gets no error.',
  }),
  requirement({
    id: 'nested.cover-comments.of-a-patch',
    says: '`covers/{id}/comments/`: path id = parent cover id; the id of a patch is unknown there, 404',
    spec: SPEC,
    versions: since('1.1'),
    compares: true,
    consequence: 'A client that mixes up patches and cover letters gets no error.',
    async check({ api, instance, expect }) {
      const [cover] = await instance.coversWithComments(2);
      asControl(await firstPage(api, `covers/${cover}/comments/`), 'a cover letter');
      for (const patch of await instance.patchesWithComments(2)) {
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
    async check(context) {
      await namesParent(CHECK, context);
      const { objects } = await samplesOf(context);
      for (const event of objects.filter(({ table }) => table.name === CHECK_CREATED)) {
        const [check, patch] = [at(event, 'check', 'id').value, at(event, 'patch', 'id').value];
        const url = at(event, 'check', 'url');
        if (isUrl(url.value)) expectPath(context, url, `/patches/${patch}/checks/${check}/`);
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
    check: (context) => namesParent(PATCH_COMMENT, context),
  }),
];

async function coverCommentLists(instance: Instance): Promise<string[]> {
  return (await instance.coversWithComments(2)).map((id) => `covers/${id}/comments/`);
}

async function checkLists(instance: Instance): Promise<string[]> {
  return (await instance.patchesWithChecks(2)).map((id) => `patches/${id}/checks/`);
}

/** Declares that the lists below two parents share no object. */
function listedOnce(
  what: string,
  listsOf: (instance: Instance) => Promise<string[]>,
  declared: Declared,
): Requirement {
  return requirement({
    ...declared,
    spec: SPEC,
    compares: true,
    async check({ api, instance, expect }) {
      const paths = await listsOf(instance);
      const [first = [], second = []] = await Promise.all(
        paths.map((path) => firstRows(api, path)),
      );
      if (first.length === 0 || second.length === 0) {
        inconclusive(`fewer than two objects with a ${what} were found`);
      }
      const known = first.map(idOf).filter(Number.isInteger);
      expect.each(second, '', (row) => {
        const id = at(row, 'id');
        const expected = `an id that is not in ${paths[0]}`;
        expect.that(!known.includes(id.value), id, `\`id\` of a ${what} in ${paths[1]}`, expected);
      });
    },
  });
}

/** Declares that an object cannot be read below another patch than its own. */
function unknownBelowOthers(
  path: PathWithId,
  patchesOf: (instance: Instance) => Promise<number[]>,
  declared: Declared,
): Requirement {
  return requirement({
    ...declared,
    spec: SPEC,
    compares: true,
    async check({ api, instance, expect }) {
      const [own = ''] = await path.existing({ api, instance });
      const patches = await patchesOf(instance);
      const another = patches.find((id) => !own.startsWith(`patches/${id}/`));
      if (another === undefined) inconclusive(`only one patch with a ${path.name} was found`);
      asControl(await api.get(own), 'the right parent');
      expect.status(await api.get(own.replace(/\d+/, String(another))), 404);
    },
  });
}

/** Expects that the `url` of an object is its path. */
async function namesParent(path: PathWithId, context: CheckContext): Promise<void> {
  const [own = ''] = await path.existing(context);
  const url = at(await context.api.object(own), 'url');
  if (!isUrl(url.value)) inconclusive('`url` is not a URL');
  expectPath(context, url, `/${own}`);
}

function expectPath({ expect }: CheckContext, url: Seen, path: string): void {
  expect.that(endsIn(String(url.value), path), url, 'url', `…${path}`);
}
