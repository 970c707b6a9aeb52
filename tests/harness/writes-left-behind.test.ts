import { expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { MOST_CHECKS, MOST_KEPT_BUNDLES } from '../../harness/write.js';
import { withReference, writing } from './writing.js';

/** A reference that offers no DELETE of bundles. */
function withoutDelete() {
  const behaviour = soundBehaviour();
  const { DELETE: _, ...methods } = behaviour.routes['bundles/:id/']?.methods ?? {};
  const route = behaviour.routes['bundles/:id/'];
  if (route !== undefined) behaviour.routes['bundles/:id/'] = { ...route, methods };
  return startReference({ behaviour });
}

test('where bundles cannot be deleted few are made, and what is left is private and listed', async () => {
  const reference = await withoutDelete();
  try {
    let made = 0;
    const { leftBehind, notRestored } = await writing(
      reference.url,
      reference,
      async ({ write, as }) => {
        const making = async () => {
          for (;;) {
            await write.bundle(as('user'), { public: true });
            made += 1;
          }
        };
        await expect(making()).rejects.toThrow(
          /this instance cannot delete bundles, so no more are created/,
        );
      },
      { marks: true },
    );
    // One in the newest version has shown that none can be deleted; two are the markers of the roles.
    expect(made).toBe(MOST_KEPT_BUNDLES);
    expect(notRestored).toEqual([]);
    expect(leftBehind).toHaveLength(1 + MOST_KEPT_BUNDLES + 2);
    for (const { why } of leftBehind) expect(why).toMatch(/405; it is private$/);
    const { bundles } = reference.snapshot() as { bundles: Record<string, unknown>[] };
    const left = bundles.filter(({ name }) => /\bconformance-/.test(String(name)));
    expect(left.map((bundle) => bundle.public)).toEqual(left.map(() => false));
    expect(left.filter(({ name }) => String(name).startsWith('released '))).toHaveLength(2);
  } finally {
    await reference.stop();
  }
});

test('where they can be deleted any number is made, and none is left', async () => {
  await withReference(async ({ reference, before }) => {
    const { leftBehind } = await writing(reference.url, reference, async ({ write, as }) => {
      for (let n = 0; n < 3 * MOST_KEPT_BUNDLES; n += 1) await write.bundle(as('user'));
    });
    expect(leftBehind).toEqual([]);
    expect(reference.snapshot()).toEqual(before);
  });
});

test('few checks are made, refusals do not count, and all are listed', async () => {
  await withReference(async ({ reference }) => {
    const { leftBehind } = await writing(reference.url, reference, async ({ write, as }) => {
      const path = `patches/${write.patch()}/checks/`;
      const send = (state: string) =>
        write.send(as('maintainer'), 'POST', path, { json: { state, context: 'test' } });
      for (let n = 0; n < MOST_CHECKS; n += 1) {
        expect((await send('nonsense')).status).toBe(400);
        expect((await send('success')).status).toBe(201);
      }
      await expect(send('success')).rejects.toThrow(/so no more are created/);
    });
    expect(leftBehind.filter(({ kind }) => kind === 'check')).toHaveLength(MOST_CHECKS);
    // What remains is listed for the user: so much of it that it can be looked at.
    expect(MOST_CHECKS + MOST_KEPT_BUNDLES).toBeLessThanOrEqual(11);
  });
});
