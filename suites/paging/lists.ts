import type { Api } from '../../harness/api.js';
import type { Instance } from '../../harness/instance.js';
import { Inconclusive } from '../../harness/violation.js';
import { SHOWN_LISTS } from '../../specification/lists.js';
import { firstPage, GUARDED_COLLECTIONS, nestedPaths } from '../conventions/sources.js';
import { type Choice, COLLECTION_EXTRAS, mostFrequent, none } from './extras.js';

/** A list that is paged (SPEC.md, "Common list query parameters": all are). */
export interface PagedPath {
  /** The name of the list. */
  name: string;
  path: string;
  /** As whom it is read. */
  api: Api;
  extra: Choice;
  /** Whether its last page is read where the list is longer than one page: it costs a request. */
  lastIsRead: boolean;
}

/** The list that grows fastest; of those that are long it stands for all. */
const LONGEST_LIST = 'events/';

/** What the nested lists are asked for besides a page. */
const NESTED_EXTRAS: Readonly<Partial<Record<string, Choice>>> = {
  checks: mostFrequent('context', 'context'),
};

/** Every list of a version that is paged and that the roles at hand can read. */
export async function pagedPaths(api: Api, instance: Instance): Promise<PagedPath[]> {
  const readers = COLLECTION_EXTRAS.map(([path, extra]) => {
    const as = GUARDED_COLLECTIONS.includes(path) ? api.signedIn() : api;
    const name = path.replace('/', '');
    return { name, path, api: as, extra, lastIsRead: path === LONGEST_LIST };
  });
  const canSignIn = api.signedIn().role !== 'anonymous';
  const collections = readers.filter(
    ({ path }) => canSignIn || !GUARDED_COLLECTIONS.includes(path),
  );
  const nested = await Promise.all(
    SHOWN_LISTS.filter(
      ({ parent, versions }) => parent !== undefined && versions.includes(api.version),
    ).map((list) =>
      longest(api, () => nestedPaths(list, instance), {
        name: list.name,
        extra: NESTED_EXTRAS[list.name] ?? none,
      }),
    ),
  );
  return [...collections, ...nested.flat()];
}

/** Of the nested lists that were found the one with the most rows; none where none was found. */
async function longest(
  api: Api,
  find: () => Promise<string[]>,
  list: Pick<PagedPath, 'name' | 'extra'>,
): Promise<PagedPath[]> {
  try {
    const paths = await find();
    const pages = await Promise.all(paths.map((path) => firstPage(api, path)));
    const counts = pages.map(({ json }) => (Array.isArray(json) ? json.length : 0));
    const path = paths[counts.indexOf(Math.max(...counts))];
    return path === undefined ? [] : [{ ...list, path, api, lastIsRead: true }];
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}
