import { expect, test } from 'vitest';
import { NO_WAITS, WRITE_WAITS } from '../../harness/settings.js';
import { awaited } from '../../harness/writing/awaited.js';
import type { WriteSession } from '../../harness/writing/session.js';

/** What `awaited` uses of a session; `pauses` counts the looks that found nothing. */
function session(event: number) {
  const log = { pauses: 0 };
  const own = {
    inVain: new Set<string>(),
    waits: { ...WRITE_WAITS, event },
    client: {
      limiter: {
        pause: async () => {
          log.pauses += 1;
        },
      },
      forgetReads: () => {},
    },
  };
  return { own: own as unknown as WriteSession, log };
}

test('what a write causes is looked for until it is there', async () => {
  const { own, log } = session(5000);
  let looks = 0;
  const look = async () => {
    looks += 1;
    return looks;
  };
  expect(await awaited(own, 'events', look, (found) => found === 4)).toBe(4);
  expect(log.pauses).toBe(3);
});

test('what was waited for in vain is not waited for again', async () => {
  const { own, log } = session(1);
  const look = async () => 'nothing';
  await awaited(own, 'events', look, () => false);
  expect(own.inVain.has('events')).toBe(true);
  const { pauses } = log;
  await awaited(own, 'events', look, () => false);
  expect(log.pauses).toBe(pauses);
});

test('the embedded instance is looked at once', async () => {
  const { own, log } = session(NO_WAITS.event);
  expect(
    await awaited(
      own,
      'events',
      async () => 1,
      () => false,
    ),
  ).toBe(1);
  expect(log.pauses).toBe(0);
});
