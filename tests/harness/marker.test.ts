import { expect, test, vi } from 'vitest';
import type { Reference } from '../../fixtures/reference/start.js';
import { NO_WAITS } from '../../harness/settings.js';
import { Inconclusive } from '../../harness/violation.js';
import { clearMarks } from '../../harness/writing/left-marks.js';
import { turnIn, turnName } from '../../harness/writing/temporary-values.js';
import { call, object } from '../reference/call.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { settingsFor } from './serving.js';
import { butChecks, type Kept, type Writing, withReference, writing } from './writing.js';

const HOUR = 60 * 60_000;
const RUN = '0123abcd';

/** The waits of these tests: another run does not end meanwhile. */
const WAITS = { ...NO_WAITS, turn: 0, again: [0, 0] } as const;

/** Creates the marker of another run as the user, and returns its id. */
async function markedBy(reference: Reference, since: number): Promise<number> {
  const json = { name: turnName(RUN, new Date(since), 1), patches: [7] };
  const how = { role: 'user', method: 'POST', json } as const;
  return Number(object((await call(reference, '/api/1.3/bundles/', how)).body).id);
}

const MARKING = { marks: true, waits: WAITS };

/** Writes as a run does, with its markers, behind a proxy. */
function through(
  decide: (request: PassedRequest) => Fate | Promise<Fate>,
  reference: Reference,
  work: (writing: Writing) => Promise<unknown> = async () => {},
) {
  return withProxy(reference.url, decide, (url) => writing(url, reference, work, MARKING));
}

function bundlesOf({ reference }: Kept): { id: number; name: string }[] {
  return (reference.snapshot() as { bundles: { id: number; name: string }[] }).bundles;
}

test('while another run writes nothing is written, and the reason names it', async () => {
  await withReference(async (kept) => {
    const since = Date.now() - HOUR;
    await markedBy(kept.reference, since);
    const before = kept.reference.snapshot();
    let shared = 0;
    const decide = ({ write, path }: PassedRequest): Fate => {
      if (write > 0 && !path.includes('/bundles/')) shared += 1;
      return 'pass';
    };
    const refused = through(decide, kept.reference);
    await expect(refused).rejects.toThrow(Inconclusive);
    const begun = new Date(since).toISOString().slice(0, -5);
    await expect(refused).rejects.toThrow(
      new RegExp(`run ${RUN} has been writing to this instance since ${begun}.*--run ${RUN}$`),
    );
    expect([shared, kept.reference.snapshot()]).toEqual([0, before]);
  });
});

test('the marker of a run that was killed long ago is removed, and reported', async () => {
  await withReference(async (kept) => {
    await markedBy(kept.reference, Date.now() - 3 * HOUR);
    const { notes } = await writing(kept.reference.url, kept.reference, async () => {}, MARKING);
    expect(notes).toEqual([expect.stringMatching(`run ${RUN}, .* was killed: its marker removed`)]);
    expect(kept.reference.snapshot()).toEqual(kept.before);
  });
});

/** The roots of the versions have this `Date`; empty for none. */
function dated(date: () => string): (request: PassedRequest) => Fate {
  return ({ path }) =>
    /\/api\/1\.\d\/(\?|$)/.test(path)
      ? { status: 200, headers: { date: date() }, body: '{}', arrives: false }
      : 'pass';
}

test('whether a marker is old is a matter of the clock of the instance', async () => {
  await withReference(async (kept) => {
    const since = Date.now() - 3 * HOUR;
    await markedBy(kept.reference, since);
    const date = new Date(since + HOUR).toUTCString();
    const refused = through(
      dated(() => date),
      kept.reference,
    );
    await expect(refused).rejects.toThrow(`run ${RUN} has been writing`);
  });
});

test.for([-5, 5])(
  'a clock of this machine that is %i hours off takes no run for killed, nor is it taken for that',
  async (hours) => {
    await withReference(async (kept) => {
      const now = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: now + hours * HOUR });
      try {
        const sent = dated(() => new Date(now).toUTCString());
        let own: string[] = [];
        await through(sent, kept.reference, async () => {
          own = bundlesOf(kept).map(({ name }) => name);
        });
        const turn = own.map((name) => turnIn(name)).find((each) => each !== undefined);
        expect(Math.abs((turn?.since?.getTime() ?? 0) - now)).toBeLessThan(HOUR);
        await markedBy(kept.reference, now - HOUR);
        await expect(through(sent, kept.reference)).rejects.toThrow('has been writing');
      } finally {
        vi.useRealTimers();
      }
    });
  },
);

test('an instance without `Date` tells no time, so no marker is taken for left', async () => {
  await withReference(async (kept) => {
    const without = dated(() => '');
    let own: string[] = [];
    await through(without, kept.reference, async () => {
      own = bundlesOf(kept).map(({ name }) => name);
    });
    const turn = own.map((name) => turnIn(name)).find((each) => each !== undefined);
    expect(turn).toEqual({ run: expect.stringMatching(/^[0-9a-f]{8}$/) });
    await markedBy(kept.reference, Date.now() - 300 * HOUR);
    await expect(through(without, kept.reference)).rejects.toThrow(`--run ${RUN}`);
  });
});

test('a marker that is never listed, where other private bundles are, keeps the run from writing', async () => {
  await withReference(async (kept) => {
    const decide = async ({ method, path }: PassedRequest): Promise<Fate> => {
      if (method !== 'GET' || !/\/bundles\/(\?|$)/.test(path)) return 'pass';
      const body = JSON.stringify([{ id: 1, name: 'Mine', owner: { id: 3 }, public: false }]);
      return { status: 200, body, arrives: false };
    };
    const refused = through(decide, kept.reference);
    await expect(refused).rejects.toThrow(/bundles\/ does not list the private bundle \d+/);
    expect(butChecks(kept.reference.snapshot())).toEqual(butChecks(kept.before));
  });
});

test('where no bundle can be created the run writes, and says that others were not kept out', async () => {
  await withReference(async ({ reference, before }) => {
    const decide = ({ method, path }: PassedRequest): Fate =>
      method === 'POST' && path.endsWith('/bundles/') ? { status: 403, arrives: false } : 'pass';
    const { notes } = await through(decide, reference, async ({ write, as }) => {
      const path = `projects/${write.project().id}/`;
      const json = { web_url: 'https://e.test/' };
      expect((await write.send(as('maintainer'), 'PATCH', path, { json })).status).toBe(200);
    });
    expect(notes).toEqual([
      expect.stringMatching(/^no marker could be set as user \(POST .* 403\): another run /),
      expect.stringMatching(/^no marker could be set as maintainer \(POST .* 403\): another run /),
    ]);
    expect(reference.snapshot()).toEqual(before);
  });
});

test('without a journal old markers are removed, a younger one by its run, and marked values named', async () => {
  await withReference(async (kept) => {
    const { url, roles, project } = kept.reference;
    const old = await markedBy(kept.reference, Date.now() - 3 * HOUR);
    const young = await markedBy(kept.reference, Date.now() - HOUR);
    const json = { web_url: 'https://web-url.example.org/conformance-0123abcd/1' };
    const how = { role: 'maintainer', method: 'PATCH', json } as const;
    await call(kept.reference, `/api/1.3/projects/${project}/`, how);
    const settings = settingsFor(url, { credentials: roles });
    const first = await clearMarks(settings, { project });
    expect(first.restored).toMatchObject({
      restored: 1,
      notRestored: [
        { url: expect.stringContaining(`/bundles/${young}/`), why: expect.stringMatching(RUN) },
        { url: expect.stringContaining('/projects/1/'), field: 'web_url' },
      ],
    });
    expect(bundlesOf(kept).map(({ id }) => id)).not.toContain(old);
    const second = await clearMarks(settings, { project, run: RUN });
    expect(second.restored).toMatchObject({ restored: 1, notRestored: [{ field: 'web_url' }] });
    expect(bundlesOf(kept).map(({ id }) => id)).not.toContain(young);
  });
});

test.for(['PUT', 'POST'])(
  'where a proxy refuses %s alone, what needs it is not checked',
  async (blocked) => {
    await withReference(async ({ reference }) => {
      const decide = ({ method }: PassedRequest): Fate =>
        method === blocked ? { status: 501, body: '<h1>No</h1>', arrives: false } : 'pass';
      const refused = through(decide, reference, async ({ write, as }) => {
        const json = { first_name: 'Conformance' };
        const path = `users/${write.ownId('user')}/`;
        expect((await write.send(as('user'), 'PATCH', path, { json })).status).toBe(200);
        await write.send(as('user'), 'PUT', path, { json });
      });
      await expect(refused).rejects.toThrow(`${blocked} is refused before the API (status 501`);
    });
  },
);

test('where DELETE is refused one bundle more remains, and a released marker keeps no run out', async () => {
  await withReference(async (kept) => {
    const decide = ({ method }: PassedRequest): Fate =>
      method === 'DELETE' ? { status: 405, arrives: false } : 'pass';
    for (const names of [3, 6]) {
      expect((await through(decide, kept.reference)).notRestored).toEqual([]);
      const left = bundlesOf(kept).filter(({ name }) => name.includes('conformance-'));
      expect(left).toHaveLength(names);
    }
  });
});
