import { expect, test } from 'vitest';
import { check } from '../../harness/check.js';
import { Stopped } from '../../harness/client/stopped.js';
import { situationOf } from '../../harness/situation.js';
import { declared } from './declared.js';
import { asked, settingsFor } from './serving.js';

test('a client that is stopped ends what is under way and refuses what comes', async () => {
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await asked(
    () => arrived(),
    { concurrency: 1 },
    async (client, { requests }) => {
      const ended = expect(client.read({ role: 'anonymous', url: '/1' })).rejects.toThrow(Stopped);
      const waiting = expect(client.read({ role: 'anonymous', url: '/2' })).rejects.toThrow(
        Stopped,
      );
      await arrival;
      client.stop();
      await ended;
      await waiting;
      await expect(client.read({ role: 'anonymous', url: '/3' })).rejects.toThrow(Stopped);
      expect(requests).toEqual(['GET /1']);
      expect(client.traffic.requests).toBe(1);
    },
  );
});

test('what a stopped run was about to judge is inconclusive', async () => {
  await asked(
    (_, response) => void response.end('[]'),
    {},
    async (client, { url }) => {
      client.stop();
      const asks = declared('asks', { check: async ({ api }) => void (await api.get('')) });
      const situation = situationOf(client, ['1.0'], settingsFor(url));
      const { result } = await check(asks, '1.0', situation);
      expect(result.verdict).toBe('inconclusive');
      expect(result.reason).toContain('interrupted');
    },
  );
});
