import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeManyState } from '../../fixtures/reference/many/state.js';
import type { State } from '../../fixtures/reference/model.js';
import { makeApplication } from '../../fixtures/reference/server/application.js';
import type { Table } from '../../fixtures/reference/table.js';

const ORIGIN = 'http://many.example.org';

/** The same rows, all created and stored in plain tables. */
function held(state: State): State {
  const plain = <T>(table: Table<T>) => new Map(structuredClone([...table]));
  return {
    users: plain(state.users),
    people: plain(state.people),
    projects: plain(state.projects),
    covers: plain(state.covers),
    patches: plain(state.patches),
    series: plain(state.series),
    coverComments: plain(state.coverComments),
    patchComments: plain(state.patchComments),
    checks: plain(state.checks),
    bundles: plain(state.bundles),
    events: plain(state.events),
  };
}

/** Two instances of the same rows: one creates them on demand, one stores them. */
function both(patches: number) {
  const [made, model] = [makeManyState(patches), held(makeManyState(patches))];
  const apps = [made, model].map((state) => {
    const behaviour = soundBehaviour();
    behaviour.dates.now = () => Date.UTC(2024, 3, 2) / 1000;
    return makeApplication(behaviour, state, '');
  });
  const token = [...made.users.values()].find(({ username }) => username === 'maren')?.token;
  return async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const answers = apps.map((app) => app.request(`${ORIGIN}${path}`, { ...init, headers }));
    const [one, other] = await Promise.all(
      answers.map(async (answer) => {
        const response = await answer;
        const link = response.headers.get('link');
        return { status: response.status, link, text: await response.text() };
      }),
    );
    return { one, other };
  };
}

const KINDS = [
  { list: 'patches', keys: ['id', 'date', 'name', 'msgid', 'submitter', 'project', 'state'] },
  { list: 'patches', keys: ['delegate', 'archived', 'hash', 'commit_ref', 'pull_url', 'name'] },
  { list: 'covers', keys: ['id', 'date', 'name', 'msgid', 'submitter', 'project'] },
  { list: 'series', keys: ['id', 'date', 'name', 'version', 'total', 'received_total'] },
  { list: 'people', keys: ['id', 'name', 'email'] },
  { list: 'events', keys: ['id', 'date', 'category'] },
] as const;

const TERMS = [
  'Tidy',
  '1/4',
  '#0000',
  '00001',
  '2',
  'n0',
  'mail.',
  'é',
  'created',
  'writer3@',
  '#',
];

/** Queries of a list, with values of its rows. */
function askedOf(id: number, rows: { id: number; date?: number }): [string, string][] {
  const row = rows as Record<string, unknown>;
  const texts = Object.entries({
    submitter: row.submitter,
    series: row.series,
    patch: row.patch,
    cover: row.cover,
    state: row.state,
    category: row.category,
    hash: row.hash,
    msgid: typeof row.msgid === 'string' ? row.msgid.slice(1, -1) : undefined,
    project: row.project,
    archived: row.archived,
    delegate: row.delegate,
    before: rows.date === undefined ? undefined : new Date(rows.date * 1000).toISOString(),
    since: rows.date === undefined ? undefined : new Date(rows.date * 1000).toISOString(),
    q: String(row.email ?? row.name ?? row.category).slice(id % 4, (id % 4) + 9),
  });
  return texts.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

const question = fc.record({
  kind: fc.constantFrom(...KINDS),
  order: fc.array(fc.tuple(fc.nat(6), fc.boolean()), { maxLength: 2 }),
  filters: fc.array(fc.tuple(share, fc.nat(20)), { maxLength: 3 }),
  term: fc.option(fc.constantFrom(...TERMS), { freq: 3 }),
  size: fc.constantFrom(1, 7, 100, 250),
  place: fc.option(share),
});

/** A write to a patch, or below it. */
const change = fc.record({
  where: share,
  others: fc.array(share, { maxLength: 2 }),
  commit_ref: fc.constantFrom(null, '0', 'abc', 'zz'),
  state: fc.constantFrom('new', 'rfc', 'accepted'),
  archived: fc.boolean(),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Updates a patch, creates a check and updates a comment; both instances must respond alike. */
async function write(
  ask: ReturnType<typeof both>,
  patches: number,
  { where, others, ...body }: Change,
) {
  const idAt = (each: number) => 1 + Math.floor(each * (patches - 1));
  const path = `/api/1.3/patches/${idAt(where)}/`;
  const requests = [
    ['PATCH', path, { ...body, related: others.map(idAt) }],
    ['POST', `${path}checks/`, { state: 'fail', context: body.state }],
    ['GET', `${path}checks/?order=-context`],
    ['GET', path],
    ...others.map((each) => ['GET', `/api/1.3/patches/${idAt(each)}/`] as const),
  ] as const;
  for (const [method, to, json] of requests) {
    const { one, other } = await ask(to, { method, ...(json && { body: JSON.stringify(json) }) });
    expect(one, `${method} ${to}`).toEqual(other);
  }
}

test('rows created on demand are returned like stored rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 2500 }),
      fc.array(change, { maxLength: 6 }),
      fc.array(question, { minLength: 12, maxLength: 12 }),
      async (patches, changes, questions) => {
        const ask = both(patches);
        for (const each of changes) await write(ask, patches, each);
        const rows = makeManyState(patches);
        for (const { kind, order, filters, term, size, place } of questions) {
          const query = new URLSearchParams({ per_page: String(size) });
          const keys = order.map(
            ([at, falls]) => `${falls ? '-' : ''}${kind.keys[at % kind.keys.length]}`,
          );
          if (keys.length > 0) query.set('order', keys.join(','));
          for (const [where, which] of filters) {
            const table = rows[kind.list];
            const id = 1 + Math.floor(where * (table.size - 1));
            const values = askedOf(id, table.get(id) ?? { id });
            const [name, value] = values[which % values.length] ?? ['q', 'net'];
            query.append(name, value);
          }
          if (term !== null) query.set('q', term);
          const path = `/api/1.3/${kind.list}/?${query}`;
          const first = await ask(path);
          expect(first.one, path).toEqual(first.other);
          const last = Number(/page=(\d+)[^>]*>; rel="last"/.exec(first.one?.link ?? '')?.[1]);
          const page = 1 + Math.floor((place ?? 1) * (last - 1));
          const deep = await ask(`${path}&page=${page}`);
          expect(deep.one, `${path}&page=${page}`).toEqual(deep.other);
        }
      },
    ),
    { numRuns: 2 },
  );
});
