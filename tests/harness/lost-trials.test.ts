import { expect, test } from 'vitest';
import type { Answer } from '../../harness/client/answer.js';
import { Inconclusive, NoMoreWrites } from '../../harness/violation.js';
import { whyLate } from '../../harness/writing/late-writes.js';
import { type Given, me, type Otherwise, respond, userIn, written } from './intercepted.js';
import type { PassedRequest } from './proxy.js';

const NAMES = { json: { first_name: 'Ours' } };

const isTrial = ({ method, path }: PassedRequest) =>
  ['PATCH', 'PUT'].includes(method) && path.includes('users/');

const send = (given: Given) => given.write.send(given.as('user'), 'PATCH', me(given), NAMES);

const GATEWAY = { status: 504, body: '', arrives: true };

test('a trial whose response was lost is sent once more', async () => {
  let trials = 0;
  const { reported, before, after } = await written(
    {
      decide: (request) => {
        if (isTrial(request)) trials += 1;
        return trials === 1 && isTrial(request) ? 'lose the answer' : 'pass';
      },
    },
    async (given) => {
      expect((await send(given)).status).toBe(200);
      expect(trials).toBe(3);
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('after a lost trial an edit of the owner is not undone, and is named', async () => {
  let trials = 0;
  const { reported, state } = await written(
    {
      decide: (request, { state }) => {
        if (!isTrial(request)) return 'pass';
        trials += 1;
        Object.assign(userIn(state), { last_name: 'Theirs' });
        userIn(state).settings.items_per_page = 42;
        return 'lose';
      },
    },
    async (given) => {
      const says = 'a write whose effect was not seen has changed it, or another client';
      await expect(send(given)).rejects.toThrow(says);
      await expect(send(given)).rejects.toThrow(says);
    },
  );
  expect(trials).toBe(1);
  expect(userIn(state)).toMatchObject({ first_name: 'Ursula', last_name: 'Theirs' });
  expect(userIn(state).settings.items_per_page).toBe(42);
  expect(reported.notRestored.map(({ field }) => field).sort()).toEqual([
    'last_name',
    'settings.items_per_page',
  ]);
});

test('a lost trial that was stored in another form is named with the value before', async () => {
  let trials = 0;
  const { reported, before } = await written(
    {
      front: ({ body }, answer) =>
        answer('last_name' in body ? { ...body, last_name: 'Cut' } : body),
      decide: (request) => {
        if (!isTrial(request)) return 'pass';
        trials += 1;
        return GATEWAY;
      },
    },
    async (given) => {
      await expect(send(given)).rejects.toThrow('`last_name`');
      await expect(send(given)).rejects.toThrow('`last_name`');
    },
  );
  expect(trials).toBe(1);
  const { last_name } = (before as { users: { id: number; last_name: string }[] }).users.find(
    ({ id }) => id === 3,
  ) ?? { last_name: 'none' };
  expect(reported.notRestored).toMatchObject([
    {
      field: 'last_name',
      why: expect.stringMatching(
        `it has the value "Cut", which is not known to be of this run; .*"${last_name}" before`,
      ),
    },
  ]);
});

test('where each response to a trial is lost, three are sent, and the cause is named', async () => {
  let trials = 0;
  const { before, after } = await written(
    {
      decide: (request) => {
        if (!isTrial(request)) return 'pass';
        trials += 1;
        return 'lose the answer';
      },
    },
    async (given) => {
      for (let n = 0; n < 4; n += 1) {
        await expect(send(given)).rejects.toThrow('closed before the response was complete');
      }
    },
  );
  expect(trials).toBe(3);
  expect(after).toEqual(before);
});

test('what the repetition of a lost trial is answered is no violation', async () => {
  let trials = 0;
  await written(
    {
      decide: (request) => {
        if (!isTrial(request)) return 'pass';
        trials += 1;
        return trials === 1 ? 'lose the answer' : { status: 409, body: '{}', arrives: false };
      },
    },
    async (given) => {
      await expect(send(given)).rejects.not.toThrow(NoMoreWrites);
      await expect(send(given)).rejects.toThrow(/got 409, after .*closed before the response/);
    },
  );
});

test('nor is it where a PUT puts the values back then', async () => {
  let patches = 0;
  await written(
    {
      decide: (request) => {
        if (!isTrial(request) || request.method === 'PUT') return 'pass';
        patches += 1;
        if (patches === 1) return 'lose the answer';
        return patches === 2 ? { status: 409, body: '{}', arrives: false } : 'pass';
      },
    },
    async (given) => {
      await given.write.ready(given.as('user'), me(given));
      const newest = given.as('user', '1.4');
      expect(given.write.failedPatch(newest, me(given), 'status')).toBeUndefined();
    },
  );
  expect(patches).toBe(2);
});

/** What becomes of a user, whose owner or the instance itself changes something at a trial. */
const UNCLEAR: [string, Otherwise][] = [
  [
    'whose answer shows what is not stored',
    {
      front: async ({ body }, answer, state) => {
        const response = await answer();
        if ('last_name' in body) userIn(state).last_name = 'Cut';
        return response;
      },
    },
  ],
  [
    'whose answer shows nothing',
    {
      front: async ({ body }, answer, state) => {
        await answer();
        if ('last_name' in body) userIn(state).last_name = 'Cut';
        return respond(200, {});
      },
    },
  ],
  [
    'that is refused for one field, and changes another',
    {
      front: (_, answer, state) => {
        if (userIn(state).last_name === 'Cut') return answer();
        userIn(state).last_name = 'Cut';
        return respond(400, { first_name: ['No.'] });
      },
    },
  ],
];

test.for(UNCLEAR)(
  'after a trial %s nothing more is written, and what changed is named',
  async ([, otherwise]) => {
    const { reported, state } = await written(otherwise, async (given) => {
      for (let n = 0; n < 3; n += 1) {
        await expect(send(given)).rejects.toThrow(Inconclusive);
        await expect(send(given)).rejects.not.toThrow(NoMoreWrites);
      }
    });
    expect(userIn(state).last_name).toBe('Cut');
    expect(reported.notRestored.map(({ field }) => field)).toContain('last_name');
  },
);

test('an object that a trial makes unreadable is named', async () => {
  let isBroken = false;
  const { reported } = await written(
    {
      decide: (request) => {
        if (!isTrial(request)) {
          const isRead = isBroken && request.path.includes('users/3/');
          return isRead ? { status: 500, body: '{}', arrives: true } : 'pass';
        }
        isBroken = true;
        return 'pass';
      },
    },
    async (given) => {
      await expect(send(given)).rejects.toThrow('expected status 200, got 500');
    },
  );
  expect(reported.notRestored).toMatchObject([{ field: '*' }]);
});

test.for(['between the looks', 'after a read that was lost'])(
  'a read-only field that an administrator changes %s is no violation',
  async (when) => {
    let looks = 0;
    let trials = 0;
    await written(
      {
        decide: (request, { state }) => {
          const { method, path } = request;
          if (isTrial(request)) trials += 1;
          if (method === 'GET' && /users\/3\/\?look/.test(path)) looks += 1;
          const isTime = when === 'between the looks' ? looks === 2 : trials === 1;
          if (isTime) userIn(state).email = 'changed@example.org';
          const isLost = when !== 'between the looks' && trials === 1;
          return isLost && method === 'GET' && path.endsWith('users/3/') ? 'lose' : 'pass';
        },
      },
      async (given) => {
        await send(given).catch((error: unknown) => expect(error).not.toBeInstanceOf(NoMoreWrites));
        expect((await send(given)).status).toBe(200);
      },
    );
    expect(trials).toBeGreaterThan(0);
  },
);

test('what a lost write sent is no evidence against an instance that shows it later', async () => {
  let isLost = false;
  await written(
    {
      decide: (request) =>
        isLost && isTrial(request) ? { status: 504, body: '', arrives: true } : 'pass',
    },
    async (given) => {
      await given.write.ready(given.as('user'), me(given));
      isLost = true;
      await expect(send(given)).rejects.toThrow('504');
      isLost = false;
      const own = await given.as('user').get(me(given));
      const other = await given.as('user').get('projects/1/');
      const whyNot = ({ exchange }: Answer, received: unknown) =>
        whyLate(given.write, [{ message: 'it was changed', exchange, received }]);
      expect(whyNot(own, 'Ours')).toMatch(/^users\/3 shows what a PATCH .* arrived late$/);
      expect(whyNot(own, 'Something else')).toBeUndefined();
      expect(whyNot(other, 'Ours')).toBeUndefined();
      // After a lost POST a list may show more; what another POST is answered is judged.
      given.write.unanswered.push({ object: 'bundles', method: 'POST', values: [] });
      const list = await given.as('user').get('bundles/');
      expect(whyNot(list, 7)).toMatch(/^bundles shows what a POST/);
      const json = { name: given.write.name(), public: false, patches: [] };
      const made = await given.write.send(given.as('user'), 'POST', 'bundles/', { json });
      expect(whyNot(made, 7)).toBeUndefined();
    },
  );
});
