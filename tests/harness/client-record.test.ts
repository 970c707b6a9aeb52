import { expect, test } from 'vitest';
import { asked, json } from './serving.js';

test('the record says when a request went out', async () => {
  const before = new Date().toISOString();
  await asked(json('[]'), {}, async (client) => {
    const { exchange } = await client.read({ role: 'anonymous', url: '/' });
    const { startedAt = '' } = client.exchange(exchange) ?? {};
    expect(startedAt >= before && startedAt <= new Date().toISOString()).toBe(true);
  });
});

test('the record keeps no cookie: that of a session is as good as a password', async () => {
  await asked(
    (_, response) => {
      response.setHeader('set-cookie', [
        'sessionid=s3cret=; Path=/; HttpOnly',
        'csrf=t0ken',
        'odd',
      ]);
      response.end('[]');
    },
    {},
    async (client) => {
      const answer = await client.read({ role: 'anonymous', url: '/' });
      expect(answer.headers['set-cookie']).toContain('csrf=t0ken');
      expect(client.exchange(answer.exchange)?.response.headers['set-cookie']).toEqual([
        'sessionid=<cookie>; Path=/; HttpOnly',
        'csrf=<cookie>',
        'odd',
      ]);
    },
  );
});

test('all that was exchanged can be taken once, and is still known', async () => {
  await asked(json('[]'), {}, async (client) => {
    await client.read({ role: 'anonymous', url: '/a' });
    await client.read({ role: 'anonymous', url: '/b' });
    expect(client.takeExchanges().map(({ n }) => n)).toEqual([1, 2]);
    expect(client.takeExchanges()).toEqual([]);
    expect(client.exchange(2)?.request.url).toMatch(/\/b$/);
  });
});
