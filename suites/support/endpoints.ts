import type { CheckContext } from '../../harness/check-context.js';
import { unexpected } from '../../harness/expect.js';
import { at, seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { whyNoId } from '../../harness/unusable-id.js';
import { inconclusive, isNotInVersion, NotInVersion } from '../../harness/violation.js';
import { COLLECTION_OF, type CollectedResource, reading } from '../../specification/endpoints.js';
import { listNamed } from '../../specification/lists.js';
import { firstPage, firstRows, idOf, pathOf } from './first-rows.js';
import { rowsOf } from './known-rows.js';
import { ofCaller } from './objects/sampled-rows.js';
import { samplesOf } from './objects/samples.js';
import { pathWithId, readPath } from './paths-with-id.js';

type Declared = Pick<Requirement, 'id' | 'consequence'> & {
  /** As in the endpoint table: `covers/`, `patches/{patch_id}/checks/{check_id}/`. */
  path: string;
};

const SPEC = 'Endpoint table';

/** Declares that a list returns 200 with an array. */
export function answersList({ path, ...declared }: Declared): Requirement {
  const list = listNamed(COLLECTION_OF[reading(path).resource]);
  return requirement({
    ...declared,
    says: `\`GET /api/{v}/${path}\` returns 200 with an array`,
    spec: SPEC,
    versions: list.versions,
    needs: list.signedIn ? ['signed-in'] : [],
    // A nested list is read below an object that was found in another one.
    compares: list.parent === undefined ? undefined : true,
    async check({ api, instance, expect, accept }) {
      const answer = await firstPage(api, await pathOf(list, instance));
      if (isNotInVersion(answer)) {
        expect.status(answer, 404);
        accept('404: the list comes with a later version');
        return;
      }
      expect.status(answer, 200);
      expect.array(answer);
      if (list.parent === undefined || rowsOf(answer).length > 0) return;
      // It is read below an object that has such items, or that an event names, if none was found (docs/verdicts.md B-42).
      const expected = `the ${list.name} that the instance shows elsewhere, such as in events`;
      expect.fail(unexpected(answer, expected, 'an empty list', { pointer: '' }));
    },
  });
}

/** Declares that an object is returned with 200 by its id. */
export function answersDetail({
  path,
  what = 'the object of that id',
  ...declared
}: Declared & { what?: string }): Requirement {
  const detail = pathWithId(path);
  return requirement({
    ...declared,
    says: `\`GET /api/{v}/${path}\` returns 200 with ${what}`,
    spec: SPEC,
    versions: detail.versions,
    needs: detail.signedIn ? ['signed-in'] : [],
    compares: true,
    async check({ api, instance, expect }) {
      const existing = await detail.existing({ api, instance });
      const answers = await Promise.all(
        existing.map((own, index) => readPath(detail, own, ofCaller(api, index, existing.length))),
      );
      expect.each(answers, 'no object was found', (answer, index) => {
        expect.status(answer, 200);
        expect.object(answer);
        const id = at(seen(answer), 'id');
        const wanted = /(?<!\d)\d+(?=\/$)/.exec(existing[index] ?? '')?.[0];
        expect.that(id.value === Number(wanted), id, 'id', `the requested id, ${wanted}`);
      });
    },
  });
}

/** Declares both for the collection of a resource. */
export function answersCollection(resource: CollectedResource): Requirement[] {
  const name = COLLECTION_OF[resource];
  return [
    answersList({
      id: `${resource}.list`,
      path: `${name}/`,
      consequence: `A client cannot list ${name}.`,
    }),
    answersDetail({
      id: `${resource}.detail`,
      path: `${name}/{id}/`,
      consequence: `A client that has the id of a ${resource} cannot read it.`,
    }),
  ];
}

/**
 * Checks that embedded objects are available in their collection by id. `missing` is the reason of an
 * inconclusive if none was seen.
 */
export async function availableById(
  context: CheckContext,
  resource: 'person' | 'user',
  missing: string,
): Promise<void> {
  const { api, expect } = context;
  const path = `${COLLECTION_OF[resource]}/`;
  const { objects } = await samplesOf(context);
  const embedded = objects.filter(({ table }) => table.name === `${resource}.embedded`);
  const ids = embedded.map(idOf).filter(Number.isInteger);
  if (ids.length === 0) inconclusive(whyNoId(embedded, `an embedded ${resource}`, missing));
  // Listed objects exist. Of the others one is enough: their number depends on the instance.
  const listed = (await firstRows(api, path).catch(noneIfNotInVersion)).map(idOf);
  expect.none([], ids.filter((id) => listed.includes(id)).length);
  const unlisted = ids.find((id) => !listed.includes(id));
  if (unlisted === undefined) return;
  expect.status(await api.signedIn().get(`${path}${unlisted}/`), 200);
}

function noneIfNotInVersion(error: unknown): never[] {
  if (error instanceof NotInVersion) return [];
  throw error;
}
