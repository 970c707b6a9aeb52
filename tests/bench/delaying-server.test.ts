import { describe, expect, test } from 'vitest';
import { type MetRequest, underWay, withDelay } from '../../bench/delaying-server.js';
import { get } from '../../bench/peers/subjects.js';
import { startReference } from '../../fixtures/reference/start.js';

function met(from: number, until: number): MetRequest {
  return { method: 'GET', path: '/', authorization: '', from, until };
}

describe('how many requests are under way', () => {
  test('is a share of the time from the first to the last', () => {
    expect(underWay([met(0, 8), met(4, 12), met(14, 16)])).toEqual([0.125, 0.625, 0.25]);
  });

  test('counts one that follows at once as one', () => {
    expect(underWay([met(0, 5), met(5, 10)])).toEqual([0, 1]);
  });
});

test('the delaying server passes on what it is asked, and keeps it in its order', async () => {
  const reference = await startReference();
  try {
    await withDelay(reference.url, 1, async ({ url, take }) => {
      const target = { url, token: reference.roles.user.token };
      const users = await get(target, '/api/1.3/users/?per_page=2');
      await get(target, '/api/1.3/bundles/2147483647/');
      // Links lead through the server, or half of the requests would go past it.
      expect(users.headers.link).toContain(`${url}/api/1.3/users/`);
      expect(JSON.parse(users.text)).toHaveLength(2);
      expect(take().map(({ path }) => path)).toEqual([
        '/api/1.3/users/?per_page=2',
        '/api/1.3/bundles/2147483647/',
      ]);
      expect(take()).toEqual([]);
    });
  } finally {
    await reference.stop();
  }
});
