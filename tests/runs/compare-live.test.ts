import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { compareLive, type LiveOptions } from '../../analysis/instances/compare-live.js';
import { catalogueOf, readProfiles } from '../../cli/catalogue.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { settingsFor } from '../harness/serving.js';
import { type Otherwise, withInstance } from './instance.js';

const PROFILES = readProfiles().map(({ profile }) => profile);

/** Compares a sound instance, or `before`, with another one, as all roles. */
function compared(otherwise: Otherwise, more: Partial<LiveOptions> = {}, before: Otherwise = {}) {
  const settingsOf = ({ url, roles }: Reference) =>
    settingsFor(url, { credentials: roles, maxBytes: 50_000_000 });
  return withInstance(before, (sound) =>
    withInstance(otherwise, (other) =>
      compareLive({
        old: settingsOf(sound),
        new: settingsOf(other),
        catalogue: catalogueOf(undefined),
        versions: ['1.3'],
        project: undefined,
        profiles: PROFILES,
        maxRequests: undefined,
        stop: new AbortController().signal,
        onPlan() {},
        onProgress() {},
        ...more,
      }),
    ),
  );
}

/** Answers a request that was seen before, or that was not, with another status. */
function failingOnce(status: number, isFirst: boolean): Behaviour['front'] {
  const seen = new Set<string>();
  return async (request, answer) => {
    const { pathname, search } = new URL(request.url);
    const sent = ['authorization', 'accept'].map((name) => request.headers.get(name));
    const key = `${request.method} ${sent.join()} ${pathname}${search}`;
    const isNew = !seen.has(key);
    seen.add(key);
    if (isNew !== isFirst || !/\/series\/\d+\/$/.test(pathname)) return answer(request);
    return Response.json({ detail: 'broken' }, { status });
  };
}

test('what NEW answers with a server error at first is not the same as on OLD', async () => {
  const found = await compared({ front: failingOnce(500, true) });
  expect(found.verdict).toBe('incomplete');
  expect(found.missing.join()).toMatch(/requests: NEW failed, and answered as OLD only when asked/);
});

test('what OLD does not answer a second time is not compared', async () => {
  const lacking: Behaviour['front'] = async (request, answer) => {
    const received = await answer(request);
    if (!/\/series\/\d+\/$/.test(request.url) || received.status !== 200) return received;
    const { mbox: _, ...rest } = (await received.json()) as Record<string, unknown>;
    return Response.json(rest);
  };
  const found = await compared({ front: lacking }, {}, { front: failingOnce(503, false) });
  expect(found.verdict).toBe('incomplete');
  expect(found.missing.join()).toMatch(/requests: OLD did not answer/);
});

test('a value that differs in another way each time still differs', async () => {
  let turn = 500;
  const found = await compared({
    front: (request, answer) => {
      if (!/\/series\/\d+\/$/.test(request.url)) return answer(request);
      turn += 1;
      return Promise.resolve(Response.json({ detail: 'broken' }, { status: 500 + (turn % 2) }));
    },
  });
  expect(found.verdict).toBe('different');
});

test('two sound instances are the same', async () => {
  const found = await compared({}, { versions: ['1.4'] });
  expect(found.differences).toEqual([]);
  expect(found).toMatchObject({ verdict: 'same', notes: [], missing: [] });
  expect(found.roles).toEqual(['anonymous', 'user', 'other', 'maintainer']);
  // The requests of a run, each once; the new instance is only asked besides which versions and roles it has.
  expect(found.compared).toBe(found.planned);
  expect(found.compared).toBeGreaterThan(200);
  expect(found.new.requests).toBeLessThan(found.planned + 20);
});

test('an instance like a release differs in few ways, and its dates come first', async () => {
  const found = await compared({ like: '3.2' }, { versions: ['1.2', '1.4'] });
  const [dates] = found.differences;
  expect(dates).toMatchObject({ kind: 'value', versions: expect.arrayContaining(['1.2']) });
  expect(dates?.places).toContain('patch.date');
  expect(dates?.places).toContain('cover.date');
  expect(dates?.clients).toContain('kernel-patches-daemon');
  expect(found.differences.length).toBeLessThan(60);
  expect(found.versions).toEqual(['1.2']);
  expect(found.notes).toContain('version 1.4 is offered by OLD only; it was not compared');
  expect(found.differences).toContainEqual(
    expect.objectContaining({ kind: 'status', endpoints: ['GET /'], versions: ['1.4'] }),
  );
});

/** An instance that offers these versions no longer. */
const without =
  (...gone: string[]): Behaviour['front'] =>
  async (request, answer) =>
    gone.some((version) => request.url.includes(`/api/${version}/`))
      ? Response.json({ detail: 'Not found.' }, { status: 404 })
      : answer(request);

test('the oldest versions may go, unless a known client needs them: the comparison is incomplete', async () => {
  const versions = ['1.0', '1.1', '1.4'] as const;
  const first = await compared({ front: without('1.0') }, { versions: ['1.0', '1.4'] });
  expect(first).toMatchObject({
    verdict: 'incomplete',
    differences: [],
    missing: ['version 1.0: NEW offers it no longer'],
  });
  // NIPA uses 1.1 only.
  const both = await compared({ front: without('1.0', '1.1') }, { versions });
  expect(both.verdict).toBe('different');
});

/** How much larger the ids of the copy are. */
const SHIFT = 5000;

const COLLECTIONS =
  'patches|patch|covers|cover|series|people|users|projects|bundles|checks|comments|events';
const PARAMETERS = 'project|submitter|delegate|owner|user|series|patch|cover';

/** Ids in paths, behind the owner of a bundle, in queries, in objects and in mails. */
const IDS = new RegExp(
  `(?<=/(?:${COLLECTIONS})/|/bundle/[^/"]+/|[?&](?:${PARAMETERS})=|"id":|^X-Patchwork-Id: )\\d+(?![\\w.])`,
  'gm',
);

/** Moves the ids in a text, but those that are too large for an object. */
function moved(text: string, by: number): string {
  return text.replaceAll(IDS, (id) => {
    if (Number(id) > 100 * SHIFT) return id;
    // The old ids are of no object.
    return Number(id) + by > 0 ? String(Number(id) + by) : '99999999';
  });
}

/** A copy whose ids are all moved: of requests they are moved back, of answers forth. */
const movedIds: Behaviour['front'] = async (request, answer) => {
  const received = await answer(new Request(moved(request.url, -SHIFT), request));
  const headers = new Headers(received.headers);
  headers.delete('content-length');
  for (const name of ['location', 'link']) {
    const value = headers.get(name);
    if (value !== null) headers.set(name, moved(value, SHIFT));
  }
  const text = moved(await received.text(), SHIFT);
  return new Response(text === '' ? null : text, { status: received.status, headers });
};

test('a copy whose ids are moved is the same', async () => {
  const found = await compared({ front: movedIds });
  expect(found.differences).toEqual([]);
  expect(found.notes.join()).toMatch(/^ids of .*patch, .* differ/);
  // All but a few: comments of objects whose lists were not read yet.
  expect(found.compared).toBeGreaterThan(found.planned * 0.95);
});

test('what differs once only is a note', async () => {
  let times = 0;
  const found = await compared({
    front: async (request, answer) => {
      const isFirst = request.url.includes('state=') && ++times === 1;
      return isFirst ? new Response('<h1>Are you a robot?</h1>') : answer(request);
    },
  });
  expect(found.differences).toEqual([]);
  expect(found.verdict).toBe('same');
  expect(found.notes).toEqual([expect.stringMatching(/^1 requests? differed once/)]);
});

test('each difference names what is wrong; an added field and a slow list are notices, and come last', async () => {
  const faults = [
    'bundle-web-url-without-host',
    'cover-comments-unpaged',
    'delegates-swapped',
    'message-id-with-slash-breaks-urls',
  ];
  const slowWithField: Behaviour['front'] = async (request, answer) => {
    if (/\/events\//.test(request.url)) await delay(400);
    const received = await answer(request);
    if (!/\/series\/(\?|$)/.test(request.url) || received.status !== 200) return received;
    const rows = ((await received.json()) as object[]).map((row) => ({ ...row, colour: 'red' }));
    const headers = new Headers(received.headers);
    headers.delete('content-length');
    return Response.json(rows, { headers });
  };
  const found = await compared({ faults, front: slowWithField });
  expect(found.verdict).toBe('different');
  const named = found.differences.map(({ kind, endpoints: [first], places }) =>
    [kind, first, ...places].join(' '),
  );
  // On a busy machine other lists may be slow as well.
  expect(named.filter((each) => !each.startsWith('latency'))).toEqual([
    'value GET /bundles/ patch.web_url patch.mbox cover.web_url cover.mbox',
    'type GET /events/ event.payload.previous_delegate',
    'type GET /events/ event.payload.current_delegate',
    'value GET /events/ event.payload.previous_delegate',
    'value GET /events/ event.payload.current_delegate',
    'status GET /covers/{id}/comments/, later page ?page ?per_page',
    'status GET /covers/{id}/comments/, later page ?q',
    'rows GET /covers/{id}/comments/ rows',
    'value GET /bundles/ bundle.web_url',
    'link GET /covers/{id}/comments/ Link first',
    'link GET /covers/{id}/comments/ Link last',
    'added field GET /series/ series.colour',
  ]);
  expect(named.slice(12)).toContain('latency GET /events/ time');
});

test('--project limits what is read, and its project is asked for in the lists', async () => {
  const seen: string[] = [];
  const found = await compared(
    {
      front: (request, answer) => {
        seen.push(new URL(request.url).pathname + new URL(request.url).search);
        return answer(request);
      },
    },
    { project: 'tideline' },
  );
  expect(found).toMatchObject({ verdict: 'same', project: 'tideline' });
  const lists = seen.filter((url) =>
    /^\/api\/1\.3\/(patches|covers|series|bundles|events)\/(\?|$)/.test(url),
  );
  expect(lists.length).toBeGreaterThan(100);
  expect(lists.filter((url) => !url.includes('project='))).toEqual([]);
});

/** Answers every list with something that is no list. */
const withoutLists =
  (body: unknown): Behaviour['front'] =>
  async (request, answer) => {
    const received = await answer(request);
    const isList =
      received.status === 200 &&
      Array.isArray(
        await received
          .clone()
          .json()
          .catch(() => 0),
      );
    return isList ? Response.json(body) : received;
  };

test.for([[{}], [null], ['no list']])(
  'two instances whose lists are %j are not the same',
  async ([body]) => {
    const front = withoutLists(body);
    const found = await compared({ front }, {}, { front });
    expect(found).toMatchObject({ verdict: 'incomplete', differences: [] });
    expect(found.missing).toEqual([
      expect.stringMatching(/^\d\d+ requests: OLD and NEW returned no list or object to compare$/),
    ]);
    expect(found.compared + Number.parseInt(found.missing[0] ?? '', 10)).toBe(found.planned);
  },
);

test('two instances whose lists all fail alike are not the same: nothing was compared', async () => {
  const front: Behaviour['front'] = async (request, answer) => {
    const { pathname, search } = new URL(request.url);
    // What is asked for before the comparison.
    const isFirst =
      /^\/api\/(\d\.\d\/)?$/.test(pathname) ||
      (/people\/$/.test(pathname) && search === '?per_page=1');
    return isFirst ? answer(request) : Response.json({ detail: 'No database.' }, { status: 403 });
  };
  const found = await compared({ front }, {}, { front });
  expect(found).toMatchObject({ verdict: 'incomplete', differences: [] });
  expect(found.missing).toContainEqual('every list: OLD returned none, so nothing was compared');
});

test('what a role that was lost on both sides would have asked for is not the same', async () => {
  const locking = (): Behaviour['front'] => {
    let reads = 0;
    return (request, answer) => {
      const signsIn = request.headers.has('authorization');
      if (signsIn) reads += 1;
      if (!signsIn || reads <= 20) return answer(request);
      return Promise.resolve(Response.json({ detail: 'No.' }, { status: 401 }));
    };
  };
  const found = await compared({ front: locking() }, {}, { front: locking() });
  expect(found.verdict).not.toBe('same');
  expect(found.missing.join()).toMatch(/requests of checks: /);
});

/** A missing field, a wrong filter, a list that crashes, a broken `Link`, and a private bundle that is shown. */
const OF_EVERY_KIND = [
  'series-without-mbox',
  'series-without-match-return-all',
  'bundles-list-crashes-in-1.0',
  'links-lose-filters',
  'private-bundles-listed-to-other-users',
];

test('what is wrong on OLD costs at most two requests more in a hundred: nothing is checked again', async () => {
  const requestsTo = async (faults: readonly string[]) => {
    const found = await compared({ faults }, { versions: ['1.0'] }, { faults });
    expect(found.verdict).toBe('same');
    return found.old.requests;
  };
  const sound = await requestsTo([]);
  for (const fault of OF_EVERY_KIND) {
    expect(await requestsTo([fault]), fault).toBeLessThanOrEqual(1.02 * sound);
  }
});
