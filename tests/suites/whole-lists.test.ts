import { expect, test } from 'vitest';
import type { Result } from '../../harness/report.js';
import { judged } from '../../tools/proof/evaluation.js';
import { withServer } from '../cli/servers.js';
import { type LongList, longList } from '../harness/long-list.js';

type Row = Record<string, unknown>;

/** What a scan of a long list of covers came to. */
interface Scanned {
  /** The failing and warning requirements, with the count and the first ids of their first violation. */
  found: [id: string, count: number | undefined, ids: unknown][];
  results: Result[];
  requests: string[];
}

const OBJECTS = ['cover.fields', 'cover.fields.since-1.2', 'cover.types', 'conv.date'];

function scanned(list: LongList, sample?: number) {
  const { listener, requests } = longList(list);
  return withServer(listener, async (url): Promise<Scanned> => {
    const results = await judged(
      { url, roles: {} },
      { only: OBJECTS, versions: ['1.3'], scan: { sample } },
    );
    const red = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    const found = red.map(({ requirement, violations: [first] }): Scanned['found'][number] => {
      return [requirement, first?.count, first?.ids?.slice(0, 3)];
    });
    return { found, results, requests: requests() };
  });
}

/** The pages of that size that were requested without a filter. */
function pagesIn(requests: readonly string[], size: number): number[] {
  const form = new RegExp(`covers/\\?page=(\\d+)&per_page=${size}$`);
  return requests.flatMap((path) => form.exec(path)?.[1] ?? []).map(Number);
}

test('a sound list has no findings, with or without relations in its Link header', async () => {
  for (const relations of [undefined, ['next', 'prev'], []]) {
    const list = { covers: 1010, relations };
    expect((await scanned(list)).found).toEqual([]);
  }
});

test('the samples and the rest of a list are counted alike, and no item twice', async () => {
  const broken = (id: number, row: Row) => {
    row.date = id > 90 ? 'never' : row.date;
  };
  const list = { covers: 2500, change: broken };
  expect((await scanned(list)).found).toEqual([['conv.date', 2410, [91, 92, 93]]]);
  const { found, results } = await scanned({ covers: 100, change: broken });
  expect(found).toEqual([['conv.date', 10, [91, 92, 93]]]);
  const listed = results
    .flatMap(({ violations }) => violations)
    .filter(({ message }) => message.includes('listed cover'));
  expect(listed).toHaveLength(3);
});

test('a sample is spread over the whole list, its first and last page among it', async () => {
  const list: LongList = {
    covers: 5000,
    change(id, row) {
      row.date = id > 4900 ? 'late' : row.date;
    },
  };
  const { found, requests } = await scanned(list, 200);
  // The last hundred are among the samples.
  expect(found).toEqual([['conv.date', 100, [4901, 4902, 4903]]]);
  expect(pagesIn(requests, 20)).toEqual([1, 29, 56, 84, 112, 139, 167, 195, 222, 250]);
});

test('rows that arrivals have moved to the next page are not checked twice', async () => {
  const { found } = await scanned({
    covers: 1000,
    // From the third page on everything has moved by two.
    firstId: (page, perPage) => (page - 1) * perPage + 1 - (page > 2 && perPage === 250 ? 2 : 0),
    change(id, row) {
      if (id === 500) row.date = 'never';
    },
  });
  expect(found).toEqual([['conv.date', 1, [500]]]);
});

test('an instance that refuses pages of more than a hundred rows is asked for as many', async () => {
  const { requests, found } = await scanned({
    covers: 350,
    instead: (_page, _request, query) =>
      query.get('per_page') === '250' ? { status: 400, body: {} } : undefined,
  });
  expect(pagesIn(requests, 250)).toEqual([1]);
  expect(pagesIn(requests, 100)).toEqual(expect.arrayContaining([1, 2, 3, 4]));
  expect(found).toEqual([]);
});
