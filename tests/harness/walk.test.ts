import { expect, test } from 'vitest';
import { walkOver } from './walking.js';

test('a defect of one object in thousands is found, counted once, and its id is named', async () => {
  const { list, findings, requests } = await walkOver({
    covers: 4000,
    change(id, row) {
      if (id === 3777) delete row.msgid;
    },
  });
  expect(list).toMatchObject({ objects: 4000, taken: 16, ended: 'whole' });
  expect(requests).toHaveLength(16);
  expect(findings).toMatchObject([
    {
      requirement: 'cover.fields',
      kind: { count: 1, ids: [3777], examples: [{ pointer: '/26/msgid' }] },
    },
  ]);
});

test('a sound list has no findings, with or without relations in its Link header', async () => {
  for (const relations of [undefined, ['next', 'prev'], []]) {
    const { list, findings } = await walkOver({
      covers: 1010,
      ...(relations === undefined ? {} : { relations }),
    });
    expect(list).toMatchObject({ objects: 1010, pages: 5, ended: 'whole' });
    expect(findings).toEqual([]);
  }
});

test('a sample is spread over the whole list, its first and last page among it', async () => {
  const { list, findings, requests } = await walkOver(
    {
      covers: 5000,
      change(id, row) {
        row.date = id > 4900 ? 'late' : row.date;
      },
    },
    { sample: 200 },
  );
  const pages = requests.map((path) => Number(/\bpage=(\d+)/.exec(path)?.[1]));
  expect(pages).toEqual([1, 29, 56, 84, 112, 139, 167, 195, 222, 250]);
  expect(list).toMatchObject({ objects: 200, ended: 'whole' });
  expect(findings).toMatchObject([{ requirement: 'conv.date', kind: { count: 20 } }]);
});

test('a list that is shorter than a sample of it is judged whole', async () => {
  const { list } = await walkOver({ covers: 45 }, { sample: 200 });
  expect(list).toMatchObject({ objects: 45, ended: 'whole' });
});

test('of many violations the first thousand ids and three examples are kept', async () => {
  const { state, findings } = await walkOver({
    covers: 2500,
    change(_id, row) {
      row.name = 5;
      row.date = 'never';
    },
  });
  expect(findings.map(({ requirement }) => requirement).sort()).toEqual([
    'conv.date',
    'cover.types',
  ]);
  for (const { kind } of findings) {
    expect(kind.count).toBe(2500);
    expect(kind.ids).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(kind.examples).toHaveLength(3);
  }
  // All three were seen on the first page.
  expect(state.exchanges).toHaveLength(1);
});

test('rows that arrivals have moved to the next page are not judged twice', async () => {
  const { list, findings } = await walkOver({
    covers: 1000,
    // From the third page on everything has moved by two.
    firstId: (page, perPage) => (page - 1) * perPage + 1 - (page > 2 ? 2 : 0),
    change(id, row) {
      if (id === 500) row.date = 'never';
    },
  });
  expect(list).toMatchObject({ objects: 998, repeated: 2, ended: 'whole' });
  expect(findings).toMatchObject([{ kind: { count: 1, ids: [500] } }]);
});

test('a list that shows the same page for ever is left', async () => {
  const { list, requests } = await walkOver({ covers: 100_000, firstId: () => 1 });
  expect(list.ended).toBe('page 2 repeats the items of the page before');
  expect(requests.length).toBeLessThan(5);
});

test('a list without an end is left, whether it says how long it is or not', async () => {
  for (const relations of [['next'], ['next', 'last']]) {
    const { list, requests } = await walkOver({ covers: 1e12, relations });
    expect(list.ended).toBe('the list does not end');
    expect(requests.length).toBeLessThan(40);
  }
});

test('a list that always announces one page more is left', async () => {
  let covers = 500;
  const { list } = await walkOver({
    get covers() {
      covers += 250;
      return covers;
    },
  });
  expect(list.ended).toBe('it grew faster than it could be scanned');
});

test('a page that cannot be read is a violation of the list, and the walk goes on behind it', async () => {
  const { list, findings } = await walkOver({
    covers: 1500,
    instead: (page) => (page === 4 ? { status: 500, body: {} } : undefined),
  });
  expect(list).toMatchObject({ objects: 1250, taken: 6, unreadCount: 1, ended: 'whole' });
  expect(findings).toMatchObject([
    { requirement: 'cover.list', rather: 'page.array', kind: { count: 1, ids: ['page 4'] } },
  ]);
  expect(findings[0]?.kind.examples[0]?.message).toMatch(/page=4.*expected 200 .* got 500$/);
});

test('an instance that refuses pages of more than a hundred rows is asked for as many', async () => {
  const { list, findings, requests } = await walkOver({
    covers: 350,
    instead: (_page, request) => (request === 1 ? { status: 400, body: {} } : undefined),
  });
  expect(requests.map((path) => /per_page=(\d+)/.exec(path)?.[1])).toEqual([
    '250',
    ...['100', '100', '100', '100'],
  ]);
  expect(list).toMatchObject({ objects: 350, ended: 'whole' });
  expect(findings).toEqual([]);
});

test('a list that cannot be read on is left', async () => {
  const { list } = await walkOver({
    covers: 5000,
    instead: (page) => (page > 3 ? { status: 500, body: {} } : undefined),
  });
  expect(list).toMatchObject({ objects: 750, taken: 6 });
  expect(list.ended).toMatch(/^3 consecutive pages could not be read/);
});

test('a list that ends long before its last page says so', async () => {
  const { list } = await walkOver({
    covers: 10_000,
    instead: (page) => (page > 3 ? { status: 404, body: {} } : undefined),
  });
  expect(list.ended).toBe('page 4 of 40 is missing');
});

test('what others of its form have and one lacks is a blank that is omitted', async () => {
  const { findings } = await walkOver({
    covers: 300,
    change(id, row) {
      if (id === 299) delete row.list_archive_url;
    },
  });
  expect(findings).toMatchObject([
    {
      requirement: 'conv.blank.not-omitted',
      rather: 'cover.fields.since-1.2',
      kind: { ids: [299] },
    },
  ]);
});
