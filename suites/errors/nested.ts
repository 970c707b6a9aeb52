import type { Api } from '../../harness/api.js';
import { unlike } from '../../harness/expect.js';
import type { Instance } from '../../harness/instance.js';
import { at } from '../../harness/place.js';
import { inSection, type Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { CollectionName } from '../../specification/endpoints.js';
import { type List, listNamed } from '../../specification/lists.js';
import { since } from '../../specification/versions.js';
import { firstPage, firstRows, idOf, pathsOf } from '../support/lists/first-rows.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import { type PathWithId, pathWithId } from '../support/paths-with-id.js';
import { asControl } from '../support/refusal.js';
import { endsIn, isUrl } from '../support/url.js';

const endpoint = inSection('Endpoint table');

const CHECK = pathWithId('patches/{patch_id}/checks/{check_id}/');
const PATCH_COMMENT = pathWithId('patches/{patch_id}/comments/{comment_id}/');

/** How many other parents are read to find one without items. */
const MOST_TRIED = 2;

type Declared = Pick<Requirement, 'id' | 'says' | 'versions' | 'consequence'>;

/** Comments and checks are available below their own parent only. */
export const nestedReads: readonly Requirement[] = [
  listedOnce('comment', 'cover-comments', {
    id: 'nested.cover-comments.own',
    says: '`covers/{id}/comments/`: path id = parent cover id; no comment is listed below two covers',
    versions: since('1.1'),
    consequence: 'A client displays the comments on another cover letter.',
  }),
  listedOnce('check', 'checks', {
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
  endpoint({
    id: 'nested.cover-comments.of-a-patch',
    says: '`covers/{id}/comments/`: path id = parent cover id; the id of a patch is unknown there, 404',
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
  objectRequirement({
    id: 'nested.check.url',
    says: 'The `url` of a check names its patch: `patches/{patch_id}/checks/{check_id}/`',
    spec: 'Endpoint table',
    level: 'should',
    versions: since('1.2'),
    consequence: 'A client that follows the link gets another patch or an error.',
    missing: 'no check-created event names a check by a URL',
    objects: {
      appliesTo: ({ name }) => name === 'event.payload.check-created',
      judge(payload) {
        const url = at(payload, 'check', 'url');
        if (!isUrl(url.value)) return undefined;
        const [patch, check] = [at(payload, 'patch', 'id'), at(payload, 'check', 'id')];
        const path = `/patches/${patch.value}/checks/${check.value}/`;
        return endsIn(url.value, path) ? [] : [unlike(url, 'url', `…${path}`)];
      },
    },
  }),
];

/** Declares that the lists below two parents that have such objects, and below others, share none. */
function listedOnce(what: string, name: CollectionName, declared: Declared): Requirement {
  const list = listNamed(name);
  return endpoint({
    ...declared,
    compares: true,
    async check({ api, instance, expect }) {
      const filled = await pathsOf(list, instance, 2);
      const paths = [...filled, ...(await withoutItems(list, filled, api))];
      const below = await Promise.all(paths.map((path) => firstRows(api, path)));
      if (paths.length < 2 || below[0]?.length === 0) {
        inconclusive(`no object with a ${what}, and another one, was found`);
      }
      const owners = new Map<unknown, string | undefined>();
      expect.none(
        below.flatMap((rows, index) => {
          const known = new Map(owners);
          for (const row of rows) owners.set(idOf(row), paths[index]);
          return rows.flatMap((row) => {
            const id = at(row, 'id');
            const other = known.get(id.value);
            if (other === undefined || !Number.isInteger(id.value)) return [];
            return [unlike(id, `\`id\` of a ${what}`, `an id that is not in ${other}`)];
          });
        }),
      );
    },
  });
}

/** The lists below other parents, up to the first one that is empty: that of another must not be shown there. */
async function withoutItems(
  { path, parent = '' }: List,
  filled: readonly string[],
  api: Api,
): Promise<string[]> {
  const ids = (await firstRows(api, listNamed(parent).path)).map(idOf);
  const others = ids
    .map((id) => path.replace(/\{\w+\}/, String(id)))
    .filter((other) => !filled.includes(other))
    .slice(-MOST_TRIED);
  for (const [index, other] of others.entries()) {
    if ((await firstRows(api, other)).length === 0) return others.slice(0, index + 1);
  }
  return others;
}

/** Declares that an object cannot be read below another patch than its own. */
function unknownBelowOthers(
  path: PathWithId,
  patchesOf: (instance: Instance) => Promise<number[]>,
  declared: Declared,
): Requirement {
  return endpoint({
    ...declared,
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
