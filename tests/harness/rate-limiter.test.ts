import { setImmediate as afterNetwork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RateLimiter } from '../../harness/client/rate-limiter.js';

test('requests go out in the order in which they came, as many at once as may be', async () => {
  const pace = new RateLimiter({ concurrency: 2, rps: 0 });
  const names = ['a', 'b', 'c', 'd', 'e'];
  const log: string[] = [];
  let underWay = 0;
  let most = 0;
  const ask = async (name: string) => {
    log.push(name);
    underWay += 1;
    most = Math.max(most, underWay);
    await afterNetwork();
    underWay -= 1;
    return name;
  };
  expect(await Promise.all(names.map((name) => pace.inTurn(() => ask(name))))).toEqual(names);
  expect(log).toEqual(names);
  expect(most).toBe(2);
});

test('a request that fails holds up no other', async () => {
  const pace = new RateLimiter({ concurrency: 1, rps: 0 });
  const failed = pace.inTurn(() => Promise.reject(new Error('no answer')));
  const next = pace.inTurn(async () => 'b');
  await expect(failed).rejects.toThrow('no answer');
  expect(await next).toBe('b');
});
