import type { CheckContext } from '../../harness/check-context.js';
import { whyNoId } from '../../harness/unusable-id.js';
import { inconclusive } from '../../harness/violation.js';
import { COLLECTION_OF } from '../../specification/endpoints.js';
import { firstRows, idOf } from './lists/first-rows.js';
import { samplesOf } from './objects/samples.js';

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
  const listed = (await firstRows(api, path)).map(idOf);
  const unlisted = ids.find((id) => !listed.includes(id));
  if (unlisted === undefined) return;
  expect.status(await api.signedIn().get(`${path}${unlisted}/`), 200);
}
