import { expect, test } from 'vitest';
import type { Answer } from '../../harness/client/answer.js';
import { elements } from '../../harness/place.js';
import { filterForm } from '../../specification/filter-forms.js';
import { listNamed } from '../../specification/lists.js';
import type { KnownItems } from '../../suites/support/lists/list.js';
import { listMismatches } from '../../suites/support/lists/prediction.js';
import { type FilterValue, type ListQuery, selectedBy } from '../../suites/support/lists/query.js';

const LINK = { project: { id: 1, link_name: 'net' } };
const ROWS = [
  { id: 1, name: 'b', date: '2026-01-01T10:00:00', ...LINK },
  { id: 2, name: 'A', date: '2026-01-02T10:00:00', project: { id: 2, link_name: 'mm' } },
  { id: 3, name: 'c', date: '2026-01-03T10:00:00', ...LINK },
  { id: 4, name: 'd', date: '2026-01-04T10:00:00', ...LINK },
];

function answerWith(ids: readonly number[], more: Partial<Answer> = {}): Answer {
  const json = ids.map((id) => ROWS.find((row) => row.id === id) ?? { ...ROWS[0], id });
  const url = 'http://instance.example/api/1.2/series/';
  const base = { exchange: 7, role: 'anonymous', method: 'GET', url, status: 200 } as const;
  return { ...base, headers: {}, headerNames: [], text: '', json, ...more };
}

function known(whole = true): KnownItems {
  const rows = elements({ value: ROWS, at: { exchange: 1, pointer: '' } });
  return { list: listNamed('series'), path: 'series/', api: {} as never, front: rows, rows, whole };
}

function given(name: string, value: string): FilterValue {
  return { filter: filterForm('series', name), value };
}

const NET: ListQuery = { given: [given('project-name', 'net')], size: 30 };

function said(query: ListQuery, answer: Answer, whole = true): string[] {
  return listMismatches(query, known(whole), answer).map(
    ({ kind, message }) => `${kind}: ${message.replace(/^\S+ \S+ /, '')}`,
  );
}

test('what is as predicted departs in nothing', () => {
  expect(said(NET, answerWith([1, 3, 4]))).toEqual([]);
  expect(said({ ...NET, order: '-date' }, answerWith([4, 3, 1]))).toEqual([]);
  expect(said({ ...NET, size: 2, page: 2 }, answerWith([4]))).toEqual([]);
});

test.for<[what: string, query: ListQuery, ids: number[], expected: string[]]>([
  [
    'a row that is not selected, with what it has instead',
    NET,
    [1, 2, 3, 4],
    ['rows: the item with id 2 does not match project=net: project.link_name is mm, not net'],
  ],
  [
    'a row that is missing',
    NET,
    [1, 4],
    ['missing: id 3 is missing, although it is in the list and matches project=net'],
  ],
  ['a row twice', NET, [1, 3, 3, 4], ['rows: the item with id 3 occurs twice']],
  [
    'a row that the list does not have',
    { ...NET, given: [] },
    [1, 2, 3, 4, 9],
    ['rows: the item with id 9 is not in the plain list'],
  ],
  ['rows out of order', { ...NET, order: 'date' }, [3, 1, 4], ['order: an item is out of order']],
  [
    'another page',
    { ...NET, size: 2, page: 2 },
    [3],
    ['page: page 2 of project=net has other items'],
  ],
])('%s departs', ([, query, ids, expected]) => {
  expect(said(query, answerWith(ids))).toEqual(expected);
});

test('an error departs, and so does what is no list', () => {
  expect(said(NET, answerWith([], { status: 500 }))).toEqual([
    'status: expected status 200 with a list, got 500',
  ]);
  expect(said(NET, answerWith([], { json: { results: [] } }))).toHaveLength(1);
});

test('letters in any order that a language or a machine gives them are in order', () => {
  const all: ListQuery = { given: [], size: 30, order: 'name' };
  expect(said(all, answerWith([2, 1, 3, 4]))).toEqual([]);
  expect(said(all, answerWith([1, 2, 4, 3]))).toEqual(['order: an item is out of order']);
});

test('`last` that counts what was not found departs', () => {
  const last = (page: number) => `<http://instance.example/?page=${page}>; rel="last"`;
  const query = { ...NET, size: 2, page: 1 };
  expect(said(query, answerWith([1, 3], { headers: { link: last(2) } }))).toEqual([]);
  expect(said(query, answerWith([1, 3], { headers: { link: last(3) } }))).toEqual([
    'count: 3 items on pages of 2',
  ]);
});

test('of a list that is longer than what is known, only what is cut off may be missing', () => {
  const cut = { ...NET, size: 2 };
  expect(said(cut, answerWith([1, 3]), false)).toEqual([]);
  expect(said(cut, answerWith([1, 4]), false)).toEqual([
    'missing: id 3 is missing, although it is in the list and matches project=net',
  ]);
  expect(said({ ...NET, size: 30 }, answerWith([1, 3]), false)).toHaveLength(1);
});

test('a row of the very second is on either side, and one without the field anywhere', () => {
  const [row = { value: {}, at: { exchange: 1, pointer: '' } }] = known().rows;
  const at = (time: string) => selectedBy(given('since', time), row);
  expect([
    at('2026-01-01T09:59:58Z'),
    at('2026-01-01T10:00:00Z'),
    at('2026-01-01T10:00:02Z'),
  ]).toEqual([true, 'either', false]);
  expect(selectedBy(given('project-name', 'net'), { ...row, value: {} })).toBe('either');
});
