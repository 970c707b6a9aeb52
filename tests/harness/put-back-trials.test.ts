import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { Inconclusive } from '../../harness/violation.js';
import { edited, me, project, projectIn, respond, userIn, written } from './intercepted.js';
import type { PassedRequest } from './proxy.js';

const isPatchOf = ({ method, path }: PassedRequest, part: string) =>
  method === 'PATCH' && path.includes(part);

test('an edit between the PATCH of a trial and the read after it ends in no PUT and no failure', async () => {
  let isTried = false;
  const puts: string[] = [];
  const { state } = await written(
    {
      decide: (request, { state }) => {
        if (request.method === 'PUT') puts.push(request.path);
        if (request.method === 'GET' && isTried) userIn(state).last_name = 'Theirs';
        isTried = isPatchOf(request, 'users/');
        return 'pass';
      },
    },
    async (given) => {
      const sent = given.write.ready(given.as('user'), me(given));
      await expect(sent).rejects.toThrow(Inconclusive);
      await expect(sent).rejects.toThrow(
        'another client changes it, or what is stored is not what is answered',
      );
    },
  );
  expect(puts).toEqual([]);
  expect(userIn(state).last_name).toBe('Theirs');
});

/** Answers each read of a project as it was first read at the same address. */
function caching(behaviour: Behaviour): void {
  const cache = new Map<string, Response>();
  behaviour.front = async (request, answer) => {
    const isCached =
      request.method === 'GET' && /projects\/\d+\/$/.test(new URL(request.url).pathname);
    if (!isCached) return answer(request);
    const response = cache.get(request.url) ?? (await answer(request));
    cache.set(request.url, response.clone());
    return response;
  };
}

test('an original behind a cache is read past it, so an edit before the first write stays', async () => {
  const theirs = 'https://git.example.org/new.git';
  const { reported, state } = await written({ behaviour: caching }, async (given) => {
    const api = given.as('maintainer', '1.4');
    expect((await api.get(project(given))).json).not.toMatchObject({ scm_url: theirs });
    await edited(given.reference, project(given), { scm_url: theirs }, 'maintainer');
    const json = { web_url: 'https://e.test/a' };
    // That the cache shows none of the writes is named, whatever was written.
    await given.write
      .send(given.as('maintainer'), 'PATCH', project(given), { json })
      .catch(() => {});
  });
  expect(projectIn(state).scm_url).toBe(theirs);
  expect(reported.notRestored).toEqual([]);
});

const URLS = ['web_url', 'scm_url', 'webscm_url', 'list_archive_url'] as const;

test.for<[string, string | null]>([
  ['blank', null],
  ['outdated', 'no URL any more'],
])(
  'where a 400 names one %s field at a time, nothing is written, which is no failure',
  async ([, value]) => {
    let writes = 0;
    const { reported, before, after } = await written(
      {
        state: (state) => {
          for (const name of URLS) projectIn(state)[name] = value;
        },
        front: ({ body }, answer) => {
          writes += 1;
          const refused = URLS.find((name) => name in body && body[name] === value);
          return refused === undefined ? answer() : respond(400, { [refused]: ['Not valid.'] });
        },
      },
      async (given) => {
        const send = () =>
          given.write.send(given.as('maintainer'), 'PATCH', project(given), {
            json: { web_url: 'https://e.test/a' },
          });
        await expect(send()).rejects.toThrow(Inconclusive);
        await expect(send()).rejects.toThrow('could not be found out in 3 writes');
      },
    );
    expect(writes).toBe(3);
    expect(after).toEqual(before);
    expect(reported.notRestored).toEqual([]);
  },
);
