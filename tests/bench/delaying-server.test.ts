import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { sentBare } from '../../tools/bench/bare-sender.js';
import { withDelay } from '../../tools/bench/delaying-server.js';

test('the delaying server forwards requests and records them in order, so that they can be sent again', async () => {
  const reference = await startReference();
  try {
    await withDelay(reference.url, 1, async ({ url, take }) => {
      const headers = { authorization: `Token ${reference.roles.user.token}` };
      const users = await fetch(`${url}/api/1.3/users/?per_page=2`, { headers });
      await (await fetch(`${url}/api/1.3/bundles/2147483647/`, { headers })).text();
      // Links lead through the server, or half of the requests would go past it.
      expect(users.headers.get('link')).toContain(`${url}/api/1.3/users/`);
      expect(await users.json()).toHaveLength(2);
      const requests = take();
      expect(requests.map(({ path }) => path)).toEqual([
        '/api/1.3/users/?per_page=2',
        '/api/1.3/bundles/2147483647/',
      ]);
      expect(take()).toEqual([]);
      await sentBare(url, requests);
      expect(take()).toEqual(requests);
    });
  } finally {
    await reference.stop();
  }
});
