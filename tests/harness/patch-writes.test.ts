import { expect, test } from 'vitest';
import { makeState } from '../../fixtures/reference/data/state.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Body } from '../../harness/client/body.js';
import { ForbiddenWrite } from '../../harness/client/permitted-writes.js';
import { VERSIONS } from '../../specification/versions.js';
import { butChecks, type Writing, withReference, writing } from './writing.js';

/** Bodies with which clients update a patch; 2 is the id of its maintainer. */
const BODIES: Body[] = [
  { json: { state: 'accepted', delegate: 2, archived: true, commit_ref: 'c0ffee' } },
  { json: { delegate: null } },
  { form: { state: 'rejected', archived: 'False' } },
  { multipart: { state: 'deferred' } },
  { json: { archived: 'yes', delegate: 2 } },
];

const EVERYTHING = VERSIONS.flatMap((version) => BODIES.map((body) => ({ version, body })));

/** A reference whose patches all have the maintainer, or nobody, as delegate. */
function withDelegate(delegate: number | null) {
  const state = makeState();
  for (const patch of state.patches.values()) {
    patch.delegate = delegate;
    patch.commit_ref = delegate === null ? null : 'abc';
  }
  return startReference({ state });
}

test.for([null, 2])(
  'a patch delegated to %s is restored after writes in every version',
  async (delegate) => {
    const reference = await withDelegate(delegate);
    try {
      const before = reference.snapshot();
      const stored: unknown[] = [];
      const reported = await writing(reference.url, reference, async ({ write, as }) => {
        const path = `patches/${write.patch()}/`;
        for (const { version, body } of EVERYTHING) {
          const answer = await write.send(as('maintainer', version), 'PATCH', path, body);
          expect(answer.status).toBe(200);
        }
        stored.push((await as('maintainer').get(path)).json);
      });
      expect(stored).toMatchObject([
        { state: 'deferred', archived: true, commit_ref: 'c0ffee', delegate: { id: 2 } },
      ]);
      expect(butChecks(reference.snapshot())).toEqual(butChecks(before));
      expect(reported.notRestored).toEqual([]);
    } finally {
      await reference.stop();
    }
  },
);

test.for(BODIES)('it is restored after a single write: %j', async (body) => {
  await withReference(async ({ reference, before }) => {
    const reported = await writing(reference.url, reference, ({ write, as }) =>
      write.send(as('maintainer', '1.1'), 'PATCH', `patches/${write.patch()}/`, body),
    );
    expect(butChecks(reference.snapshot())).toEqual(butChecks(before));
    expect(reported.notRestored).toEqual([]);
  });
});

test('what another user has changed meanwhile is left alone', async () => {
  await withReference(async ({ reference }) => {
    const { url, roles } = reference;
    const reported = await writing(url, reference, async ({ write, as }) => {
      const path = `patches/${write.patch()}/`;
      const json = { state: 'accepted', commit_ref: 'ours' };
      await write.send(as('maintainer'), 'PATCH', path, { json });
      const headers = {
        authorization: `Token ${roles.maintainer.token}`,
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ state: 'rejected', delegate: 2 });
      const theirs = await fetch(`${url}/api/1.3/${path}`, { method: 'PATCH', headers, body });
      expect(theirs.status).toBe(200);
    });
    const named = reported.notRestored.map(({ field, why }) => `${field}: ${why}`);
    expect(named).toEqual([
      expect.stringMatching(
        /^state: it has the value "rejected", which was not written by this run; it was left alone; it was "not-applicable" before: curl .*\{"state":"not-applicable"\}/,
      ),
      expect.stringMatching(/^delegate: it has the value 2, which .* it was null before: curl /),
      expect.stringMatching(/^commit_ref: it still has the value "ours" of this run, but another/),
    ]);
  });
});

test('no other patch and no other field is written, nor sent', async () => {
  await withReference(async ({ reference, before }) => {
    await writing(reference.url, reference, async ({ write, as }: Writing) => {
      const own = write.patch();
      const attempts: [id: number, body: Body][] = [
        [own + 1, { json: { state: 'accepted' } }],
        [own, { json: { state: 'accepted', pull_url: 'https://e.test/' } }],
        [own, { form: { related: '1' } }],
        [own, { multipart: { name: 'renamed' } }],
      ];
      for (const [id, body] of attempts) {
        const sent = write.send(as('maintainer'), 'PATCH', `patches/${id}/`, body);
        await expect(sent).rejects.toThrow(ForbiddenWrite);
      }
    });
    expect(reference.snapshot()).toEqual(before);
  });
});
