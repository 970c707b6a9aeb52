import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import { type Cover, nextId, type State } from '../../fixtures/reference/model.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { PATCH_STATES } from '../../fixtures/reference/states.js';
import { plan } from '../../harness/plan.js';
import type { Result } from '../../harness/report.js';
import { situationOf } from '../../harness/situation.js';
import { verdicts } from '../../harness/verdicts.js';
import type { Version } from '../../specification/versions.js';
import { settingsFor, withClient } from '../harness/serving.js';
import { type Call, call, object } from '../reference/call.js';

const VERSION: Version = '1.3';

/** The results of everything that only reads, as `user`. */
function readOnly({ url, roles }: Reference): Promise<Result[]> {
  const settings = settingsFor(url, { credentials: { user: roles.user }, maxBytes: 50_000_000 });
  return withClient(settings, async (client) => {
    const offered = soundBehaviour().versions;
    const run = { ...settings, versions: [VERSION], only: [], skip: [] };
    const { wanted } = plan({ groups: GROUPS, extensions: [] }, { offered, rejected: [] }, run);
    const situation = situationOf(client, offered, settings);
    const judgements = await Promise.all(verdicts(wanted, situation).values());
    return judgements.map(({ result }) => result);
  });
}

function idsOf(results: readonly Result[], isWanted: (result: Result) => boolean): string[] {
  return results.filter(isWanted).map(({ requirement }) => requirement);
}

const isRed = ({ verdict }: Result) => ['fail', 'warn', 'error'].includes(verdict);
const isOpen = ({ verdict }: Result) => verdict === 'inconclusive';
const isUnsteady = ({ unsteady }: Result) => unsteady !== undefined;

/** How many reads of the run come between two changes by others. */
const READS_BETWEEN = 40;

/** What others do on an instance meanwhile: returns a function that does it once. */
type Others = (reference: Reference, state: State) => () => Promise<void>;

/** The results of a run on a reference in use and, without a cache in front of it, of one before. */
async function inUse(doing: Others, front?: Behaviour['front']) {
  const [state, behaviour] = [makeState(), soundBehaviour()];
  if (front !== undefined) behaviour.front = front;
  let reads = 0;
  let change = () => {};
  const received = ({ method }: { method?: string }) => {
    reads += method === 'GET' ? 1 : 0;
    if (method === 'GET' && reads % READS_BETWEEN === 0) change();
  };
  const reference = await startReference({ state, behaviour, received });
  try {
    const atRest = front === undefined ? await readOnly(reference) : [];
    const others = doing(reference, state);
    let changes = Promise.resolve();
    change = () => {
      changes = changes.then(others);
    };
    const results = await readOnly(reference);
    change = () => {};
    await changes;
    return { atRest, results };
  } finally {
    await reference.stop();
  }
}

test.for<[string, Others]>([
  ['changes of bundles and states', othersOf],
  ['mails that arrive', mailsTo],
])('%s fail no instance, and leave nothing inconclusive', async ([, doing]) => {
  const { atRest, results } = await inUse(doing);
  expect(idsOf(atRest, isRed)).toEqual([]);
  expect(idsOf(atRest, isUnsteady)).toEqual([]);
  expect(idsOf(results, isRed)).toEqual([]);
  expect(idsOf(results, isOpen)).toEqual(idsOf(atRest, isOpen));
  expect(idsOf(results, isUnsteady)).not.toEqual([]);
});

/** A cache that keeps every response: the key of a URL, and the `Age` that it tells. */
function cache(keyOf: (url: string) => string, age: string): Behaviour['front'] {
  const kept = new Map<string, Response>();
  return async (request, next) => {
    if (request.method !== 'GET') return next(request);
    const key = `${keyOf(request.url)} ${request.headers.get('authorization')}`;
    const before = kept.get(key);
    const response = before ?? (await next(request));
    kept.set(key, response.clone());
    if (before !== undefined) response.headers.set('age', age);
    return response;
  };
}

const normal = (url: string) => url.replace(/&{2,}/g, '&').replace(/[?&]+$/, '');

test.for<[string, Behaviour['front']]>([
  ['knows a URL: another spelling shows what is cached', cache((url) => url, '')],
  ['knows a URL in any spelling, and tells the age of its responses', cache(normal, '31')],
])('an instance in use fails nothing behind a cache that %s: it stays open', async ([, front]) => {
  const { results } = await inUse(othersOf, front);
  expect(idsOf(results, isRed)).toEqual([]);
  expect(idsOf(results, ({ code }) => code === 'cached-answers')).not.toEqual([]);
});

test('what only the plain form of a request shows is open, and does not pass', async () => {
  const behaviour = soundBehaviour();
  behaviour.front = async (request, next) => {
    const response = await next(request);
    if (!request.url.endsWith('/1.3/series/')) return response;
    const rows: unknown = await response.json();
    return Response.json(Array.isArray(rows) ? rows.toReversed() : rows, response);
  };
  const reference = await startReference({ behaviour });
  try {
    const results = await readOnly(reference);
    expect(idsOf(results, isRed)).toEqual([]);
    expect(idsOf(results, ({ code }) => code === 'cached-answers')).toEqual(['page.default-rows']);
  } finally {
    await reference.stop();
  }
});

/** Makes or removes a public bundle and changes the state of a patch, by turns. */
function othersOf(reference: Reference): () => Promise<void> {
  const send = async (path: string, how: Call) => {
    const { status, body } = await call(reference, `/api/${VERSION}/${path}`, how);
    expect(status).toBeLessThan(300);
    return body;
  };
  // So many that none comes again soon: a look must not see by chance what was seen before.
  const states = PATCH_STATES;
  let turn = 0;
  let bundle: unknown;
  return async () => {
    turn += 1;
    if (bundle === undefined) {
      const json = { name: 'in use', public: true, project: 1, patches: [1] };
      bundle = object(await send('bundles/', { role: 'other', method: 'POST', json })).id;
    } else {
      await send(`bundles/${bundle}/`, { role: 'other', method: 'DELETE' });
      bundle = undefined;
    }
    const json = { state: states[turn % states.length] };
    await send('patches/1/', { role: 'maintainer', method: 'PATCH', json });
  };
}

/** Receives a series of a cover and two patches from a person who is new. */
function mailsTo(_: Reference, state: State): () => Promise<void> {
  const [cover] = state.covers.values();
  const [patch] = state.patches.values();
  const series = cover && state.series.get(cover.series);
  if (cover === undefined || patch === undefined || series === undefined) {
    throw new Error('the reference has no cover in a series');
  }
  let seconds = Math.max(...[...state.patches.values()].map(({ date }) => date));
  return async () => {
    seconds += 60;
    const { people, covers, patches } = state;
    const [submitter, id] = [nextId(people), nextId(state.series)];
    people.set(submitter, {
      id: submitter,
      name: `New ${id}`,
      email: `new${id}@mail.test`,
      user: null,
    });
    const mail = { project: series.project, submitter, date: seconds, series: id };
    const coverId = nextId(covers);
    const sent = (of: { headers: Cover['headers'] }, msgid: string) => ({
      msgid,
      headers: { ...of.headers, 'Message-Id': msgid },
    });
    covers.set(coverId, {
      ...cover,
      ...mail,
      id: coverId,
      ...sent(cover, `<cover-${id}@mail.test>`),
    });
    const ids = [1, 2].map((part) => {
      const own = nextId(patches);
      const msgid = `<patch-${id}-${part}@mail.test>`;
      patches.set(own, { ...patch, ...mail, id: own, ...sent(patch, msgid), relation: null });
      return own;
    });
    const whole = { ...series, ...mail, id, cover: coverId, patches: ids, total: ids.length };
    state.series.set(id, { ...whole, version: 1, dependencies: [] });
  };
}
