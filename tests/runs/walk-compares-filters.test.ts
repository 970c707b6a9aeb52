import { expect, test } from 'vitest';
import { isObject } from '../../harness/place.js';
import type { LongList } from '../harness/long-list.js';
import { type Walked, walkOver } from '../harness/walking.js';

const FILTERS = [
  'filter.covers.before',
  'filter.covers.since',
  'filter.covers.submitter-id',
  'filter.covers.submitter-email',
  'filter.covers.msgid',
];

type Row = Record<string, unknown>;

const idOf = (row: Row) => Number(row.id);
const submitterOf = (id: number) => 1 + (id % 5);
const dateOf = (id: number) => new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString();

const sound = ({ submitter }: Row) => (isObject(submitter) ? submitter : {});

/** What a sound instance shows: five people have sent the covers, one a minute. */
function isShown(query: URLSearchParams, row: Row): boolean {
  const id = idOf(row);
  const own: Record<string, (value: string) => boolean> = {
    before: (value) => dateOf(id) < value,
    since: (value) => dateOf(id) >= value,
    submitter: (value) => [`${submitterOf(id)}`, `p${submitterOf(id)}@example.org`].includes(value),
    msgid: (value) => value === `${id}@example.org`,
  };
  return [...query].every(([name, value]) => own[name]?.(value) ?? true);
}

/** A long list of covers, and what is wrong with its filters. */
function covers(shows: LongList['shows'] = isShown, number = 1500): LongList {
  return {
    covers: number,
    shows,
    change(id, row) {
      const person = submitterOf(id);
      row.submitter = { ...sound(row), id: person, email: `p${person}@example.org` };
      row.date = dateOf(id).replace('.000Z', 'Z');
    },
  };
}

/** Shows what a sound instance does, but for one filter. */
function exceptFor(
  parameter: string,
  isOtherwise: (row: Row, query: URLSearchParams) => boolean | undefined,
): LongList['shows'] {
  return (query, row) =>
    (query.has(parameter) ? isOtherwise(row, query) : undefined) ?? isShown(query, row);
}

function found({ findings }: Walked) {
  const blamed = findings.filter(({ requirement }) => requirement.startsWith('filter.'));
  return blamed.map(({ requirement, kind }) => [requirement, kind.ids]);
}

test('filters that show what was walked have no findings, and hold', async () => {
  const walked = await walkOver(covers(), { filters: FILTERS });
  expect(found(walked)).toEqual([]);
  expect(walked.list.ended).toBe('whole');
  expect(Object.keys(walked.list.filters ?? {}).sort()).toEqual([...FILTERS].sort());
  for (const filter of Object.values(walked.list.filters ?? {})) {
    expect(filter).toMatchObject({ held: true, open: 0 });
  }
  const asked = walked.requests.filter((path) => /before|since|submitter|msgid/.test(path));
  expect(asked.length).toBeLessThan(60);
});

test('the one row of hundreds that a filter loses is named, with the query', async () => {
  const shows = exceptFor('submitter', (row) => (idOf(row) === 777 ? false : undefined));
  const walked = await walkOver(covers(shows), { filters: FILTERS });
  expect(found(walked)).toEqual([
    ['filter.covers.submitter-id', [777]],
    ['filter.covers.submitter-email', [777]],
  ]);
  const [example] = walked.findings[0]?.kind.examples ?? [];
  expect(example?.message).toBe(
    'GET /api/1.3/covers/?submitter=3&page=1&per_page=250: the item with id 777 is missing, although it is in the list and matches submitter=3',
  );
  const { url } = walked.state.exchanges[example?.evidence ?? -1]?.request ?? {};
  expect(url).toContain('/covers/?submitter=3&page=1');
});

test('filters that do not look far, and one that finds nothing far behind, are found', async () => {
  const far = (row: Row) => (idOf(row) > 300 && idOf(row) < 1300 ? false : undefined);
  for (const [parameter, ids] of [
    ['before', ['filter.covers.before']],
    ['since', ['filter.covers.since']],
    ['msgid', ['filter.covers.msgid']],
    ['submitter', ['filter.covers.submitter-id', 'filter.covers.submitter-email']],
  ] as const) {
    const walked = await walkOver(covers(exceptFor(parameter, far)), { filters: FILTERS });
    expect(found(walked).map(([id]) => id)).toEqual(ids);
  }
});

test('a row that does not belong there is named, on whichever page it is', async () => {
  const shows = exceptFor('submitter', (row, query) =>
    query.get('submitter') === '2' && idOf(row) === 1405 ? true : undefined,
  );
  const walked = await walkOver(covers(shows), { filters: FILTERS });
  expect(found(walked)).toEqual([['filter.covers.submitter-id', [1405]]]);
  const [example] = walked.findings[0]?.kind.examples ?? [];
  expect(example?.message).toMatch(
    /submitter=2&page=2&per_page=250: the item with id 1405 does not match submitter=2$/,
  );
  expect(example?.pointer).toMatch(/^\/\d+$/);
});

test('a value that is refused is a finding; in which form times are taken is a matter of its own', async () => {
  const refusing = (parameter: string): LongList => ({
    ...covers(),
    instead: (_page, _request, query) =>
      query.has(parameter) ? { status: 500, body: {} } : undefined,
  });
  expect(found(await walkOver(refusing('since'), { filters: FILTERS }))).toEqual([]);
  const walked = await walkOver(refusing('msgid'), { filters: FILTERS });
  expect(found(walked).map(([id]) => id)).toEqual(['filter.covers.msgid']);
});

test('what is removed, changed or added after it was walked is nobody’s fault', async () => {
  const isFiltered = (query: URLSearchParams) => [...query.keys()].length > 2;
  for (const happens of ['removed', 'changed', 'added'] as const) {
    let since = Number.POSITIVE_INFINITY;
    const list = covers((query, row, request) => {
      if (isFiltered(query)) since = Math.min(since, request);
      const isOld = request < since;
      if (happens === 'removed' && !isOld && idOf(row) % 3 === 0) return false;
      if (happens === 'added' && isOld && idOf(row) % 3 === 0) return false;
      return isShown(query, row);
    });
    if (happens === 'changed') {
      const { change, shows } = list;
      let isChanged = false;
      list.shows = (query, row, request) => {
        isChanged ||= isFiltered(query);
        const id = idOf(row);
        if (isChanged && query.has('submitter'))
          return ['9', 'p9@example.org'].includes(query.get('submitter') ?? '');
        return shows?.(query, row, request) ?? id > 0;
      };
      list.change = (id, row) => {
        change?.(id, row);
        if (isChanged) row.submitter = { ...sound(row), id: 9, email: 'p9@example.org' };
      };
    }
    expect(found(await walkOver(list, { filters: FILTERS })), happens).toEqual([]);
  }
});

test('of a sample its rows must be shown, and nothing is known of the others', async () => {
  const nothing = exceptFor('msgid', () => false);
  const sampled = await walkOver(covers(nothing), { filters: FILTERS, sample: 200 });
  expect(found(sampled).map(([id]) => id)).toEqual(['filter.covers.msgid']);
  const pages = new Set(
    sampled.requests.flatMap((path) => /covers\/\?page=(\d+)&per_page=20$/.exec(path)?.[1] ?? []),
  );
  const isSampled = (row: Row) => pages.has(String(Math.ceil(idOf(row) / 20)));
  const few = exceptFor('submitter', (row) => (isSampled(row) ? undefined : false));
  expect(found(await walkOver(covers(few), { filters: FILTERS, sample: 200 }))).toEqual([]);
});

test('what is kept for filters does not grow with the list, and holds no e-mail address', async () => {
  const sizes = await Promise.all(
    [1500, 6000].map(async (number) => {
      const pages = Math.ceil(number / 250);
      const { state } = await walkOver(covers(isShown, number), {
        filters: FILTERS,
        requests: pages,
      });
      const text = JSON.stringify(state);
      expect(text).not.toMatch(/p\d@example/);
      return text.length;
    }),
  );
  const [small = 0, large = 0] = sizes;
  expect(large).toBeLessThan(small * 1.3);
});
