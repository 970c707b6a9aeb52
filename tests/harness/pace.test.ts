import { setImmediate as afterNetwork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Pace } from '../../harness/client/pace.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Asks for so many answers at once, each of which takes as long as given; tells what happened in order. */
function asking(pace: Pace, names: readonly string[], answer: (name: string) => Promise<unknown>) {
  const log: string[] = [];
  const all = names.map((name) =>
    pace.asked(
      async () => {
        log.push(`send ${name}`);
        await answer(name);
        return name;
      },
      (came) => {
        log.push(`look ${came}`);
        return came;
      },
    ),
  );
  return { log, all: Promise.all(all) };
}

test('the next request goes out before an answer is looked at', async () => {
  const { log, all } = asking(new Pace({ concurrency: 1, rps: 0 }), ['a', 'b', 'c'], afterNetwork);
  expect(await all).toEqual(['a', 'b', 'c']);
  expect(log.indexOf('send b')).toBeLessThan(log.indexOf('look a'));
  expect(log.indexOf('send c')).toBeLessThan(log.indexOf('look b'));
  expect(log.filter((line) => line.startsWith('send'))).toEqual(['send a', 'send b', 'send c']);
});

test('answers are looked at in the order in which they came', async () => {
  const pace = new Pace({ concurrency: 3, rps: 0 });
  const waits: Record<string, number> = { a: 5, b: 1, c: 3 };
  const { log, all } = asking(pace, ['a', 'b', 'c'], async (name) => {
    for (let turn = 0; turn < (waits[name] ?? 0); turn += 1) await afterNetwork();
  });
  await all;
  const looks = log.filter((line) => line.startsWith('look'));
  expect(looks).toEqual(['look b', 'look c', 'look a']);
});

test('between two answers that came at once the network has its turn', async () => {
  const pace = new Pace({ concurrency: 3, rps: 0 });
  let turn = 0;
  const looked: number[] = [];
  const ask = () =>
    pace.asked(
      () => afterNetwork(),
      () => looked.push(turn),
    );
  const all = Promise.all([ask(), ask(), ask()]);
  while (looked.length < 3) {
    await afterNetwork();
    turn += 1;
  }
  await all;
  expect(new Set(looked).size).toBe(3);
});

test('what waits to be looked at is no more than may be under way', async () => {
  const pace = new Pace({ concurrency: 2, rps: 0 });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  pace.lookAfter(begun);
  const { log, all } = asking(pace, NAMES, afterNetwork);
  for (let turn = 0; turn < 50; turn += 1) await afterNetwork();
  expect(log).toEqual(['send a', 'send b', 'send c', 'send d']);
  begin();
  expect(await all).toEqual(NAMES);
  expect(log).toHaveLength(2 * NAMES.length);
});

test('a request that fails holds up no other', async () => {
  const pace = new Pace({ concurrency: 1, rps: 0 });
  const failed = pace.asked(
    () => Promise.reject(new Error('no answer')),
    () => 'never',
  );
  const { all } = asking(pace, ['a', 'b'], afterNetwork);
  await expect(failed).rejects.toThrow('no answer');
  expect(await all).toEqual(['a', 'b']);
});
