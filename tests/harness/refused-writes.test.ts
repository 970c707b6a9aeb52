import { expect, test } from 'vitest';
import { Inconclusive } from '../../harness/violation.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { type Writing, withReference, writing } from './writing.js';

const SOON = { 'retry-after': '0' };

/** What came of writing to an instance that answers some writes otherwise. */
interface Came {
  before: unknown;
  after: unknown;
  /** The writes, in their order. */
  sent: string[];
  reported: ReportedWrites;
}

function answering(
  decide: (request: PassedRequest) => Fate,
  work: (given: Writing) => Promise<unknown>,
): Promise<Came> {
  return withReference(async ({ reference, before }) => {
    const sent: string[] = [];
    const noting = (request: PassedRequest) => {
      if (request.write > 0) sent.push(`${request.method} ${request.path}`);
      return decide(request);
    };
    const reported = await withProxy(reference.url, noting, (url) => writing(url, reference, work));
    return { before, after: reference.snapshot(), sent, reported };
  });
}

const isPost = ({ method }: PassedRequest) => method === 'POST';

test.for([429, 503])(
  'a POST that is answered %s and made nothing is sent again',
  async (status) => {
    const { before, after, sent } = await answering(
      (request) =>
        isPost(request) && request.write < 3 ? { status, headers: SOON, arrives: false } : 'pass',
      async ({ write, as }) => {
        await write.bundle(as('user'));
      },
    );
    expect(sent.filter((each) => each.startsWith('POST'))).toHaveLength(3);
    expect(after).toEqual(before);
  },
);

test.for([429, 503])(
  'a POST that is answered %s and made a bundle is sent once',
  async (status) => {
    const { before, after, sent } = await answering(
      (request) => (isPost(request) ? { status, headers: SOON, arrives: true } : 'pass'),
      async ({ write, as }) => {
        const json = { name: write.name(), public: false, patches: write.patches() };
        const made = write.send(as('user'), 'POST', 'bundles/', { json });
        await expect(made).rejects.toThrow(Inconclusive);
        await expect(made).rejects.toThrow(/it created the bundle \d+; not repeated/);
      },
    );
    expect(sent.filter((each) => each.startsWith('POST'))).toHaveLength(1);
    expect(after).toEqual(before);
  },
);

test('a POST that is answered 500 and made a bundle is removed', async () => {
  const { before, after } = await answering(
    (request) => (isPost(request) ? { status: 500, arrives: true } : 'pass'),
    async ({ write, as }) => {
      const json = { name: write.name(), public: false, patches: write.patches() };
      expect((await write.send(as('user'), 'POST', 'bundles/', { json })).status).toBe(500);
    },
  );
  expect(after).toEqual(before);
});

test('what a refusal has made all the same is removed', async () => {
  const { before, after } = await answering(
    (request) => (isPost(request) ? { status: 400, arrives: true } : 'pass'),
    async ({ write, as }) => {
      const json = { name: write.name(), public: false, patches: write.patches() };
      expect((await write.send(as('user'), 'POST', 'bundles/', { json })).status).toBe(400);
    },
  );
  expect(after).toEqual(before);
});

test('a change that is refused for now to the last is inconclusive', async () => {
  const { before, after } = await answering(
    ({ method }) => (method === 'PATCH' ? { status: 429, headers: SOON, arrives: false } : 'pass'),
    async ({ write, as }) => {
      const sent = write.send(as('user'), 'PATCH', `users/${write.ownId('user')}/`, {
        json: { first_name: 'Never' },
      });
      await expect(sent).rejects.toThrow(Inconclusive);
      await expect(sent).rejects.toThrow(/returned 429 \(too many requests\), also on retry/);
    },
  );
  expect(after).toEqual(before);
});

test('restoring goes on trying where a check would have given up', async () => {
  let refusals = 0;
  let changes = 0;
  const { before, after, reported } = await answering(
    ({ method }) => {
      if (method === 'PATCH') changes += 1;
      if (method !== 'PATCH' || changes === 1 || refusals >= 4) return 'pass';
      refusals += 1;
      return { status: 429, headers: SOON, arrives: false };
    },
    ({ write, as }) =>
      write.send(as('user'), 'PATCH', `users/${write.ownId('user')}/`, {
        json: { first_name: 'Once' },
      }),
  );
  expect([refusals, reported.notRestored]).toEqual([4, []]);
  expect(after).toEqual(before);
});

test('a bundle that DELETE does not remove is not restored, and the journal is kept', async () => {
  const { reported } = await answering(
    ({ method }) => (method === 'DELETE' ? { status: 500, arrives: false } : 'pass'),
    ({ write, as }) => write.bundle(as('user')),
  );
  expect(reported.notRestored).toMatchObject([
    { field: '*', why: 'it could not be deleted: DELETE returned 500; it is private' },
  ]);
  expect(reported.journal).toBeDefined();
});
