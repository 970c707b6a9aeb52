import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ROLES } from '../../fixtures/reference/data/people.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { newWrites } from '../../harness/journal.js';
import type { Report } from '../../harness/report.js';
import { WRITE_WAITS, type WriteWaits } from '../../harness/settings.js';
import { inNewFolder, outcome } from '../cli/command.js';
import { deferred } from '../cli/deferred.js';
import { type PassedRequest, withProxy } from '../harness/proxy.js';
import { withInstance } from './instance.js';

/** How many pairs of runs of each kind; `PAIRS=50 npm run test:runs -- two-runs` starts more. */
const PAIRS = Number(process.env.PAIRS ?? 1);
const EACH = Array.from({ length: PAIRS }, (_, pair) => pair);

const DIST = new URL('../../dist/', import.meta.url).href;
const WRITER = fileURLToPath(new URL('./writer.mjs', import.meta.url));

/** Long enough for the other run, and short before each look. */
const WAITS: WriteWaits = { ...WRITE_WAITS, again: [50, 300], look: 300 };

/** Writes to what both runs share: a user, a project and a comment. */
const SHARED = [
  'user.update*-name',
  'project.update*-url',
  'comment.update',
  'comment.update.addressed',
];

type Roles = Partial<Reference['roles']>;
type Row = Record<string, unknown> & { id: number };

/** A write to something that both runs could change, by the run that sent it. */
interface SharedWrite {
  by: string;
  path: string;
}

/**
 * Starts two runs in processes of their own, holds the first write of each until the other has one too,
 * and returns their reports and the writes in order.
 */
async function pairOf(reference: Reference, roles: readonly [Roles, Roles], only: string[]) {
  const { project } = reference;
  const writes: SharedWrite[] = [];
  const arrived = new Map<string, ReturnType<typeof deferred>>(
    ['first', 'second'].map((by) => [by, deferred()]),
  );
  const decide = async ({ write, headers, path }: PassedRequest) => {
    if (write === 0) return 'pass' as const;
    const by = headers['user-agent'] ?? '';
    arrived.get(by)?.resolve();
    await Promise.all([...arrived.values()].map(({ promise }) => promise));
    if (!path.includes('/bundles/')) writes.push({ by, path });
    return 'pass' as const;
  };
  const reports = await inNewFolder((folder) =>
    withProxy(reference.url, decide, (baseUrl) =>
      Promise.all(
        ['first', 'second'].map((userAgent, index) =>
          reportOf(
            { baseUrl, userAgent, project, credentials: roles[index], only },
            folder,
            userAgent,
          ),
        ),
      ),
    ),
  );
  return { reports, writes };
}

/** Runs with these settings besides the usual ones, in a process of its own. */
async function reportOf(own: object, cwd: string, journal: string): Promise<Report> {
  const settings = {
    headers: [],
    concurrency: 4,
    rps: 0,
    timeoutMs: 60_000,
    maxBytes: 10_000_000,
    showEmails: false,
    skip: [],
    versions: ['1.3'],
    seed: 1,
    ...own,
    writes: newWrites(join(cwd, journal), WAITS),
  };
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, TMPDIR: cwd, SETTINGS: JSON.stringify(settings) };
  const { stdout, stderr } = await outcome(spawn(process.execPath, [WRITER, DIST], { cwd, env }));
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}

/** The fields of users, projects, patches and comments that are not as before. */
function differences(reference: Reference, before: unknown): string[] {
  const [was, is] = [before, reference.snapshot()] as Record<string, Row[]>[];
  return ['users', 'projects', 'patches', 'patchComments', 'bundles'].flatMap((table) =>
    (was?.[table] ?? []).flatMap((row) => {
      const now = is?.[table]?.find(({ id }) => id === row.id);
      return Object.keys(row)
        .filter((name) => JSON.stringify(row[name]) !== JSON.stringify(now?.[name]))
        .map((field) => `${table} ${row.id} ${field}`);
    }),
  );
}

test.for(EACH)('of two runs with the same accounts one waits for the other, pair %i', async () => {
  await withInstance({}, async (reference) => {
    const before = reference.snapshot();
    const { roles } = reference;
    const { reports, writes } = await pairOf(reference, [roles, roles], SHARED);
    expect(differences(reference, before)).toEqual([]);
    for (const { verdict, writes: reported } of reports) {
      expect([verdict, reported?.notRestored]).toEqual(['conformant', []]);
    }
    // Neither writes before the other has ended.
    const turns = writes.filter(({ by }, index) => by !== writes[index - 1]?.by);
    expect(turns).toHaveLength(2);
  });
});

test('a run whose journal another one has created meanwhile writes nothing, and leaves it to that one', async () => {
  await withInstance({}, async (reference) => {
    const before = reference.snapshot();
    const { roles: credentials, project } = reference;
    let second: Promise<Report> | undefined;
    const reports = await inNewFolder((folder) => {
      const run = (baseUrl: string, userAgent: string, only: string) =>
        reportOf({ baseUrl, userAgent, project, credentials, only: [only] }, folder, 'journal');
      const decide = async ({ path, method, headers }: PassedRequest) => {
        const isOfSecond = headers['user-agent'] === 'second';
        if (method === 'GET' || !/users/.test(path) || isOfSecond) return 'pass' as const;
        // The second one starts in the midst of the writes of the first, which wait for its end.
        const { host } = headers;
        second ??= run(`http://${host}`, 'second', 'user.update');
        await second;
        return 'pass' as const;
      };
      return withProxy(reference.url, decide, async (baseUrl) => [
        await run(baseUrl, 'first', 'user.update*-name'),
        await second,
      ]);
    });
    expect(differences(reference, before)).toEqual([]);
    expect(reports).toMatchObject([
      { verdict: 'conformant', writes: { notRestored: [] } },
      { verdict: 'incomplete', interrupted: true },
    ]);
    expect(reports[1]).not.toHaveProperty('writes');
    expect(JSON.stringify(reports[1])).toMatch(/the journal cannot be created \(EEXIST/);
  });
});

/** What a flag, a number or a state is cannot tell whose it is. */
const UNMARKED = /^(patches|patchComments) /;

test.for(EACH)(
  'two maintainers of a project lose no value that shows a mark in silence, pair %i',
  async () => {
    const state = makeState();
    const second = [...state.users.values()].find(({ username }) => username === ROLES.other);
    for (const project of state.projects.values()) project.maintainers.push(second?.id ?? 0);
    await withInstance({ state }, async (reference) => {
      const before = reference.snapshot();
      const { user, maintainer, other } = reference.roles;
      const both = [
        { user, maintainer },
        { user: other, maintainer: other },
      ] as const;
      const { reports } = await pairOf(reference, both, SHARED);
      // A write of one between the look and the write of the other: then it is left alone, and said.
      const said = reports.flatMap(({ writes }) =>
        (writes?.notRestored ?? []).map(({ url, field }) => {
          const [, table, id] = /\/(\w+)\/(\d+)\/$/.exec(url) ?? [];
          return `${table} ${id} ${field.split('.')[0]}`;
        }),
      );
      const lost = differences(reference, before).filter(
        (each) => !UNMARKED.test(each) && !said.includes(each),
      );
      expect(lost).toEqual([]);
    });
  },
);
