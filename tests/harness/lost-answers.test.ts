import { expect, test } from 'vitest';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { butChecks, type Writing, withReference, writing } from './writing.js';

const SOON = { 'retry-after': '0' };

/** What came of writing to an instance that answers some writes otherwise. */
interface Came {
  /** Whether the instance is as before, but for checks. */
  isAsBefore: boolean;
  /** The methods of the writes, in their order. */
  sent: string[];
  reported: ReportedWrites;
}

/** Writes to an instance that answers the n-th write of a method in another way. */
function answering(
  method: 'PATCH' | 'POST',
  fate: (n: number) => Fate,
  work: (given: Writing) => Promise<unknown>,
): Promise<Came> {
  return withReference(async ({ reference, before }) => {
    const sent: string[] = [];
    const decide = (request: PassedRequest) => {
      if (request.write > 0) sent.push(request.method);
      const own = sent.filter((each) => each === method).length;
      return request.method === method ? fate(own) : 'pass';
    };
    const reported = await withProxy(reference.url, decide, (url) => writing(url, reference, work));
    const [was, is] = [before, reference.snapshot()].map((each) => JSON.stringify(butChecks(each)));
    return { isAsBefore: was === is, sent, reported };
  });
}

const refused = (status: number, arrives: boolean): Fate => ({ status, headers: SOON, arrives });
const isMade = /it created the bundle \d+; not repeated/;

/** What becomes of a POST, how often it is sent, and what the caller is told. */
const POSTS: [fate: Fate, times: number, told: RegExp][] = [
  [refused(429, false), 3, /^status 201$/],
  [refused(503, false), 3, /^status 201$/],
  [refused(429, true), 1, isMade],
  [refused(503, true), 1, isMade],
  [refused(500, true), 1, /^status 500$/],
  [refused(400, true), 1, /^status 400$/],
  ['lose the answer', 1, isMade],
  ['lose', 1, /the connection was/],
];

test.for(POSTS)('a POST with %j is sent %i times, and removed', async ([fate, times, told]) => {
  const { isAsBefore, sent } = await answering(
    'POST',
    (n) => (n < 3 ? fate : 'pass'),
    async ({ write, as }) => {
      const json = { name: ' of this test ', public: false, patches: write.patches() };
      const said = await write.send(as('user'), 'POST', 'bundles/', { json }).then(
        ({ status }) => `status ${status}`,
        (error: Error) => error.message,
      );
      expect(said).toMatch(told);
    },
  );
  expect(sent.filter((each) => each === 'POST')).toHaveLength(times);
  expect(isAsBefore).toBe(true);
});

test('a check whose answer was lost is listed', async () => {
  const { isAsBefore, reported } = await answering(
    'POST',
    () => 'lose the answer',
    async ({ write, as }) => {
      const json = { state: 'warning', context: 'of-this-test', description: 'of this test' };
      const path = `patches/${write.patch()}/checks/`;
      const sent = write.send(as('maintainer'), 'POST', path, { json });
      await expect(sent).rejects.toThrow(/it created the check \d+/);
    },
  );
  expect(isAsBefore).toBe(true);
  expect(reported.leftBehind).toMatchObject([{ kind: 'check' }, { kind: 'event' }]);
});

const alwaysRefused = /returned 429 \(too many requests\), also on retry/;

/** What becomes of each PATCH, how often it is sent in all, and what the caller is told. */
const PATCHES: [says: string, fate: (n: number) => Fate, times: number, told: RegExp][] = [
  ['applied without an answer', (n) => (n > 1 ? 'pass' : 'lose the answer'), 2, /connection/],
  ['lost', (n) => (n > 1 ? 'pass' : 'lose'), 2, /connection/],
  ['refused to the last', (n) => (n > 3 ? 'pass' : refused(429, false)), 4, alwaysRefused],
  // Restoring goes on where a check would have given up.
  ['restored late', (n) => (n > 1 && n < 6 ? refused(429, false) : 'pass'), 6, /^status 200$/],
];

test.for(PATCHES)('a change that is %s is put back', async ([, fate, times, told]) => {
  const { isAsBefore, sent, reported } = await answering('PATCH', fate, async ({ write, as }) => {
    const path = `users/${write.ownId('user')}/`;
    const json = { first_name: 'Once' };
    const said = await write.send(as('user'), 'PATCH', path, { json }).then(
      ({ status }) => `status ${status}`,
      (error: Error) => error.message,
    );
    expect(said).toMatch(told);
  });
  expect(sent).toHaveLength(times);
  expect([isAsBefore, reported.notRestored]).toEqual([true, []]);
});
