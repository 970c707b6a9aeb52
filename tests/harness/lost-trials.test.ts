import { expect, test } from 'vitest';
import { TransportError } from '../../harness/client/transport-error.js';
import { NoMoreWrites } from '../../harness/violation.js';
import { type Given, me, userIn, written } from './intercepted.js';
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
      const says = 'a write whose response was lost has changed it, or another client';
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
        await expect(send(given)).rejects.toThrow(TransportError);
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
