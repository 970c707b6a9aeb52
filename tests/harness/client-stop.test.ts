import { expect, test } from 'vitest';
import { Stopped } from '../../harness/client/stopped.js';
import { asked } from './serving.js';

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
