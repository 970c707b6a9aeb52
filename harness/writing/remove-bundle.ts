import type { Version } from '../../specification/versions.js';
import { Api } from '../api.js';
import type { Answer } from '../client/answer.js';
import type { Client } from '../client/client.js';
import { TransportError } from '../client/transport-error.js';
import { onceMore } from '../lost-write.js';
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
  /** Undefined if it cannot be read. */
  isPublic?: boolean;
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
  const read: ReadAgain = (query) => {
    client.forgetReads();
    return api.get(path, { query });
  };
  // What is left is read, whatever the responses say.
  const request = {
    role,
    path: api.path(path),
    beforeSending: () => {},
  } as const;
  const didNotArrive = async () => (await read()).status === 200;
  const remove = () => client.write({ ...request, method: 'DELETE', body: 'none', didNotArrive });
  const answer = await onceMore(() => unlessGone(client, remove, read, lookMs));
  if (answer === undefined) return undefined;
  const { status } = answer;
  const present = await read();
  const turn = isObject(present.json) ? turnIn(present.json.name) : undefined;
  const renamed = turn === undefined ? {} : { name: releasedName(turn.run) };
  const json = { public: false, ...renamed };
  const change = { method: 'PATCH', body: { json }, isRepeatable: true } as const;
  const changed = await client.write({ ...request, ...change });
  // A cache may show it to every read; no write is answered from there.
  if (status < 300 && changed.status === 404) return undefined;
  const left = await read({ look: 0 });
  const shown = left.status === 200 && isObject(left.json) ? left.json : undefined;
  const isPublic = shown === undefined ? undefined : shown.public !== false;
  const isMarker = turnIn(shown?.name) !== undefined;
  const why = [
    `DELETE returned ${status}`,
    isPublic === undefined
      ? `it cannot be read (status ${left.status})`
      : `it is ${isPublic ? 'still public' : 'private'}`,
    ...(isMarker
      ? ['it could not be renamed either: no run writes until it is two hours old']
      : []),
  ].join('; ');
  return { answer, isPublic, why };
}

/** Reads the bundle, not from memory. */
type ReadAgain = (query?: { look: number }) => Promise<Answer>;

/** Sends a DELETE, and returns its response, or throws that it was lost, unless a read shows that the bundle is gone. */
async function unlessGone(
  { limiter }: Client,
  remove: () => Promise<Answer>,
  read: ReadAgain,
  lookMs: number,
): Promise<Answer | undefined> {
  const [sent] = await Promise.allSettled([remove()]);
  const isLost = sent.status === 'rejected';
  if (isLost && !(sent.reason instanceof TransportError)) throw sent.reason;
  const mayBeGone = isLost || sent.value.status < 300 || sent.value.status === 404;
  const until = performance.now() + (mayBeGone ? lookMs : 0);
  for (let look = 0; ; look += 1) {
    // The response to a query that was not sent before is not a cached one.
    const left = await read(look > 0 ? { look } : undefined);
    if (left.status === 404) return undefined;
    if (performance.now() >= until) break;
    await limiter.pause(POLL_MS);
  }
  if (isLost) throw sent.reason;
  return sent.value;
}
