import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { copyMsgid } from '../../fixtures/reference/copied-table.js';
import { makeManyState } from '../../fixtures/reference/data/state.js';
import { makeApplication } from '../../fixtures/reference/server/application.js';

const ORIGIN = 'http://many.example.org';
const PATCHES = 1700;

/** Sends a request to two instances of the same patches, of which one makes its copies and one has them all stored. */
function both() {
  const [made, all] = [makeManyState(PATCHES), makeManyState(PATCHES)];
  const stored = { ...all, patches: new Map(structuredClone([...all.patches])) };
  const apps = [made, stored].map((state) => makeApplication(soundBehaviour(), state, ''));
  const token = [...made.users.values()].find(({ username }) => username === 'maren')?.token;
  return async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const [one, other] = await Promise.all(
      apps.map(async (app) => {
        const response = await app.request(`${ORIGIN}/api/1.3/patches/${path}`, {
          ...init,
          headers,
        });
        return [response.status, response.headers.get('link'), await response.text()];
      }),
    );
    expect(one, path).toEqual(other);
  };
}

const id = fc.oneof(fc.integer({ min: 1, max: PATCHES }), fc.integer({ min: 1480, max: PATCHES }));

const KEYS = [
  'id',
  'date',
  'name',
  'msgid',
  'submitter',
  'project',
  'state',
  'delegate',
  'archived',
  'hash',
];

const order = fc
  .array(fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...KEYS)), {
    minLength: 1,
    maxLength: 2,
  })
  .map((keys) => keys.map(([sign, key]) => sign + key).join(','));

const filter = fc.oneof(
  fc.record({ q: fc.constantFrom('Tidy', '1/4', 'a', 'é') }),
  fc.record({ msgid: id.map((each) => copyMsgid(each).slice(1, -1)) }),
  fc.record({ state: fc.constantFrom('new', 'accepted', 'rfc') }),
  fc.record({ archived: fc.constantFrom('true', 'false') }),
  fc.record({ before: fc.constantFrom('2024-02-01', '2024-03-25T10:00:00') }),
);

const query = fc
  .record(
    {
      per_page: fc.constantFrom('1', '7', '100'),
      page: fc.constantFrom('1', '2', '15', '16', '17', 'last'),
      order,
      filter,
    },
    { requiredKeys: ['order'] },
  )
  .map(({ filter: filters, ...rest }) => `?${new URLSearchParams({ ...rest, ...filters })}`);

/** Updates of patches, some of which are copies; then what shows them. */
const change = fc.record({
  patch: id,
  body: fc.record({
    state: fc.constantFrom('new', 'rfc', 'accepted'),
    archived: fc.boolean(),
    related: fc.array(id, { maxLength: 2 }),
  }),
});

test('copies are served like stored rows, before and after they are written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 5 }),
      fc.array(query, { minLength: 15, maxLength: 15 }),
      async (changes, queries) => {
        const ask = both();
        for (const { patch, body } of changes) {
          await ask(`${patch}/`, { method: 'PATCH', body: JSON.stringify(body) });
          await ask(`${patch}/checks/`, {
            method: 'POST',
            body: JSON.stringify({ state: 'fail' }),
          });
          for (const shown of [patch, ...body.related]) await ask(`${shown}/`);
        }
        for (const each of queries) await ask(each);
      },
    ),
    { numRuns: 3 },
  );
});
