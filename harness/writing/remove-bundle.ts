import type { Version } from '../../specification/versions.js';
import { Api } from '../api.js';
import type { Answer } from '../client/answer.js';
import type { Client } from '../client/client.js';
import { isObject } from '../place.js';
import type { Role } from '../role.js';
import { releasedName, turnIn } from './temporary-values.js';

/** How often it is looked whether a bundle is gone. */
const POLL_MS = 200;

/** A bundle of this suite. */
export interface OwnBundle {
  id: number;
  version: Version;
  /** The role that owns it. */
  role: Role;
}

/** What remains of a bundle that was to be removed. */
export interface Remains {
  /** The response to DELETE. */
  answer: Answer;
  isPublic: boolean;
  why: string;
}

/**
 * Deletes a bundle; one that cannot be deleted is made private, and if it is a marker gets a name
 * that is none. `lookMs` is how long a read may show it nevertheless. Undefined if nothing remains.
 */
export async function removeBundle(
  client: Client,
  { id, version, role }: OwnBundle,
  lookMs: number,
): Promise<Remains | undefined> {
  const api = new Api(version, role, client);
  const path = `bundles/${id}/`;
  const read = (query?: { look: number }) => {
    client.forgetReads();
    return api.get(path, { query });
  };
  const request = { role, path: api.path(path), beforeSending: () => {} } as const;
  const answer = await client.write({ ...request, method: 'DELETE', body: 'none' });
  const { status } = answer;
  const until = performance.now() + (status < 300 || status === 404 ? lookMs : 0);
  for (let look = 0; ; look += 1) {
    // The response to a query that was not sent before is not a cached one.
    const left = await read(look > 0 ? { look } : undefined);
    if (left.status === 404) return undefined;
    if (performance.now() >= until) break;
    await client.limiter.pause(POLL_MS);
  }
  const present = await read();
  const turn = isObject(present.json) ? turnIn(present.json.name) : undefined;
  const renamed = turn === undefined ? {} : { name: releasedName(turn.run) };
  const json = { public: false, ...renamed };
  const changed = await client.write({ ...request, method: 'PATCH', body: { json } });
  // A cache may show it to every read; no write is answered from there.
  if (status < 300 && changed.status === 404) return undefined;
  const left = await read({ look: 0 });
  const isPublic = isObject(left.json) && left.json.public !== false;
  const isMarker = isObject(left.json) && turnIn(left.json.name) !== undefined;
  const why = [
    `DELETE returned ${status}`,
    isPublic ? 'it is still public' : 'it is private',
    ...(isMarker
      ? ['it could not be renamed either: no run writes until it is two hours old']
      : []),
  ].join('; ');
  return { answer, isPublic, why };
}
