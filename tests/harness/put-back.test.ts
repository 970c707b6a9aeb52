import { expect, test } from 'vitest';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import type { Project, State } from '../../fixtures/reference/model.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { NoMoreWrites, UnsavedField } from '../../harness/violation.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { call } from '../reference/call.js';
import { butChecks, type Writing, writing } from './writing.js';

/** How an instance differs from the sound one. */
interface Otherwise {
  state?: (state: State) => void;
  /** What becomes of a write of an object that is no bundle. */
  front?: (
    request: { method: string; path: string; body: Record<string, unknown> },
    answer: (body?: Record<string, unknown>, method?: string) => Promise<Response>,
  ) => Response | Promise<Response>;
}

interface Done {
  reported: ReportedWrites;
  before: unknown;
  after: unknown;
}

/** Writes to such an instance, and restores. */
async function written(
  { state: change = () => {}, front }: Otherwise,
  work: (given: Writing & { reference: Reference }) => Promise<unknown>,
): Promise<Done> {
  const state = makeState();
  change(state);
  const behaviour = soundBehaviour();
  if (front !== undefined) behaviour.front = intercepting(front);
  const reference = await startReference({ behaviour, state });
  try {
    const before = butChecks(reference.snapshot());
    const reported = await writing(reference.url, reference, (given) =>
      work({ ...given, reference }),
    );
    return { reported, before, after: butChecks(reference.snapshot()) };
  } finally {
    await reference.stop();
  }
}

function intercepting(front: NonNullable<Otherwise['front']>): Behaviour['front'] {
  return async (request, answer) => {
    const { pathname: path } = new URL(request.url);
    const { method } = request;
    if (!['PATCH', 'PUT'].includes(method) || path.includes('bundles')) return answer(request);
    const text = await request.text();
    const body = JSON.parse(text) as Record<string, unknown>;
    const again = (json = body, as = method) =>
      answer(
        as === 'GET'
          ? new Request(request.url, { headers: request.headers })
          : new Request(request.url, {
              method: as,
              headers: request.headers,
              body: JSON.stringify(json),
            }),
      );
    return front({ method, path, body }, again);
  };
}

function refusal(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

const me = ({ write }: Writing) => `users/${write.ownId('user')}/`;
const project = ({ write }: Writing) => `projects/${write.project().id}/`;

const NAMES = { first_name: 'Ours', last_name: 'Ours too' };

test('where PATCH is refused, PUT is used, also to put back', async () => {
  const { reported, before, after } = await written(
    { front: ({ method }, answer) => (method === 'PATCH' ? refusal(405, {}) : answer()) },
    async (given) => {
      const json = { ...NAMES, settings: { send_email: true, items_per_page: 7, show_ids: true } };
      const answer = await given.write.send(given.as('user'), 'PUT', me(given), { json });
      expect(answer.status).toBe(200);
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('where PATCH is ignored, what PUT has changed is put back by PUT', async () => {
  const { reported, before, after } = await written(
    { front: ({ method }, answer) => (method === 'PATCH' ? answer(undefined, 'GET') : answer()) },
    async (given) => {
      const json = { ...NAMES, settings: { send_email: true, items_per_page: 7, show_ids: true } };
      await given.write.send(given.as('user'), 'PUT', me(given), { json });
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('where neither PATCH nor PUT takes back what is there, nothing is written', async () => {
  let writes = 0;
  const { reported, before, after } = await written(
    {
      front: () => {
        writes += 1;
        return refusal(403, { detail: 'No.' });
      },
    },
    async (given) => {
      const send = () => given.write.send(given.as('user'), 'PATCH', me(given), { json: NAMES });
      await expect(send()).rejects.toThrow(NoMoreWrites);
      await expect(send()).rejects.toThrow('expected status 200, got 403');
    },
  );
  expect(writes).toBe(2);
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('a value that is not taken back is not changed; the other fields are written', async () => {
  const { reported, before, after } = await written(
    {
      state: (state) => {
        const row = state.users.get(3);
        if (row !== undefined) row.settings.items_per_page = 500;
      },
      front: ({ body }, answer) =>
        /"items_per_page":500/.test(JSON.stringify(body))
          ? refusal(400, { settings: { items_per_page: ['At most 250.'] } })
          : answer(),
    },
    async (given) => {
      const api = given.as('user');
      const one = { json: { settings: { items_per_page: 7 } } };
      await expect(given.write.send(api, 'PATCH', me(given), one)).rejects.toThrow(UnsavedField);
      await expect(given.write.send(api, 'PUT', me(given), { json: NAMES })).rejects.toThrow(
        /refused the present value of `settings\.[a-z_]+`, so no PUT was sent/,
      );
      expect((await given.write.send(api, 'PATCH', me(given), { json: NAMES })).status).toBe(200);
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('a blank value that is shown as null and taken as an empty text only is put back as that', async () => {
  const { reported, before, after } = await written(
    {
      state: (state) => {
        const row = state.projects.get(1);
        if (row !== undefined) row.web_url = null;
      },
      front: ({ body }, answer) => {
        if (body.web_url === null) return refusal(400, { web_url: ['May not be null.'] });
        return answer(body.web_url === '' ? { ...body, web_url: null } : body);
      },
    },
    async (given) => {
      const json = { web_url: 'https://e.test/a' };
      await given.write.send(given.as('maintainer'), 'PATCH', project(given), { json });
    },
  );
  expect(after).toEqual(before);
  expect(reported).toMatchObject({ restored: 1, notRestored: [] });
});

test('a value that is altered when it is stored again: nothing is written, and it is put back or named', async () => {
  const { reported } = await written(
    {
      front: ({ body }, answer) =>
        answer('first_name' in body ? { ...body, first_name: 'Altered' } : body),
    },
    async (given) => {
      const sent = given.write.send(given.as('user'), 'PATCH', me(given), {
        json: { last_name: 'Ours' },
      });
      await expect(sent).rejects.toThrow('expected that nothing changes, got another `first_name`');
    },
  );
  expect(reported.notRestored).toMatchObject([{ field: 'first_name' }]);
});

test.for([
  ['white space around it', 'Ursula \u00a0'],
  ['a control character', 'Ursula\tB'],
  ['an accent that is not composed', 'Rene\u0301'],
] as const)('a text with %s is not changed, since it may be stored otherwise', async ([, name]) => {
  const { reported, before, after } = await written(
    {
      state: (state) => {
        const row = state.users.get(3);
        if (row !== undefined) row.first_name = name;
      },
      front: ({ body }, answer) => {
        const text = body.first_name;
        const stored = typeof text === 'string' ? text.trim().normalize('NFC') : text;
        return answer('first_name' in body ? { ...body, first_name: stored } : body);
      },
    },
    async (given) => {
      const api = given.as('user');
      const sent = given.write.send(api, 'PATCH', me(given), { json: NAMES });
      await expect(sent).rejects.toThrow(/shows `first_name` with outer white space/);
      const json = { last_name: 'Ours' };
      expect((await given.write.send(api, 'PATCH', me(given), { json })).status).toBe(200);
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('what a write changes besides what it sent is named, also where no write puts it back', async () => {
  let project: Project | undefined;
  const { reported } = await written(
    {
      state: (state) => {
        project = state.projects.get(1);
      },
      front: ({ body }, answer) => {
        // Not by the trial, which sends what is there.
        if (project !== undefined && body.web_url === 'https://e.test/a') {
          project.maintainers = project.maintainers.slice(-1);
          project.subject_match = 'cut';
        }
        return answer();
      },
    },
    async ({ write, as }) => {
      const json = { web_url: 'https://e.test/a' };
      await write.send(as('maintainer'), 'PATCH', `projects/${write.project().id}/`, { json });
    },
  );
  const why = expect.stringMatching(/ before the run, which did not send it: a write may have /);
  expect(reported.notRestored).toMatchObject([
    { field: 'maintainers', why },
    { field: 'subject_match', why },
  ]);
});

test('after an edit of the owner nothing more is written to the object, and it is left alone', async () => {
  const { reported, after } = await written({}, async ({ write, as, reference }) => {
    const path = `users/${write.ownId('user')}/`;
    await write.send(as('user'), 'PATCH', path, { json: { first_name: 'Ours' } });
    const how = { role: 'user', method: 'PATCH', json: { last_name: 'Theirs' } } as const;
    expect((await call(reference, `/api/1.3/${path}`, how)).status).toBe(200);
    const next = write.send(as('user'), 'PATCH', path, { json: { first_name: 'Ours again' } });
    await expect(next).rejects.toThrow('another client changes it, so nothing more was written');
  });
  const rows = (after as { users: { id: number; last_name: string }[] }).users;
  expect(rows.find(({ id }) => id === 3)?.last_name).toBe('Theirs');
  const ways = expect.stringMatching(/--overwrite users\/3 .*--keep users\/3 /);
  expect(reported.notRestored).toMatchObject([
    { field: 'first_name', why: ways },
    { field: 'last_name', why: ways },
  ]);
});

test('a value of the owner that looks like one of another run is not overwritten', async () => {
  const theirs = 'https://git.example.net/vulkan-conformance';
  const { reported, after } = await written({}, async ({ write, as, reference }) => {
    const path = `projects/${write.project().id}/`;
    await write.send(as('maintainer'), 'PATCH', path, { json: { web_url: 'https://e.test/a' } });
    const how = { role: 'maintainer', method: 'PATCH', json: { web_url: theirs } } as const;
    await call(reference, `/api/1.3/${path}`, how);
  });
  expect((after as { projects: { web_url: string }[] }).projects[0]?.web_url).toBe(theirs);
  expect(reported.notRestored).toMatchObject([{ field: 'web_url' }]);
});
