import { expect, test } from 'vitest';
import type { Api } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import { readNewest } from '../../harness/newest.js';

/** How an instance takes `-id`. */
type Taking = 'reversed' | 'ignored' | 'refused';

/** An API whose list has the ids from 1 on, oldest or newest first. */
function listOf(count: number, taking: Taking, isNewestFirst = false): Pick<Api, 'get'> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  return {
    get: async (path, { query = {} } = {}) => {
      const url = `http://instance.test/api/1.3/${path}`;
      const isRefused = query.order !== undefined && taking === 'refused';
      const isReversed = query.order !== undefined && taking === 'reversed';
      const size = Number(query.per_page);
      const page = Number(query.page ?? 1);
      const sorted = isReversed || isNewestFirst ? [...ids].reverse() : ids;
      const last = Math.max(1, Math.ceil(count / size));
      const link = [
        ...(page < last ? [`<${url}?page=${page + 1}>; rel="next"`] : []),
        `<${url}?page=${last}>; rel="last"`,
      ].join(', ');
      const rows = sorted.slice((page - 1) * size, page * size).map((id) => ({ id }));
      return {
        exchange: 1,
        url,
        status: isRefused ? 400 : 200,
        headers: isRefused ? {} : { link },
        json: isRefused ? { order: ['Not a field.'] } : rows,
      } as unknown as Answer;
    },
  };
}

const TAKING: readonly Taking[] = ['reversed', 'ignored', 'refused'];

test.for(
  TAKING.flatMap((taking) =>
    [0, 1, 99, 100, 101, 199, 250, 1001].map((count) => ({ taking, count })),
  ),
)('the newest of $count items are read where `-id` is $taking', async ({ taking, count }) => {
  const { json } = await readNewest(listOf(count, taking), 'events/', {});
  const newest = Array.from({ length: Math.min(count, 20) }, (_, index) => ({ id: count - index }));
  expect(json).toEqual(expect.arrayContaining(newest));
});

test('a list that has its newest items first is read from its beginning', async () => {
  for (const taking of TAKING) {
    const { json } = await readNewest(listOf(250, taking, true), 'events/', {});
    expect(json).toContainEqual({ id: 250 });
  }
});
