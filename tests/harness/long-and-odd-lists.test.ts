import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { State } from '../../fixtures/reference/model.js';
import { MOST_CHECKS } from '../../harness/write.js';
import { type Fate, withProxy } from './proxy.js';
import { withOther, withReference, writing } from './writing.js';

test.for([30, 7])('where a page has at most %i rows, lists are read to their end', async (most) => {
  const change = (behaviour: Behaviour, state: State) => {
    behaviour.paging.maximum = most;
    const [first] = [...state.bundles.values()].filter(({ owner }) => owner === 3);
    if (first === undefined) throw new Error('the user has no bundle');
    for (let n = 1; n <= 40; n += 1) {
      const id = 1000 + n;
      state.bundles.set(id, { ...first, id, name: `of the user ${n}` });
    }
  };
  await withOther(change, async (reference) => {
    const before = reference.snapshot();
    let lost = false;
    const reported = await withProxy(
      reference.url,
      ({ method, path }) => {
        const isFirst = method === 'POST' && path.endsWith('/bundles/') && !lost;
        if (!isFirst) return 'pass';
        lost = true;
        return 'lose the answer';
      },
      (url) =>
        writing(url, reference, async ({ write, as }) => {
          await write.bundle(as('user')).catch(() => {});
        }),
    );
    expect(reported.notRestored).toEqual([]);
    expect(reference.snapshot()).toEqual(before);
  });
});

test('checks whose ids are texts are listed as what remains, and are no more than others', async () => {
  await withReference(async ({ reference }) => {
    const { leftBehind } = await withProxy(
      reference.url,
      async ({ method, path, headers, body }) => {
        if (!/\/checks\/(\?|$)/.test(path)) return 'pass';
        const { authorization = '', 'content-type': type = '' } = headers;
        const sent = method === 'POST' ? { method, body } : {};
        const answer = await fetch(reference.url + path, {
          ...sent,
          headers: { authorization, ...(method === 'POST' ? { 'content-type': type } : {}) },
        });
        const text = (await answer.text()).replaceAll(
          /"id":(\d+),"url":"([^"]*checks)/g,
          '"id":"$1","url":"$2',
        );
        return { status: answer.status, body: text, arrives: false };
      },
      (url) =>
        writing(url, reference, async ({ write, as }) => {
          const json = { state: 'success', context: write.marker };
          const path = `patches/${write.patch()}/checks/`;
          const send = () => write.send(as('maintainer'), 'POST', path, { json });
          for (let n = 0; n < MOST_CHECKS; n += 1) await send();
          await expect(send()).rejects.toThrow(`the limit of ${MOST_CHECKS} checks`);
        }),
    );
    const checks = leftBehind.filter(({ kind }) => kind === 'check').map(({ url }) => url);
    expect(new Set(checks).size).toBe(MOST_CHECKS);
    for (const url of checks) expect(url).toMatch(/patches\/\d+\/checks\/\d+\/$/);
  });
});

test.for<Fate>(['lose the answer', { status: 504, body: '', arrives: true }])(
  'checks whose ids are texts and whose creation is not answered are no more than others: %j',
  async (fate) => {
    let posts = 0;
    const { leftBehind } = await withReference(({ reference }) =>
      withProxy(
        reference.url,
        async ({ method, path, headers: { authorization = '' } }) => {
          if (!/\/checks\/(\?|$)/.test(path)) return 'pass';
          if (method === 'POST') {
            posts += 1;
            return fate;
          }
          const answer = await fetch(reference.url + path, { headers: { authorization } });
          const body = (await answer.text()).replaceAll(
            /"id":(\d+),"url":"([^"]*checks)/g,
            '"id":"$1","url":"$2',
          );
          return { status: answer.status, body, arrives: false };
        },
        (url) =>
          writing(url, reference, async ({ write, as }) => {
            const path = `patches/${write.patch()}/checks/`;
            const json = { state: 'success', context: write.marker };
            for (let n = 0; n < MOST_CHECKS + 2; n += 1) {
              await write.send(as('maintainer'), 'POST', path, { json }).catch(() => {});
            }
          }),
      ),
    );
    expect(posts).toBe(MOST_CHECKS);
    expect(leftBehind.length).toBeGreaterThan(0);
  },
);
