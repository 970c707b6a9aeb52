import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import { unlike } from '../../harness/expect.js';
import { at, elements, type Seen } from '../../harness/place.js';
import { inSection, type Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import type { CollectionName } from '../../specification/endpoints.js';
import { type List, listNamed } from '../../specification/lists.js';
import { since } from '../../specification/versions.js';
import { firstPage, firstRows, idOf, pathsOf } from '../support/first-rows.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import { belowAnother, type PathWithId, pathWithId } from '../support/paths-with-id.js';
import { readable } from '../support/readable.js';
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
  listedOnce(
    'comment',
    'cover-comments',
    {
      id: 'nested.cover-comments.own',
      says: '`covers/{id}/comments/`: path id = parent cover id; no comment is listed below two covers, nor one on a patch',
      versions: since('1.1'),
      consequence: 'A client displays the comments on another cover letter, or on a patch.',
    },
    commentOnPatch,
  ),
  listedOnce('check', 'checks', {
    id: 'nested.checks.own',
    says: '`patches/{patch_id}/checks/` lists the checks of that patch; no check is listed below two patches',
    versions: since('1.3'),
    consequence: 'A client displays the check results of another patch.',
  }),
  unknownBelowOthers(CHECK, {
    id: 'nested.check.wrong-parent',
    says: 'A check is available below its own patch only: below another patch, or an unknown one, its id is unknown, 404',
    versions: since('1.2'),
    consequence: 'A client that mixes up two patches gets no error.',
  }),
  unknownBelowOthers(PATCH_COMMENT, {
    id: 'nested.patch-comment.wrong-parent',
    says: 'A comment is available below its own patch only: below another patch, or an unknown one, its id is unknown, 404',
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
      const commented = await instance.patchesWithComments(2);
      const others = (await readable(() => firstRows(api, 'patches/'))).map(idOf);
      // Not all: each may cost a request.
      for (const patch of [...commented, ...others.slice(-MOST_TRIED)]) {
        // Cover letters and patches may have the same ids.
        if ((await api.get(`covers/${patch}/`)).status !== 404) continue;
        expect.status(await api.get(`covers/${patch}/comments/`), 404);
        return;
      }
      inconclusive('every patch that was tried has the id of a cover letter');
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

/** An object that the list below a parent must not show. */
interface Misplaced {
  parent: unknown;
  msgid: unknown;
}

/** A comment on a patch, and the cover letter of its series; undefined if none is known. */
async function commentOnPatch({ api, instance }: Where): Promise<Misplaced | undefined> {
  if (!PATCH_COMMENT.versions.includes(api.version)) return undefined;
  const [found] = await readable(async () => {
    const [path = ''] = await PATCH_COMMENT.existing({ api, instance });
    const { parent: patch } = await instance.patchComment();
    const series = (await firstRows(api, 'series/')).filter((row) =>
      elements(at(row, 'patches')).some((each) => idOf(each) === patch),
    );
    const { value: msgid } = at(await api.object(path), 'msgid');
    return series.map((row) => ({ parent: at(row, 'cover_letter', 'id').value, msgid }));
  });
  return found;
}

/**
 * Declares that the lists below two parents that have such objects, and below others, share none, and do not
 * show a misplaced one.
 */
function listedOnce(
  what: string,
  name: CollectionName,
  declared: Declared,
  findMisplaced?: (where: Where) => Promise<Misplaced | undefined>,
): Requirement {
  const list = listNamed(name);
  return endpoint({
    ...declared,
    compares: true,
    async check({ api, instance, expect }) {
      const filled = await pathsOf(list, instance, 2);
      const misplaced = await findMisplaced?.({ api, instance });
      const paths = [...filled, ...(await withoutItems(list, filled, api, misplaced?.parent))];
      const below = await Promise.all(paths.map((path) => firstRows(api, path)));
      if (paths.length < 2 || below[0]?.length === 0) {
        inconclusive(`no object with a ${what}, and another one, was found`);
      }
      const ids = below.flat();
      // A mail to two lists may be a comment on a patch in one project, and on a cover letter in another.
      const own = paths.indexOf(pathBelow(list, misplaced?.parent));
      const msgids = (below[own] ?? []).map((row) => at(row, 'msgid'));
      const wrong = msgids.filter(({ value }) => value !== undefined && value === misplaced?.msgid);
      const expected = 'that of a comment on the cover letter, not on a patch of its series';
      expect.none(
        wrong.map((msgid) => unlike(msgid, `\`msgid\` of a ${what}`, expected)),
        msgids.length,
      );
      const owners = new Map<unknown, string | undefined>();
      expect.none(
        below.flatMap((rows, index) => {
          const known = new Map(owners);
          for (const row of rows) owners.set(identityOf(row), paths[index]);
          return rows.flatMap((row) => {
            const id = at(row, 'id');
            const other = known.get(identityOf(row));
            if (other === undefined || !Number.isInteger(id.value)) return [];
            return [unlike(id, `\`id\` of a ${what}`, `an id that is not in ${other}`)];
          });
        }),
        ids.length,
      );
    },
  });
}

/** What an object has alone: an instance may count the ids below each parent, but not URLs and message ids. */
function identityOf(row: Seen): string {
  const { value } = at(row, 'url');
  return `${idOf(row)} ${isUrl(value) ? value : at(row, 'msgid').value}`;
}

function pathBelow({ path }: List, parent: unknown): string {
  return path.replace(/\{\w+\}/, String(parent));
}

/**
 * The lists below other parents, that with the preferred id first, up to the first one that is empty: that of
 * another must not be shown there.
 */
async function withoutItems(
  list: List,
  filled: readonly string[],
  api: Api,
  preferred: unknown,
): Promise<string[]> {
  const rows = await firstRows(api, listNamed(list.parent ?? '').path);
  const ids = rows.map(idOf);
  const preferredLast = [...ids.filter((id) => id !== preferred), preferred];
  const others = preferredLast
    .filter((id) => ids.includes(id))
    .map((id) => pathBelow(list, id))
    .filter((other) => !filled.includes(other))
    .slice(-MOST_TRIED)
    .reverse();
  for (const [index, other] of others.entries()) {
    if ((await firstRows(api, other)).length === 0) return others.slice(0, index + 1);
  }
  return others;
}

/** Declares that an object cannot be read below another patch than its own, nor below one that does not exist. */
function unknownBelowOthers(path: PathWithId, declared: Declared): Requirement {
  return endpoint({
    ...declared,
    compares: true,
    async check({ api, instance, expect }) {
      const [own = ''] = await path.existing({ api, instance });
      asControl(await api.get(own), 'the right parent');
      expect.status(await api.get(own.replace(/\d+/, String(UNKNOWN_ID))), 404);
      const other = await belowAnother(path, { api, instance });
      if (other === undefined) inconclusive(`only one patch with a ${path.name} was found`);
      const [another = ''] = /\d+/.exec(other) ?? [];
      const below = (each: string) => each.replace(/\d+/, another);
      const answer = await api.get(other);
      const foreign = answer.status === 200 ? await ofOwnParentAlone(api, own, below) : own;
      if (foreign === undefined) inconclusive(`two patches have a ${path.name} of every id`);
      expect.status(foreign === own ? answer : await api.get(below(foreign)), 404);
    },
  });
}

/**
 * The path of an object below its parent whose id is in no list below another one, where it is known what is: an
 * instance may count the ids below each parent.
 */
async function ofOwnParentAlone(
  api: Api,
  own: string,
  below: (path: string) => string,
): Promise<string | undefined> {
  const list = own.replace(/(?<=\/)\d+\/$/, '');
  const idsIn = (path: string) => readable(async () => (await firstRows(api, path)).map(idOf));
  const others = await idsIn(below(list));
  const ids = [Number(own.slice(list.length, -1)), ...(await idsIn(list))];
  const id = ids.find((each) => !others.includes(each));
  return id === undefined ? undefined : `${list}${id}/`;
}
