import { expect, test } from 'vitest';
import { behaviourFor, type Change, stateFor } from '../../analysis/trial/instance.js';
import { changesFrom } from '../../analysis/trial/plan.js';
import { isObject, withBody, wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { answering } from '../../fixtures/reference/start.js';
import { schemaViolations } from '../../schemas/validate.js';
import { COLLECTION_OF, ENDPOINTS, type Endpoint } from '../../specification/endpoints.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import type { FilterForm } from '../../specification/filters.js';

type Row = Record<string, unknown> & { id: number; url?: string };

/** A filter as it is sent, and what it reads of a row. */
type Sent = Pick<FilterForm, 'value' | 'reads' | 'selects' | 'anyCase'> & {
  parameter: string;
  only?: string;
};

/** A list, and what its rows are by the published schema; that of patches is in none. */
interface List {
  path: string;
  filters: readonly Sent[];
  endpoint?: Endpoint;
  isOrdered: boolean;
}

const PATCH_FILTERS: readonly Sent[] = [
  { parameter: 'project', value: 'name', reads: ['project', 'link_name'] },
  { parameter: 'submitter', value: 'id', reads: ['submitter', 'id'] },
  { parameter: 'delegate', value: 'id', reads: ['delegate', 'id'] },
  { parameter: 'state', value: 'word', reads: ['state'] },
  { parameter: 'since', value: 'time', reads: ['date'], selects: 'not-older' },
  { parameter: 'before', value: 'time', reads: ['date'], selects: 'older' },
];

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
    { path: 'patches/', filters: PATCH_FILTERS, isOrdered: true },
    ...own.map((endpoint): List => {
      const { path, resource } = endpoint;
      const parent = path.startsWith('covers/') ? comment?.parent : check?.patch;
      const isDated = ['cover', 'series', 'check', 'cover-comment'].includes(resource);
      return {
        path: path.replace(/\{\w+\}/, String(parent)),
        endpoint,
        filters: FILTER_FORMS.filter(
          (form) => form.list === COLLECTION_OF[resource] && form.versions.includes(VERSION),
        ).map(({ filter, ...form }) => ({ ...form, parameter: filter.parameter })),
        isOrdered: isDated || resource === 'event',
      };
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

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((each) => valuesAt(each, rest)) : [];
  if (typeof value !== 'object' || value === null) return [];
  return valuesAt((value as Record<string, unknown>)[name], rest);
}

/** The values of a filter in a row, as they are sent. */
function sendable({ reads, value, anyCase }: Sent, row: Row): string[] {
  return valuesAt(row, reads)
    .filter((each) => each !== null && each !== undefined)
    .map(String)
    .map((text) => (value === 'message-id' ? text.replace(/^<|>$/g, '') : text))
    .map((text) => (anyCase ? text.toLowerCase() : text));
}

function isSelected(filter: Sent, row: Row, value: string): boolean {
  const own = sendable(filter, row);
  // Dates of one list have the same form, whose order is that of texts.
  if (filter.selects === 'older') return own.some((each) => each < value);
  if (filter.selects === 'not-older') return own.some((each) => each >= value);
  return own.includes(value);
}

/** The values that are sent: the first, and one from the middle of the list. */
function valuesFor(filter: Sent, rows: readonly Row[]): Set<string> {
  if (filter.only !== undefined) return new Set([filter.only]);
  const values = rows.flatMap((row) => sendable(filter, row));
  return new Set([0, values.length >> 1].flatMap((index) => values[index] ?? []));
}

/** What no server could answer: rows that a filter does not select, another order, what no schema allows. */
async function impossible(change?: Change, on?: string): Promise<string[]> {
  const instance = new Instance(change, on);
  const found = new Set<string>();
  for (const { path, filters, endpoint, isOrdered } of lists()) {
    const ids = (rows: readonly Row[]) => JSON.stringify(rows.map(({ id }) => id).sort());
    const all = await instance.rows(path);
    if (new Set(all.map(({ id }) => id)).size < all.length) found.add(`${path} twice`);
    for (const filter of filters) {
      for (const value of valuesFor(filter, all)) {
        const shown = await instance.rows(path, { [filter.parameter]: value });
        const selected = all.filter((row) => isSelected(filter, row, value));
        if (ids(shown) !== ids(selected)) found.add(`${path}?${filter.parameter}`);
      }
    }
    if (isOrdered) {
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
