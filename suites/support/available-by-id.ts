import type { CheckContext } from '../../harness/check-context.js';
import { at } from '../../harness/place.js';
import { whyNoId } from '../../harness/unusable-id.js';
import { firstRows } from './lists/first-rows.js';
import { samplesOf } from './objects/samples.js';

/** An embedded resource and its collection. */
export interface Embedded {
  resource: 'person' | 'user';
  path: string;
  /** The reason of an inconclusive if no embedded object was seen. */
  missing: string;
}

/** Checks that embedded objects are available in their collection by id. */
export async function availableById(context: CheckContext, embedded: Embedded): Promise<void> {
  const { api, expect } = context;
  const { resource, path, missing } = embedded;
  const { objects } = await samplesOf(context);
  const embeddedOnes = objects.filter(({ table }) => table.name === `${resource}.embedded`);
  const ids = new Map(
    embeddedOnes
      .map((object) => at(object, 'id'))
      .filter(({ value }) => Number.isInteger(value))
      .map((id) => [id.value, id]),
  );
  // Listed objects exist, so no request is needed.
  const rows = await firstRows(api, path);
  const listed = new Set(rows.map((row) => at(row, 'id').value));
  const unlisted = [...ids.values()].filter((id) => !listed.has(id.value));
  if (ids.size > 0 && unlisted.length === 0) return;
  // One object is enough; the number of unlisted ones depends on the instance.
  const some = unlisted.slice(0, 1);
  const found = await Promise.all(some.map((id) => api.signedIn().get(`${path}${id.value}/`)));
  const why = whyNoId(embeddedOnes, `an embedded ${resource}`, missing);
  expect.each(found, why, (object) => {
    // Other refusals have a requirement of their own.
    if (object.status === 404) expect.status(object, 200);
  });
}
