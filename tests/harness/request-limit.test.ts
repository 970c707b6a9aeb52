import { expect, test } from 'vitest';
import { asked, json } from './serving.js';

const WHY = 'the limit of --max-requests 3 was reached';

test('a client sends as many requests as it may, and what it has sent comes to its end', async () => {
  await asked(json({}), {}, async (client, { requests }) => {
    await client.read({ role: 'anonymous', url: '/0' });
    client.limitRequests(3);
    expect(client.endedBy).toBeUndefined();
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
    expect(requests).toHaveLength(3);
    expect(client.traffic.requests).toBe(3);
    expect(client.endedBy).toBe(WHY);
    // Data must be restored all the same.
    client.persist();
    await client.read({ role: 'anonymous', url: '/6' });
  });
});
