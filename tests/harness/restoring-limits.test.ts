import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { NO_WAITS } from '../../harness/settings.js';
import { NotSent } from '../../harness/violation.js';
import { MOST_CHECKS, MOST_KEPT, MOST_KEPT_BUNDLES } from '../../harness/write.js';
import { call } from '../reference/call.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { everything, type Writing, withReference, writing } from './writing.js';

test('what cannot be read cannot be put back, and is not written', async () => {
  await withReference(async ({ reference, before }) => {
    const { user, maintainer } = reference.roles;
    await writing(
      reference.url,
      reference,
      async ({ write, as }) => {
        write.permitted.allow('bundles/5');
        const sent = write.send(as('user', '1.2'), 'PATCH', 'bundles/999999/', { json: {} });
        await expect(sent).rejects.toThrow(/is not among the writes|is not a plain path/);
        write.permitted.allow('bundles/999999');
        const unread = write.send(as('user', '1.2'), 'PATCH', 'bundles/999999/', { json: {} });
        await expect(unread).rejects.toThrow(/returned 404, not an object, so nothing was written/);
      },
      { roles: { user, maintainer } },
    );
    expect(reference.snapshot()).toEqual(before);
  });
});

test('where restoring lasts longer than it may beyond the run, each value that was not restored is named, and the journal is kept', async () => {
  await withReference(async ({ reference }) => {
    const waits = { ...NO_WAITS, restoring: 500 };
    let isRestoring = false;
    const reported = await withProxy(
      reference.url,
      async ({ write }): Promise<Fate> => {
        if (isRestoring && write > 0) await sleep(waits.restoring + 100);
        return 'pass';
      },
      (url) =>
        writing(
          url,
          reference,
          async (given) => {
            await everything(given);
            isRestoring = true;
          },
          { waits, endsAt: performance.now() },
        ),
    );
    expect(reported.notRestored.map(({ why }) => why)).toContain(
      'restoring ended 0.5 s after --max-duration',
    );
    const left = reported.notRestored.map(({ url, field }) => `${url} ${field}`).join('\n');
    for (const each of ['users/3/ first_name', 'users/3/ last_name', 'projects/1/ web_url']) {
      expect(left).toContain(`/${each}\n`);
    }
    expect(left).toContain('/bundles/');
    expect(reported.journal).toBeDefined();
  });
});

test('with tokens only, two signs that agree are enough to write', async () => {
  await withReference(async ({ reference, before }) => {
    const roles = Object.entries(reference.roles).map(([role, { token }]) => [role, { token }]);
    const tokens = Object.fromEntries(roles) as Reference['roles'];
    const change = async ({ write, as }: Writing) => {
      const path = `users/${write.ownId('user')}/`;
      await write.send(as('user'), 'PATCH', path, { json: { first_name: 'Written' } });
    };
    await writing(reference.url, reference, change, { roles: tokens, marks: true });
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
    expect(MOST_KEPT).toBeLessThanOrEqual(11);
    expect(Math.max(MOST_CHECKS, MOST_KEPT_BUNDLES)).toBeLessThanOrEqual(MOST_KEPT);
  });
});

test.for([
  ['accepted', 201],
  ['refused, but stored', 400],
] as const)(
  'without DELETE few bundles and checks are made; a POST that must be refused is sent until one is %s',
  async ([, status]) => {
    const behaviour = soundBehaviour();
    delete behaviour.routes['bundles/:id/']?.methods.DELETE;
    const { front } = behaviour;
    behaviour.front = async (request, answer) => {
      const isUndue = (await request.clone().text()).includes('undue');
      const response = await front(request, answer);
      return isUndue && status === 400 ? Response.json({ name: ['No.'] }, { status }) : response;
    };
    const reference = await startReference({ behaviour });
    try {
      const work = async ({ write, as }: Writing) => {
        const post = (name: string, createsNothing: boolean, patches: unknown = [7]) => {
          const body = { json: { name: `${write.name()} ${name}`, public: false, patches } };
          return write.send(as('user'), 'POST', 'bundles/', body, { createsNothing });
        };
        for (let n = 0; n < MOST_KEPT_BUNDLES; n += 1) {
          expect((await post('made', false)).status).toBe(201);
        }
        await expect(post('made', false)).rejects.toThrow(`limit of ${MOST_KEPT_BUNDLES} bundles`);
        for (let n = 0; n < 2; n += 1) expect((await post('no', true, 'none')).status).toBe(400);
        expect((await post('undue', true)).status).toBe(status);
        await expect(post('undue', true)).rejects.toThrow(NotSent);
        const path = `patches/${write.patch()}/checks/`;
        const check = () =>
          write.send(as('maintainer'), 'POST', path, {
            json: { state: 'success', context: 'test' },
          });
        for (let n = MOST_KEPT_BUNDLES + 1; n < MOST_KEPT; n += 1) {
          expect((await check()).status).toBe(201);
        }
        await expect(check()).rejects.toThrow(/so no more are created/);
      };
      const { leftBehind } = await writing(reference.url, reference, work, { marks: true });
      const left = (kind: string) => leftBehind.filter((each) => each.kind === kind).length;
      // The markers of two roles, and the bundle to try DELETE.
      expect(left('bundle') + left('check')).toBe(MOST_KEPT + 3);
    } finally {
      await reference.stop();
    }
  },
);

test('a write that takes effect after its time is up is put back at the end', async () => {
  await withReference(async ({ reference, before }) => {
    let late: Promise<unknown> = Promise.resolve();
    const decide = async ({ method, path, body }: PassedRequest): Promise<Fate> => {
      if (method !== 'PATCH' || !body.includes('Late')) return 'pass';
      // It arrives when the client has given up: the instance acts on its own.
      late = call(reference, path, { role: 'user', method: 'PATCH', json: JSON.parse(body) });
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
