import { expect, test } from 'vitest';
import { ChangedByAnother } from '../../harness/writing/conflict.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { butChecks, type Kept, type Writing, withReference, writing } from './writing.js';

/** What another client writes to the user that a run writes to. */
async function changedByAnother({ url, roles }: Kept['reference'], json: object): Promise<void> {
  const answer = await fetch(`${url}/api/1.3/users/3/`, {
    method: 'PATCH',
    headers: { authorization: `Token ${roles.user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  expect(answer.status).toBe(200);
}

function setName({ write, as }: Writing, first_name: string) {
  return write.send(as('user'), 'PATCH', `users/${write.ownId('user')}/`, { json: { first_name } });
}

function userOf({ reference }: Kept): Record<string, unknown> | undefined {
  const { users } = reference.snapshot() as { users: Record<string, unknown>[] };
  return users.find(({ id }) => id === 3);
}

test('a value of another client ends the writes to the object, also after it is as before', async () => {
  await withReference(async (kept) => {
    const { reference } = kept;
    let writes = 0;
    const count = ({ method, path }: PassedRequest) => {
      if (method === 'PATCH' && path.endsWith('/users/3/')) writes += 1;
      return 'pass' as const;
    };
    await withProxy(reference.url, count, async (url) => {
      const reported = await writing(url, reference, async (given) => {
        await setName(given, 'Ours');
        await changedByAnother(reference, { last_name: 'Theirs' });
        const said =
          /users\/3 during the run: last_name is "Theirs", this run had left "Ødegård"; nothing more/;
        await expect(setName(given, 'Ours again')).rejects.toThrow(said);
        await changedByAnother(reference, { last_name: 'Ødegård' });
        await expect(setName(given, 'Ours again')).rejects.toThrow(ChangedByAnother);
      });
      expect(writes).toBe(1);
      expect(reported.notRestored).toEqual([
        {
          url: expect.stringMatching(/\/users\/3\/$/),
          field: 'first_name',
          why: 'it has the value "Ours" of this run, but another client changed this object; not restored to "Ursula"',
        },
      ]);
      expect(reported.conflicts).toEqual([expect.stringMatching(/\/users\/3\/$/)]);
      expect(reported.journal).toBeDefined();
      expect(userOf(kept)).toMatchObject({ first_name: 'Ours', last_name: 'Ødegård' });
    });
  });
});

test('a value that another client writes between a write and the next read is not taken for our own', async () => {
  await withReference(async (kept) => {
    const { reference } = kept;
    let isWritten = false;
    const decide = async ({ method, path, body }: PassedRequest): Promise<Fate> => {
      if (!path.endsWith('/users/3/')) return 'pass';
      if (method === 'PATCH') isWritten = body.includes('again');
      else if (isWritten) {
        isWritten = false;
        await changedByAnother(reference, { last_name: 'Theirs' });
      }
      return 'pass' as const;
    };
    await withProxy(reference.url, decide, async (url) => {
      const reported = await writing(url, reference, async (given) => {
        const json = { first_name: 'Ours', last_name: 'Ours' };
        await given.write.send(given.as('user'), 'PATCH', 'users/3/', { json });
        await setName(given, 'Ours again');
      });
      expect(reported.notRestored).toEqual([
        {
          url: expect.stringMatching(/\/users\/3\/$/),
          field: 'last_name',
          why: 'it has changed, but was not written by this run',
        },
      ]);
      expect(userOf(kept)).toMatchObject({ first_name: 'Ursula', last_name: 'Theirs' });
    });
  });
});

test('a run that begins while another has temporary values takes none of them for an original', async () => {
  await withReference(async ({ reference, before }) => {
    let second: ReportedWrites | undefined;
    const first = await writing(reference.url, reference, async (given) => {
      await setName(given, 'conformancefirstnameone');
      second = await writing(reference.url, reference, async (other) => {
        const said = /temporary value of another run of this suite \(first_name: /;
        await expect(setName(other, 'Second')).rejects.toThrow(said);
        // Neither what it could not recognize.
        const { patch, comment } = other.write.comment();
        const path = `patches/${patch}/comments/${comment}/`;
        const body = { json: { addressed: true } };
        await expect(other.write.send(other.as('maintainer'), 'PATCH', path, body)).rejects.toThrow(
          said,
        );
      });
    });
    expect(first).toMatchObject({ restored: 2, notRestored: [] });
    expect(first.conflicts).toBeUndefined();
    expect(second).toMatchObject({ notRestored: [], conflicts: [expect.any(String)] });
    expect(butChecks(reference.snapshot())).toEqual(butChecks(before));
  });
});

test('a value that another client writes after it was restored is noticed at the end', async () => {
  await withReference(async ({ reference }) => {
    const decide = async ({ method }: PassedRequest) => {
      // The bundle is deleted after the values were put back.
      if (method === 'DELETE') await changedByAnother(reference, { first_name: 'Theirs' });
      return 'pass' as const;
    };
    await withProxy(reference.url, decide, async (url) => {
      const reported = await writing(url, reference, async (given) => {
        await given.write.bundle(given.as('user'));
        await setName(given, 'Ours');
      });
      expect(reported.notRestored).toEqual([
        {
          url: expect.stringMatching(/\/users\/3\/$/),
          field: 'first_name',
          why: 'it had its original value "Ursula" again, but is "Theirs" now: another client changed it',
        },
      ]);
      expect(reported.conflicts).toHaveLength(1);
    });
  });
});

test('a write that is refused for now is not repeated over a value of another client', async () => {
  await withReference(async (kept) => {
    const { reference } = kept;
    let refused = 0;
    const decide = async ({ method, path }: PassedRequest) => {
      if (method !== 'PATCH' || !path.endsWith('/users/3/') || refused > 0) return 'pass' as const;
      refused += 1;
      await changedByAnother(reference, { first_name: 'Theirs' });
      return { status: 429, headers: { 'retry-after': '0' }, arrives: false };
    };
    await withProxy(reference.url, decide, async (url) => {
      const reported = await writing(url, reference, async (given) => {
        await expect(setName(given, 'Ours')).rejects.toThrow(/first_name is "Theirs"/);
      });
      expect(reported.notRestored.map(({ field }) => field)).toEqual(['first_name']);
      expect(userOf(kept)).toMatchObject({ first_name: 'Theirs' });
    });
  });
});
