import { expect, test } from 'vitest';
import { behaviourFor, type Exchange } from '../../analysis/trial/instance.js';
import { changesFrom, replayOf } from '../../analysis/trial/plan.js';
import { EXPECTED } from '../../analysis/trial/result.js';
import { NETWORK_CONDITIONS } from '../../fixtures/variations/network.js';
import { VARIANTS } from '../../fixtures/variations/variants.js';

const get = (target: string): Exchange => ({
  method: 'GET',
  target,
  headers: [['accept', 'application/json']],
  body: '',
});

test.for(EXPECTED)('every change can be made to an instance like %s', (expected) => {
  const changes = changesFrom(expected);
  const ids = changes.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const change of changes) {
    expect(change.says).toMatch(/^[A-Z0-9`].*\.$/s);
    behaviourFor({ expect: expected, change, now: 0 });
  }
});

test('each variant makes a difference to an answer', async () => {
  const options = { expect: 'sound', now: 0 } as const;
  const answers = replayOf(
    [get('/api/1.2/events/'), get('/api/1.2/projects/'), get('/api/1.2/series/?per_page=50')],
    options,
  );
  const sound = await answers();
  for (const change of VARIANTS) {
    expect([change.id, (await answers({ ...change })) === sound]).toEqual([change.id, false]);
  }
  expect(await answers({ id: 'none', kind: 'variant', says: '' })).toBe(sound);
});

test('each network condition affects the first such request only', async () => {
  for (const { id, apply } of NETWORK_CONDITIONS) {
    const behaviour = behaviourFor({
      expect: 'sound',
      now: 0,
      on: 'GET /series/',
      change: { id, kind: 'network', says: '', apply },
    });
    const request = (path: string) =>
      behaviour.front(new Request(`http://127.0.0.1:1${path}`), async () => new Response('sound'));
    const texts: string[] = [];
    for (const path of ['/api/1.2/covers/', '/api/1.2/series/', '/api/1.2/series/']) {
      const response = await request(path);
      texts.push(`${response.status} ${await response.text()}`);
    }
    expect([id, texts[0], texts[2]]).toEqual([id, '200 sound', '200 sound']);
    // A pause, and a connection that is closed, are not seen in an answer.
    if (!['slow-answer', 'connection-closed'].includes(id)) expect(texts[1]).not.toBe('200 sound');
  }
});
