import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, ids, LISTS, links, rows } from './call.js';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.stop());

describe.each(LISTS)('the list %s', (path) => {
  test('is paged from first to last, with every item once', async () => {
    const role = 'maintainer';
    const whole = await ids(reference, `/api/1.3/${path}?per_page=250&order=id`, { role });
    const walked: unknown[] = [];
    const size = path === 'events/' ? 100 : 7;
    let answer = await call(reference, `/api/1.3/${path}?per_page=${size}&order=id`, { role });
    const { last } = links(answer);
    for (;;) {
      walked.push(...rows(answer.body).map((row) => row.id));
      const { next } = links(answer);
      if (next === undefined) break;
      expect(next).toContain(`per_page=${size}`);
      expect(next).toContain('order=id');
      answer = await call(reference, next.slice(reference.url.length), { role });
    }
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.slice(0, 250)).toEqual(whole);
    expect(rows(answer.body).length).toBeGreaterThan(0);
    expect(last).toContain(`page=${Math.ceil(walked.length / size)}`);
  });

  test('rejects pages that do not exist', async () => {
    for (const page of ['0', '-1', 'abc', '9999', '1.5']) {
      const answer = await call(reference, `/api/1.3/${path}?page=${page}`, { role: 'user' });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ detail: 'Invalid page.' });
    }
  });
});

test('a page has 30 items by default, and never more than 250', async () => {
  expect(await ids(reference, '/api/1.3/patches/')).toHaveLength(30);
  expect(await ids(reference, '/api/1.3/patches/?per_page=100')).toHaveLength(100);
  expect(await ids(reference, '/api/1.3/patches/?per_page=251')).toHaveLength(250);
  expect(await ids(reference, '/api/1.3/patches/?per_page=0')).toHaveLength(30);
  expect(await ids(reference, '/api/1.3/patches/?per_page=abc')).toHaveLength(30);
});

test('the relations depend on the position in the list', async () => {
  const names = async (page: number) =>
    Object.keys(links(await call(reference, `/api/1.3/patches/?per_page=100&page=${page}`))).sort();
  expect(await names(1)).toEqual(['first', 'last', 'next']);
  expect(await names(2)).toEqual(['first', 'last', 'next', 'prev']);
  expect(await names(4)).toEqual(['first', 'last', 'prev']);
});

test('a list of one page, or without items, has only first and last', async () => {
  for (const path of ['/api/1.0/projects/', '/api/1.0/covers/?project=attic']) {
    expect(Object.keys(links(await call(reference, path))).sort()).toEqual(['first', 'last']);
  }
});
