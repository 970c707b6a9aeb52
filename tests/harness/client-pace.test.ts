import { expect, test } from 'vitest';
import { asked, json } from './serving.js';

const PER_SECOND = 5;

test('every request starts at least so much later than the one before, as --rps says, from the first on', async () => {
  await asked(json([]), { rps: PER_SECOND, concurrency: 4 }, async (client) => {
    const read = (page: number) =>
      client.read({ role: 'anonymous', url: `/api/1.2/covers/?page=${page}` });
    await Promise.all([1, 2, 3, 4, 5, 6].map(read));
    // After others have gone, one starts no sooner.
    await read(7);
    await Promise.all([8, 9].map(read));
    const starts = client.records.take().map(({ startedAt }) => Date.parse(startedAt));
    starts.sort((a, b) => a - b);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(gaps).toHaveLength(8);
    // On a busy machine a start may be recorded later than it was; one that does not wait is much too soon.
    expect(Math.min(...gaps)).toBeGreaterThan(500 / PER_SECOND);
  });
});
