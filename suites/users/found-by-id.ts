import type { CheckContext } from '../../harness/check-context.js';
import { at } from '../../harness/place.js';
import { samplesOf } from '../conventions/collect-samples.js';
import { firstRows } from '../conventions/sources.js';

/** A resource that is shown inside others, and its collection. */
export interface Embedded {
  resource: 'person' | 'user';
  path: string;
  /** Why it could not be told, where the instance shows none. */
  missing: string;
}

/** Holds what is shown inside other objects against its own collection: each is found there by its id. */
export async function foundById(context: CheckContext, embedded: Embedded): Promise<void> {
  const { api, expect } = context;
  const { resource, path, missing } = embedded;
  const { met } = await samplesOf(context);
  const ids = new Map(
    met
      .filter(({ table }) => table.name === `${resource}.embedded`)
      .map((object) => at(object, 'id'))
      .filter(({ value }) => Number.isInteger(value))
      .map((id) => [id.value, id]),
  );
  // Those that the list shows are found by that already.
  const rows = await firstRows(api, path);
  const listed = new Set(rows.map((row) => at(row, 'id').value));
  const unlisted = [...ids.values()].filter((id) => !listed.has(id.value));
  if (ids.size > 0 && unlisted.length === 0) return;
  // One tells whether they are found: how many are unlisted depends on how many there are.
  const some = unlisted.slice(0, 1);
  const found = await Promise.all(some.map((id) => api.signedIn().get(`${path}${id.value}/`)));
  expect.each(found, missing, (object) => {
    // Any other refusal is a matter of the requirement that the detail answers.
    if (object.status === 404) expect.status(object, 200);
  });
}
