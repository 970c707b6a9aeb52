import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TransportError } from '../../harness/client/transport-error.js';
import { tryValues } from '../../harness/property.js';
import { Inconclusive, Violation } from '../../harness/violation.js';
import { noWrites } from '../../harness/write.js';

const SETTINGS = { runs: 20, seed: 7, id: 'bundle.name' };

async function failing(settings = SETTINGS): Promise<{ tried: string[]; message: string }> {
  const tried: string[] = [];
  const trying = tryValues(
    fc.string({ minLength: 1 }),
    async (value) => {
      tried.push(value);
      throw new Violation([{ message: 'it departs', exchange: tried.length }, { message: 'more' }]);
    },
    settings,
  );
  const error = await trying.catch((thrown: unknown) => thrown);
  if (!(error instanceof Violation)) throw error;
  expect(error.mismatches).toHaveLength(2);
  return { tried, message: error.message };
}

test('the counterexample that departs is told, with the seed, and the seed repeats it', async () => {
  const first = await failing();
  expect(first.message).toMatch(/^it departs; counterexample: ".?" \(--seed 7, path [\d:]+\)$/);
  expect(await failing()).toEqual(first);
  expect((await failing({ ...SETTINGS, id: 'other' })).tried).not.toEqual(first.tried);
  expect(first.tried.length).toBeLessThanOrEqual(31);
});

test.for([
  new Inconclusive('no patch'),
  new TransportError('unknown', 'no answer'),
  new Error('our own fault'),
])('%s ends the search and is thrown as it is', async (thrown) => {
  let tried = 0;
  const trying = tryValues(
    fc.nat(),
    async () => {
      tried += 1;
      if (tried === 3) throw thrown;
    },
    SETTINGS,
  );
  await expect(trying).rejects.toBe(thrown);
  expect(tried).toBe(3);
});

test('a requirement that does not say that it writes must not', () => {
  const write = noWrites({ id: 'page.next' });
  const says = /page.next writes, but its needs do not include writes/;
  expect(() => write.name()).toThrow(says);
  expect(() => write.ownId('user')).toThrow(says);
});
