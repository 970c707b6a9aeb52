import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListState } from '../../harness/walk/list-state.js';
import type { WalkState } from '../../harness/walk/walk.js';
import type { LongList } from './long-list.js';
import { walkOver } from './walking.js';

const FAULTY: LongList = {
  covers: 2900,
  firstId: (page, perPage) => (page - 1) * perPage + 1 - (page > 7 ? 3 : 0),
  instead: (page) => (page === 11 ? { status: 500, body: {} } : undefined),
  change(id, row) {
    if (id % 500 === 0) delete row.msgid;
    if (id > 1400) row.date = `${id}`;
  },
};

/** What is kept in a file and read again. */
function readAgain(state: WalkState): WalkState {
  return JSON.parse(JSON.stringify(state));
}

/** Exchanges are told apart by where they lead. */
function shown({ lists, exchanges }: WalkState): unknown {
  const pages = exchanges.map(({ request }) => new URL(request.url).search);
  return lists.map((list: ListState) => ({
    ...list,
    kinds: Object.entries(list.kinds).map(([name, kind]) => [
      name,
      kind.count,
      kind.ids,
      kind.examples.map(({ evidence = -1, ...said }) => [JSON.stringify(said), pages[evidence]]),
    ]),
  }));
}

test('a walk that was ended anywhere, as often as may be, comes to what one alone comes to', async () => {
  const alone = await walkOver(FAULTY);
  expect(alone.list).toMatchObject({ taken: 12, ended: 'whole' });
  expect(alone.findings).not.toEqual([]);
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(cuts, async (sessions) => {
      let walked = await walkOver(FAULTY, { requests: sessions[0] ?? 1 });
      for (const requests of sessions.slice(1)) {
        walked = await walkOver(FAULTY, { requests, state: readAgain(walked.state) });
      }
      const { state, end } = await walkOver(FAULTY, { state: readAgain(walked.state) });
      expect(end.cut).toBeUndefined();
      expect(shown(state)).toEqual(shown(alone.state));
    }),
    { numRuns: 4 },
  );
});

test('a walk sends no request beyond those that it may, and says what ended it', async () => {
  const { end, requests, list } = await walkOver({ covers: 10_000 }, { requests: 7 });
  expect(end.cut).toBe('enough');
  expect(requests).toHaveLength(7);
  expect(list).toMatchObject({ objects: 1750, taken: 7 });
  expect(list.ended).toBeUndefined();
});

test('what is kept of a walk does not grow with the list', async () => {
  const sizes = await Promise.all(
    [1500, 4000].map(async (covers) => {
      const { state } = await walkOver({
        covers,
        change(_id, row) {
          row.name = 5;
        },
      });
      return JSON.stringify(state).length;
    }),
  );
  const [small = 0, large = 0] = sizes;
  expect(large).toBeLessThan(small * 1.2);
});

test('what is kept of a walk holds no secret and no e-mail address', async () => {
  const token = 'f00dfacef00dfacef00dfacef00dface';
  const { state, findings } = await walkOver(
    {
      covers: 20,
      change(_id, row) {
        row.id = `id ${token}`;
        row.date = `since ${token} of bob@example.org`;
      },
      instead: (page) => (page === 2 ? { status: 500, body: token } : undefined),
    },
    { token },
  );
  expect(findings.map(({ requirement }) => requirement)).toContain('conv.date');
  const text = JSON.stringify(state);
  expect(text).toContain('$CONFORMANCE_USER_TOKEN');
  expect(text).not.toContain(token);
  expect(text).not.toMatch(/(bob|ann)@example/);
});
