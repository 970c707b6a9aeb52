import { expect, test } from 'vitest';
import { RequestLimit } from '../../harness/request-limit.js';
import { asked, json } from './serving.js';

const WHY = 'the limit of --max-requests 30 was reached';

test('a client sends as many requests as it may, and what it has sent comes to its end', async () => {
  await asked(json({}), {}, async (client, { requests }) => {
    client.limitRequests(2, WHY);
    const reads = ['/1', '/2', '/3', '/4'].map((url) => client.read({ role: 'anonymous', url }));
    const ends = await Promise.allSettled(reads);
    expect(ends.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    await expect(client.read({ role: 'anonymous', url: '/5' })).rejects.toThrow(
      `${WHY} before this was checked`,
    );
    expect(requests).toHaveLength(2);
    expect(client.traffic.requests).toBe(2);
  });
});

test('an answer that passes is shared with nobody and kept only by who asks for its record', async () => {
  await asked(json({ ok: true }), {}, async (client, { requests }) => {
    const read = { role: 'anonymous' as const, url: '/1' };
    const [first, second] = [await client.readPassing(read), await client.readPassing(read)];
    expect(requests).toHaveLength(2);
    expect(first.answer.json).toEqual({ ok: true });
    expect(second.record()).toMatchObject({ response: { status: 200, body: '{"ok":true}' } });
    expect(client.exchange(first.answer.exchange)).toBeUndefined();
    expect(client.takeExchanges()).toEqual([]);
  });
});

test('what is left of a limit goes down with what was sent, and it says whether it ended a run', () => {
  const limit = new RequestLimit(30);
  expect(limit.after(12)).toEqual({ requests: { left: 18, why: WHY } });
  expect(limit.after(31)).toEqual({ requests: { left: 0, why: WHY } });
  expect(limit.endedBy([{ reason: `${WHY} before this was checked` }])).toBe(WHY);
  expect(limit.endedBy([], WHY)).toBe(WHY);
  expect(limit.endedBy([{ reason: 'no bundle' }, {}], 'the run was interrupted')).toBeUndefined();
  expect(new RequestLimit(undefined).after(5)).toEqual({});
});
