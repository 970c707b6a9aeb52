import { expect, test } from 'vitest';
import type { Answer } from '../../harness/client/answer.js';
import { plainUrl } from '../../harness/client/read-memory.js';
import { TrafficLog } from '../../harness/client/traffic-log.js';

test('the time of any number of requests is measured', () => {
  const log = new TrafficLog();
  const url = 'http://pw.test/api/1.3/patches/';
  const answer = { role: 'anonymous', method: 'GET', url, status: 200, json: [] } as const;
  for (let exchange = 1; exchange <= 600_000; exchange += 1) {
    log.received({ ...answer, exchange } as unknown as Answer, exchange === 9 ? 7 : 2, 1);
  }
  expect(log.latencies).toMatchObject([{ requests: 600_000, medianMs: 2, worstMs: 7 }]);
});

test('a URL is as it was before it was spelled anew, in a time that grows with its length', () => {
  const url = 'http://pw.test/api/1.3/patches/';
  for (const [spelled, plain] of [
    [`${url}?&&`, url],
    [`${url}?q=a&`, `${url}?q=a`],
    [`${url}?`, `${url}?`],
    [url, url],
  ] as const) {
    expect(plainUrl(spelled)).toBe(plain);
  }
  // In a quadratic time it would take minutes, and the test would end.
  const long = `${url}?${'&'.repeat(1_000_000)}x`;
  expect(plainUrl(long)).toBe(long);
});
