import { expect, test } from 'vitest';
import { behaviourFor, type Change, stateFor } from '../../analysis/trial/instance.js';
import { changesFrom } from '../../analysis/trial/plan.js';
import { isObject, withBody, wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { answering } from '../../fixtures/reference/start.js';
import { schemaViolations } from '../../schemas/validate.js';
import { ENDPOINTS, type Endpoint } from '../../specification/endpoints.js';

type Row = Record<string, unknown> & { id: number; url?: string };

/** A list, and what its rows are by the published schema; that of patches is in none. */
interface List {
  path: string;
  endpoint?: Endpoint;
}

/** What a filter selects by, for those whose values a change may show otherwise. */
const FILTERS: Readonly<Record<string, readonly [list: RegExp, read: (row: Row) => unknown]>> = {
  project: [/^(patches|covers|series)\/$/, ({ project }) => (project as Row).link_name],
  submitter: [/^(patches|covers|series)\/$/, ({ submitter }) => (submitter as Row).id],
  state: [/^patches\/$/, ({ state }) => state],
  category: [/^events\/$/, ({ category }) => category],
};

/** The lists whose rows have dates, by which they are selected and ordered. */
const DATED = /^(patches|covers|series|events)\/$|checks\/$/;

const VERSION = '1.4';
const STATE = stateFor('sound');

// A fifth of the events has all categories, and is read in a fifth of the time.
for (const id of [...STATE.events.keys()]) if (id % 5 > 0) STATE.events.delete(id);

/** The lists; those within an object are of one that has some. */
function lists(): List[] {
  const [comment] = STATE.coverComments.values();
  const [check] = STATE.checks.values();
  const own = ENDPOINTS.filter((each) => each.isList && each.form === 'list');
  return [
    { path: 'patches/' },
    ...own.map((endpoint): List => {
      const parent = endpoint.path.startsWith('covers/') ? comment?.parent : check?.patch;
      return { path: endpoint.path.replace(/\{\w+\}/, String(parent)), endpoint };
    }),
  ];
}

/** An instance without a server: reads an object, and a list to its end by its links. */
class Instance {
  private readonly respond: (request: Request) => Promise<Response>;
  private readonly token: string;

  constructor(change?: Change, on?: string) {
    this.respond = answering(behaviourFor({ expect: 'sound', change, on, now: 0 }), STATE);
    this.token =
      [...STATE.users.values()].find(({ username }) => username === 'maren')?.token ?? '';
  }

  async get(target: string): Promise<Response> {
    const { href } = new URL(target, `http://127.0.0.1:1/api/${VERSION}/`);
    const headers = { authorization: `Token ${this.token}` };
    const response = await this.respond(new Request(href, { headers }));
    // A request that is refused for now is sent again.
    if (response.status !== 429) return response;
    return this.respond(new Request(href, { headers }));
  }

  async rows(path: string, query: Record<string, string> = {}): Promise<Row[]> {
    const rows: Row[] = [];
    let next: string | undefined = `${path}?${new URLSearchParams({ ...query, per_page: '250' })}`;
    while (next !== undefined) {
      const response = await this.get(next);
      expect([next, response.status]).toEqual([next, 200]);
      rows.push(...((await response.json()) as Row[]));
      [, next] = /<([^>]*)>[^<]*rel="?next\b/i.exec(response.headers.get('link') ?? '') ?? [];
    }
    return rows;
  }
}

/** What no server could answer: rows that a filter does not select, another order, what no schema allows. */
async function impossible(change?: Change, on?: string): Promise<string[]> {
  const instance = new Instance(change, on);
  const found = new Set<string>();
  for (const { path, endpoint } of lists()) {
    const ids = (rows: readonly Row[]) => JSON.stringify(rows.map(({ id }) => id).sort());
    const all = await instance.rows(path);
    if (new Set(all.map(({ id }) => id)).size < all.length) found.add(`${path} twice`);
    const tried = async (parameter: string, value: unknown, isShown: (row: Row) => boolean) => {
      const shown = await instance.rows(path, { [parameter]: String(value) });
      if (ids(shown) !== ids(all.filter(isShown))) found.add(`${path}?${parameter}`);
    };
    // By the values of the first, and of one from the middle of the list.
    for (const row of [0, all.length >> 1].flatMap((index) => all[index] ?? [])) {
      for (const [parameter, [list, read]] of Object.entries(FILTERS)) {
        if (!list.test(path)) continue;
        const value = read(row);
        await tried(parameter, value, (each) => read(each) === value);
      }
      if (!DATED.test(path)) continue;
      // Dates of one list have the same form, whose order is that of texts.
      const value = String(row.date);
      await tried('since', value, ({ date }) => String(date) >= value);
      await tried('before', value, ({ date }) => String(date) < value);
    }
    if (DATED.test(path)) {
      const dates = (await instance.rows(path, { order: '-date' })).map(({ date }) => `${date}`);
      if (`${dates}` !== `${[...dates].sort().reverse()}`) found.add(`${path}?order`);
    }
    for (const violation of await violationsIn(instance, endpoint, all)) found.add(violation);
  }
  return [...found].sort();
}

/** The violations of the published schema, in rows and in details: `type of cover.list date`. */
async function violationsIn(
  instance: Instance,
  endpoint: Endpoint | undefined,
  rows: readonly Row[],
): Promise<string[]> {
  if (endpoint === undefined) return [];
  const { resource } = endpoint;
  const hasDetail = ENDPOINTS.some(
    (each) => each.resource === resource && each.method === 'get' && each.form === 'detail',
  );
  const details: unknown[] = [];
  for (const { url } of hasDetail ? rows.slice(0, 2) : []) {
    const response = await instance.get(url ?? '');
    expect([url, response.status]).toEqual([url, 200]);
    details.push(await response.json());
  }
  return [
    ...rows.slice(0, 20).flatMap((row) => schemaViolations(VERSION, resource, 'list', row)),
    ...details.flatMap((each) => schemaViolations(VERSION, resource, 'detail', each)),
  ].map(({ aspect, table, field }) => `${aspect} of ${table} ${field}`);
}

const WRITTEN = FAULTS.filter(({ writes }) => writes).map(({ id }) => id);
const VARIANTS = changesFrom('sound').filter(
  ({ id, kind }) => kind === 'variant' && !WRITTEN.includes(id),
);

test('without a change nothing is impossible', async () => {
  expect(await impossible()).toEqual([]);
});

test.for(VARIANTS.map((change): [string, Change] => [change.id, change]))(
  '%s: a server could give each answer to that request',
  async ([, change]) => {
    for (const on of change.on === undefined ? [undefined] : ['GET /series/', 'GET /events/']) {
      expect(await impossible(change, on)).toEqual([]);
    }
  },
);

test('an event of another category than the one asked for would be noticed, and an impossible date', async () => {
  const odd: Change = {
    id: 'odd',
    kind: 'variant',
    says: '',
    apply: (behaviour) => {
      const { render } = behaviour.dates;
      behaviour.dates.render = (seconds) => render(seconds).replace(/(?=Z?$)/, '.12.3456');
      wrapRoute(behaviour, 'events/', 'GET', async (exchange, answer) =>
        withBody(await answer(exchange), (body) => {
          if (!Array.isArray(body) || !isObject(body[0])) return body;
          return [{ ...body[0], category: 'another' }, ...body.slice(1)];
        }),
      );
    },
  };
  const noticed = ['events/?category', 'events/?since', 'type of event.list date'];
  expect(await impossible(odd)).toEqual(expect.arrayContaining(noticed));
});
