import { expect, test } from 'vitest';
import { asked, json } from './serving.js';

test('reads are counted by endpoint and version; errors, writes and other pages are not', async () => {
  await asked(
    (request, response) =>
      json(request.url?.includes('/people/') ? [] : {}, request.url?.includes('/7/') ? 404 : 200)(
        request,
        response,
      ),
    {},
    async (client) => {
      for (const url of [
        '/api/1.2/people/?page=1',
        '/api/1.2/people/?page=2',
        '/api/1.2/series/3/',
        '/api/1.2/series/7/',
        '/api/1.3/projects/some-name/',
        '/api/people/',
        '/about/',
      ]) {
        await client.read({ role: 'anonymous', url });
      }
      expect(client.log.latencies).toEqual([
        measured('/people/', '1.2', { isList: true, requests: 2, bytes: 4 }),
        measured('/projects/{id}/', '1.3', { requests: 1, bytes: 2 }),
        measured('/series/{id}/', '1.2', { requests: 1, bytes: 2 }),
      ]);
      for (const { medianMs, worstMs } of client.log.latencies) {
        expect(worstMs).toBeGreaterThanOrEqual(medianMs);
      }
    },
  );
});

function measured(endpoint: string, version: string, more: object): object {
  return {
    endpoint,
    version,
    medianMs: expect.any(Number),
    worstMs: expect.any(Number),
    ...more,
  };
}
