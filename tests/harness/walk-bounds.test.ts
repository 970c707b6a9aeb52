import { expect, test } from 'vitest';
import { walkOver } from './walking.js';

test('a walk sends no request beyond those that it may, and says what ended it', async () => {
  const { cut, requests, list } = await walkOver({ covers: 10_000 }, { requests: 7 });
  expect(cut).toBe('the limit of --max-requests 7 was reached');
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
