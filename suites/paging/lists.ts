import type { Api } from '../../harness/api.js';
import type { Instance } from '../../harness/instance.js';
import type { CollectionName } from '../../specification/endpoints.js';
import { LISTS } from '../../specification/lists.js';
import { readable } from '../conventions/readable.js';
import { firstPage, pathOf, readerOf } from '../conventions/sources.js';
import { rotated, spared } from '../lists/rotation.js';
import { type Page, pageOf } from './page.js';

/** A list that is paged (SPEC.md, "Common list query parameters": all are). */
export interface Source {
  name: CollectionName;
  path: string;
  /** As whom it is read. */
  api: Api;
  /** Whether its last page is read where the list is longer than one page: it costs a request. */
  lastIsRead: boolean;
}

/** A list and its first page with `per_page=100`, which all suites read. */
export interface Opening {
  source: Source;
  first: Page;
}

/** Lists that may be long: in one version of a run the last page of each is read. */
const LONG = LISTS.filter(({ name, parent }) => parent !== undefined || name === 'events');

/** The first page of every list of a version that the roles at hand can read. */
export async function openings(api: Api, instance: Instance): Promise<Opening[]> {
  const canSignIn = api.signedIn().role !== 'anonymous';
  const lists = LISTS.filter(
    ({ versions, signedIn }) => versions.includes(api.version) && (canSignIn || !signedIn),
  );
  const turn = rotated(LONG, { api, instance }, spared(instance));
  const read = lists.map((list) =>
    // There is no nested list where no object has rows there.
    readable(async () => {
      const path = await pathOf(list, instance);
      const lastIsRead = turn.includes(list);
      const source = { name: list.name, path, api: readerOf(path, api), lastIsRead };
      return [{ source, first: pageOf(await firstPage(api, path)) }];
    }),
  );
  return (await Promise.all(read)).flat();
}
