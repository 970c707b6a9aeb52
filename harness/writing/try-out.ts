import type { Api } from '../api.js';
import { type Answer, named } from '../client/answer.js';
import { fieldsAt, type WriteMethod } from '../client/permitted-writes.js';
import { pageIn } from '../client/refusal.js';
import { TransportError } from '../client/transport-error.js';
import { instead } from '../instead.js';
import { onceMore } from '../lost-write.js';
import { readNewest } from '../newest.js';
import { isObject, type JsonObject } from '../place.js';
import { mayBeShownAs, sameValue } from '../same-value.js';
import { Inconclusive, inconclusive } from '../violation.js';
import { didNotArrive } from './arrived.js';
import { createOwn, MOST_KEPT_BUNDLES } from './creating.js';
import { idOf } from './own-rows.js';
import { removeBundle } from './remove-bundle.js';
import type { Made, WriteSession } from './session.js';
import { turnName } from './temporary-values.js';
import { valuesOf } from './values.js';

/** How often it is looked whether reads show a change. */
export const POLL_MS = 100;

/** Statuses with which a server or a proxy refuses a method; and a firewall, which sends no JSON. */
const NO_METHOD = [405, 501];
const OF_FIREWALLS = [403, ...NO_METHOD];

/** A bundle as its maker reads it; undefined, and not written to, if it is not that of the run. */
export async function ownBundle(
  session: WriteSession,
  made: Made,
): Promise<JsonObject | undefined> {
  session.client.forgetReads();
  const api = session.reader(made.version, made.role);
  const { status, json } = await api.get(`bundles/${made.id}/`);
  if (status === 200 && isObject(json) && mayBeShownAs(made.values.name, json.name)) return json;
  session.made.splice(session.made.indexOf(made), 1);
  return undefined;
}

/** Finds out with the marker which writes reach the instance, and how late reads show them. */
export async function tryOut(session: WriteSession, marker: Made): Promise<void> {
  const api = session.reader(marker.version, marker.role);
  let [isReached, isMeasured, isLost] = [false, false, false];
  for (const method of ['PATCH', 'PUT'] as const) {
    const name = turnName(session.config.run, session.since, session.nextWrite());
    // A cache keeps what was read just before the write.
    const since = performance.now();
    const places = isMeasured ? [] : await placesOf(session, api, marker.id);
    const answer = await renamed(session, api, marker, method, name);
    if (answer === undefined) {
      isLost = true;
      continue;
    }
    if (isTurnedAway(answer)) session.turnedAway.set(method, answer);
    isReached ||=
      !NO_METHOD.includes(answer.status) && (answer.status >= 500 || isObject(answer.json));
    if (answer.status >= 300 || isMeasured) continue;
    isMeasured = true;
    for (const place of places) await measureLag(session, place, { name, since });
    if (session.lagMs === 0) continue;
    session.notes.push(
      `reads show a write ${session.lagMs} ms later: the run waited so long after each`,
    );
  }
  if (session.turnedAway.has('PATCH') && session.turnedAway.has('PUT')) {
    const remains = await removeBundle(session.client, marker, session.waits.look);
    if (remains === undefined) session.made.splice(session.made.indexOf(marker), 1);
    else if (isTurnedAway(remains.answer)) session.turnedAway.set('DELETE', remains.answer);
    demandPassing(session, 'PATCH');
  }
  if (!isReached && isLost) {
    inconclusive(
      'the responses to the first writes were lost, so nothing was written',
      'no-answer',
    );
  }
  session.mostBundles = isReached ? MOST_KEPT_BUNDLES : 0;
  if (!isReached) return;
  const { patches } = marker.values;
  try {
    const { made } = await createOwn(session, api, {
      name: session.name(),
      public: false,
      patches,
    });
    session.triedOut = made;
    if (made === undefined || (await ownBundle(session, made)) === undefined) return;
    session.undeleted = await removeBundle(session.client, made, session.waits.look);
    if (session.undeleted === undefined) session.mostBundles = undefined;
    else if (isTurnedAway(session.undeleted.answer)) {
      session.turnedAway.set('DELETE', session.undeleted.answer);
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    // That is no answer: whether DELETE works is found out where it is checked.
    session.mostBundles = undefined;
  }
}

/** Whether a write was refused before it reached the API, which refuses in JSON. */
export function isTurnedAway({ status, json }: Answer): boolean {
  return OF_FIREWALLS.includes(status) && json === undefined;
}

/** Inconclusive if a method is refused before it reaches the API: names all such methods. */
export function demandPassing({ turnedAway }: WriteSession, method: WriteMethod): void {
  const answer = turnedAway.get(method);
  if (answer === undefined) return;
  const methods = [...turnedAway.keys()];
  const last = methods.pop();
  const named = methods.length > 0 ? `${methods.join(', ')} and ${last} are` : `${last} is`;
  inconclusive(
    `${named} refused before the API (status ${answer.status} and ${pageIn(answer) ?? 'no JSON'}): a proxy, firewall or server in front does not let every method pass`,
    'method-refused',
    { method, status: answer.status },
  );
}

/** Gives the marker another name; undefined if the response was lost. */
async function renamed(
  session: WriteSession,
  api: Api,
  { id, values }: Made,
  method: 'PATCH' | 'PUT',
  name: string,
): Promise<Answer | undefined> {
  const object = `bundles/${id}`;
  const json = method === 'PATCH' ? { name } : { ...values, name };
  session.namesAt(object).push(name);
  const wanted = { method, path: `${object}/`, body: { json } };
  const hooks = {
    beforeSending: () =>
      session.journal.append({ entry: 'write', n: session.nextWrite(), object, values: json }),
    didNotArrive: () => didNotArrive(session, api, wanted, object),
  };
  const sent = onceMore(() => session.sendSaved(api, wanted, hooks));
  return sent.catch(instead(undefined, TransportError));
}

/** A read that shows the name of the marker; another query in another version is no cached one. */
interface Place {
  path: string;
  isList: boolean;
  nameNow(look?: string): Promise<unknown>;
}

/** The reads that show the marker now: of the bundle and, unless it is on a later page, of the list. */
async function placesOf(session: WriteSession, api: Api, id: number): Promise<Place[]> {
  const other = session.instance.versions.find((version) => version !== api.version) ?? api.version;
  const readers = [
    { path: `bundles/${id}/`, isList: false },
    { path: 'bundles/', isList: true },
  ].map(({ path, isList }) => ({
    path,
    isList,
    async nameNow(look?: string) {
      session.client.forgetReads();
      const reader = look === undefined ? api : session.reader(other, api.role);
      const { json } = isList
        ? await readNewest(reader, path, { look })
        : await reader.get(path, { query: { look } });
      const own = [json].flat().find((row) => idOf(row) === id);
      return isObject(own) ? own.name : undefined;
    },
  }));
  const names = await Promise.all(readers.map((each) => each.nameNow()));
  return readers.filter((_, index) => names[index] !== undefined);
}

/**
 * Measures how long reads show the old name. Inconclusive if the bundle shows the new one to another
 * request only: then responses are cached, and no read could be trusted. A name that is never shown was not
 * stored, which has requirements of its own.
 */
async function measureLag(
  session: WriteSession,
  { path, isList, nameNow }: Place,
  { name, since }: { name: string; since: number },
): Promise<void> {
  for (let looks = 0; ; looks += 1) {
    const isThere = (await nameNow()) === name;
    const tookMs = Math.ceil(performance.now() - since);
    if (isThere && looks > 0 && tookMs > session.lagMs) session.lagMs = tookMs;
    if (isThere) return;
    if (tookMs >= session.waits.lag) break;
    await session.client.limiter.pause(POLL_MS);
  }
  // A list that never shows a write has requirements of its own.
  if (isList || (await nameNow(session.config.run)) !== name) return;
  inconclusive(
    `GET ${path} showed a change only with another query or version: the instance caches responses for longer than ${session.waits.lag / 1000} s, so nothing was written`,
    'not-written',
  );
}

/**
 * Inconclusive, now and for later writes to an object, if the read after a write shows other values than the
 * response, and another query shows others still: then the responses there are cached.
 */
export async function demandUncached(
  session: WriteSession,
  api: Api,
  object: string,
  { answer, read }: { answer: Answer; read: Answer },
): Promise<void> {
  const valuesIn = ({ json }: Answer) => valuesOf(object, json);
  const isSame = (one: Answer, other: Answer) =>
    fieldsAt(object).every((field) => sameValue(valuesIn(one)[field], valuesIn(other)[field]));
  if (answer.status >= 300 || read.status !== 200 || isSame(answer, read)) return;
  const anew = await api.get(`${object}/`, { query: { look: session.look() } });
  if (anew.status !== 200 || isSame(anew, read)) return;
  const cached = new Inconclusive(
    `${named(read)} showed a change only with another query: its responses are cached, so nothing more was written there`,
    'not-written',
  );
  session.strayed.set(object, cached);
  throw cached;
}
