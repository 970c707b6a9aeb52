import { expect, test } from 'vitest';
import { TransportError } from '../../harness/client/transport-error.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { butChecks, type Writing, withReference, writing } from './writing.js';

/** Loses the first write of a method, and gives the reference before and after. */
async function losing(
  fate: Fate,
  lost: 'PATCH' | 'POST',
  work: (given: Writing) => Promise<unknown>,
): Promise<{ before: unknown; after: unknown; requests: string[]; left: unknown[] }> {
  return withReference(async ({ reference, before }) => {
    const requests: string[] = [];
    const decide = ({ method }: PassedRequest) => {
      if (method === lost) requests.push(method);
      return method === lost && requests.length === 1 ? fate : 'pass';
    };
    const reported = await withProxy(reference.url, decide, (url) => writing(url, reference, work));
    expect(reported.notRestored).toEqual([]);
    return { before, after: reference.snapshot(), requests, left: reported.leftBehind };
  });
}

const CHANGES: Fate[] = ['lose the answer', 'lose'];

test.for(CHANGES)('a change whose fate is to %s is put back, and not repeated', async (fate) => {
  const { before, after, requests } = await losing(fate, 'PATCH', async ({ write, as }) => {
    const path = `users/${write.ownId('user')}/`;
    const sent = write.send(as('user'), 'PATCH', path, { json: { first_name: 'Lost' } });
    await expect(sent).rejects.toThrow(TransportError);
  });
  expect(after).toEqual(before);
  // It was sent once; the second is what restores it.
  expect(requests).toHaveLength(2);
});

const MADE: [fate: Fate, effect: RegExp][] = [
  ['lose the answer', /it created the bundle \d+; not repeated/],
  ['lose', /the connection was/],
];

test.for(MADE)('a bundle whose fate is to %s is looked for and deleted', async ([fate, effect]) => {
  const { before, after, requests } = await losing(fate, 'POST', async ({ write, as }) => {
    const json = { name: ' of this test ', patches: write.patches() };
    const sent = write.send(as('user'), 'POST', 'bundles/', { json });
    await expect(sent).rejects.toThrow(effect);
  });
  expect(after).toEqual(before);
  expect(requests).toHaveLength(1);
});

test('a check whose answer was lost is listed', async () => {
  const { before, after, left } = await losing('lose the answer', 'POST', async ({ write, as }) => {
    const json = { state: 'warning', context: 'of-this-test', description: 'of this test' };
    const path = `patches/${write.patch()}/checks/`;
    const sent = write.send(as('maintainer'), 'POST', path, { json });
    await expect(sent).rejects.toThrow(/it created the check \d+/);
  });
  expect(butChecks(after)).toEqual(butChecks(before));
  expect(left).toMatchObject([{ kind: 'check' }, { kind: 'event' }]);
});

test('a write that takes effect after its time is up is put back at the end', async () => {
  await withReference(async ({ reference, before }) => {
    let late: Promise<unknown> = Promise.resolve();
    let changes = 0;
    const decide = async ({ method, path, body }: PassedRequest): Promise<Fate> => {
      if (method !== 'PATCH') return 'pass';
      changes += 1;
      if (changes !== 1) return 'pass';
      // It arrives when the client has given up: the instance acts on its own.
      late = fetch(`${reference.url}${path}`, {
        method: 'PATCH',
        headers: {
          authorization: `Token ${reference.roles.user.token}`,
          'content-type': 'application/json',
        },
        body,
      });
      return 'lose';
    };
    await withProxy(reference.url, decide, (url) =>
      writing(url, reference, async ({ write, as }) => {
        const path = `users/${write.ownId('user')}/`;
        const json = { last_name: 'Late' };
        await expect(write.send(as('user'), 'PATCH', path, { json })).rejects.toThrow(
          TransportError,
        );
        await late;
      }),
    );
    expect(reference.snapshot()).toEqual(before);
  });
});
