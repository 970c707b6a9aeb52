import { expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { type Answer, call } from '../reference/call.js';
import { butChecks, everything, withReference, writing } from './writing.js';

/** Changes an object as another client of the user does. */
function patched(reference: Reference, path: string, json: unknown): Promise<Answer> {
  return call(reference, `/api/1.3/${path}`, { role: 'user', method: 'PATCH', json });
}

test('after everything was written all is as it was, but for the check and its event, which are listed', async () => {
  await withReference(async ({ reference, before }) => {
    const reported = await writing(reference.url, reference, everything);
    expect(butChecks(reference.snapshot())).toEqual(butChecks(before));
    expect(reported.notRestored).toEqual([]);
    expect(reported.leftBehind).toMatchObject([
      { kind: 'check', url: expect.stringMatching(/checks\/\d+\/$/) },
      { kind: 'event', why: expect.stringContaining('1 "check-created"') },
    ]);
    expect(reported.journal).toBeUndefined();
  });
});

test('the events of an updated patch are listed, those of its restoration too, and no older ones', async () => {
  await withReference(async ({ reference, before }) => {
    const reported = await writing(reference.url, reference, async ({ write, as }) => {
      const path = `patches/${write.patch()}/`;
      const json = { state: 'rfc', delegate: write.ownId('maintainer') };
      expect((await write.send(as('maintainer'), 'PATCH', path, { json })).status).toBe(200);
    });
    expect(butChecks(reference.snapshot())).toEqual(butChecks(before));
    expect(reported.notRestored).toEqual([]);
    const why = expect.stringMatching(/ 2 "patch-state-changed" .*, 2 "patch-delegated" of /);
    expect(reported.leftBehind).toMatchObject([{ kind: 'event', why }]);
  });
});

test.for([72, -72])(
  'events are counted by the clock of the instance, which is %i hours off',
  async (hours) => {
    const now = () => Date.now() + hours * 60 * 60_000;
    const behaviour = soundBehaviour();
    behaviour.dates.now = () => Math.floor(now() / 1000);
    behaviour.front = async (request, answer) => {
      const response = await answer(request);
      response.headers.set('date', new Date(now()).toUTCString());
      return response;
    };
    const reference = await startReference({ behaviour });
    try {
      const reported = await writing(reference.url, reference, async ({ write, as }) => {
        const path = `patches/${write.patch()}/`;
        await write.send(as('maintainer'), 'PATCH', path, { json: { state: 'rfc' } });
      });
      const why = expect.stringMatching(/ 2 "patch-state-changed" of /);
      expect(reported.leftBehind).toMatchObject([{ kind: 'event', why }]);
    } finally {
      await reference.stop();
    }
  },
);

test('it is restored after a fault of the suite as well', async () => {
  await withReference(async ({ reference, before }) => {
    const failing = writing(reference.url, reference, async (given) => {
      await everything(given);
      throw new Error('a fault');
    });
    await expect(failing).rejects.toThrow('a fault');
    expect(butChecks(reference.snapshot())).toEqual(butChecks(before));
  });
});

test('a field that is not shown any more is put back, and named, since nobody can see that', async () => {
  const behaviour = soundBehaviour();
  const { first_name } = behaviour.fields.user.own;
  if (first_name === undefined) throw new Error('the reference has no first_name');
  let isHidden = false;
  first_name.shown = () => !isHidden;
  const reference = await startReference({ behaviour });
  try {
    const before = reference.snapshot();
    const reported = await writing(reference.url, reference, async ({ write, as }) => {
      const path = `users/${write.ownId('user')}/`;
      const json = { first_name: 'Ours', last_name: 'Ours too' };
      await write.send(as('user'), 'PATCH', path, { json });
      isHidden = true;
    });
    expect(reference.snapshot()).toEqual(before);
    expect(reported.notRestored).toMatchObject([
      { field: 'first_name', why: expect.stringMatching(/^PATCH returned 200; it is not shown; /) },
    ]);
    expect(reported.restored).toBe(1);
  } finally {
    await reference.stop();
  }
});

test('what somebody else has changed since is left alone, and named', async () => {
  await withReference(async ({ reference }) => {
    const reported = await writing(reference.url, reference, async ({ write, as }) => {
      const path = `users/${write.ownId('user')}/`;
      const json = { first_name: 'Ours', last_name: 'Ours too' };
      await write.send(as('user'), 'PATCH', path, { json });
      const theirs = { first_name: 'Theirs', settings: { items_per_page: 11 } };
      expect((await patched(reference, path, theirs)).status).toBe(200);
    });
    expect(reported.notRestored.map(({ field, why }) => [field, why])).toEqual([
      [
        'first_name',
        expect.stringMatching(
          /"Theirs", which .* it was "Ursula" before: .* --overwrite users\/3 /,
        ),
      ],
      ['last_name', expect.stringContaining('it still has the value "Ours too" of this run')],
      ['settings.items_per_page', expect.stringContaining('it has the value 11, which was not')],
    ]);
    expect(reported.journal).toBeDefined();
    const users = (reference.snapshot() as { users: Record<string, unknown>[] }).users;
    const ursula = users.find(({ username }) => username === 'ursula');
    // Nothing more is written to an object that another client changed.
    expect(ursula).toMatchObject({ first_name: 'Theirs', last_name: 'Ours too' });
    expect(ursula?.settings).toMatchObject({ items_per_page: 11 });
  });
});

test('another bundle with a name of the run gets its old values back; other changes are named', async () => {
  await withReference(async ({ reference, before }) => {
    type Bundles = { bundles: { id: number; owner: number; name: string }[] };
    const [first, second] = (before as Bundles).bundles.filter(({ owner }) => owner === 3);
    const reported = await writing(reference.url, reference, async ({ write, as }) => {
      await write.bundle(as('user'));
      for (const [id, name] of [
        [first?.id, `${write.marker}-elsewhere`],
        [second?.id, 'Theirs'],
      ]) {
        await patched(reference, `bundles/${id}/`, { name });
      }
    });
    expect(reported.notRestored).toEqual([
      {
        url: expect.stringContaining(`/bundles/${second?.id}/`),
        field: 'name',
        why: expect.stringMatching(
          new RegExp(`"Theirs", .* was "${second?.name}" before: .* --keep `),
        ),
      },
    ]);
    const named = (reference.snapshot() as Bundles).bundles.map(({ id, name }) => [id, name]);
    expect(named).toContainEqual([first?.id, first?.name]);
    expect(named).toContainEqual([second?.id, 'Theirs']);
  });
});
