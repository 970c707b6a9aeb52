import type { Api } from '../../harness/api.js';
import type { Instance } from '../../harness/instance.js';
import { LISTS } from '../../specification/lists.js';
import { readable } from '../conventions/readable.js';
import { pathOf, readerOf } from '../conventions/sources.js';
import { type Choice, EXTRAS, none } from './extras.js';

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
const LONGEST_LIST = 'events';

/** Every list of a version that is paged and that the roles at hand can read. */
export async function pagedPaths(api: Api, instance: Instance): Promise<PagedPath[]> {
  const canSignIn = api.signedIn().role !== 'anonymous';
  const lists = LISTS.filter(
    ({ versions, signedIn }) => versions.includes(api.version) && (canSignIn || !signedIn),
  );
  const paths = await Promise.all(
    lists.map((list) =>
      // A nested list is none where no object has rows there.
      readable(async () => {
        const { name, parent } = list;
        const path = await pathOf(list, instance);
        const lastIsRead = parent !== undefined || name === LONGEST_LIST;
        return [{ name, path, api: readerOf(path, api), extra: EXTRAS[name] ?? none, lastIsRead }];
      }),
    ),
  );
  return paths.flat();
}
