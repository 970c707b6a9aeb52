import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../analysis/client-profile/answer.js';
import { answerProfiles, requirementsOf } from '../../analysis/client-profile/answer-profile.js';
import { readProfiles, shippedProfiles } from '../../cli/client-profiles.js';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import { likeRelease } from '../../fixtures/reference/like/like-release.js';
import { withoutSeries } from '../../fixtures/reference/like/old-patch.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { joined } from '../../harness/extension.js';
import type { Report } from '../../harness/report.js';
import { credentialName, NEEDED_ROLES } from '../../harness/role.js';
import { parseReport } from '../../harness/stored-report.js';
import { conformance, inNewFolder } from '../cli/command.js';

const PROFILES = readProfiles(shippedProfiles());
const ALL = PROFILES.map(({ profile }) => profile.name);

/** What the answers for all clients rest on; the groups are those that read what has the fields. */
const NEEDED = [
  ...new Set(PROFILES.flatMap(({ profile }) => profile.needs.flatMap(requirementsOf))),
  ...['root.*', 'project.*', 'user.*', 'person.*', 'cover.*', 'series.*', 'event.*', 'check.*'],
];

/** Runs the command with every role on an instance. */
async function reportOf(behaviour: Behaviour, ...args: string[]): Promise<Report> {
  const state = makeState();
  withoutSeries(state);
  const reference = await startReference({ behaviour, state });
  try {
    return await inNewFolder(async (cwd) => {
      const run = ['run', '--base-url', reference.url, '--quiet', '--report', 'run.json', ...args];
      await conformance(run, { cwd, env: { TMPDIR: cwd, ...tokensOf(reference) } });
      return parseReport(await readFile(join(cwd, 'run.json'), 'utf8'));
    });
  } finally {
    await reference.stop();
  }
}

function tokensOf({ roles, project }: Reference): Record<string, string> {
  const parts = ['token', 'name', 'password'] as const;
  return {
    CONFORMANCE_PROJECT: project,
    ...Object.fromEntries(
      NEEDED_ROLES.flatMap((role) =>
        parts.map((part) => [credentialName(role, part), roles[role][part]]),
      ),
    ),
  };
}

/** A reference like a deployed release. */
function like32(): Behaviour {
  const behaviour = soundBehaviour();
  likeRelease(behaviour, '3.2');
  return behaviour;
}

/** Links in the order of another framework. */
function firstLinkFirst({ paging }: Behaviour): void {
  const { first, last, prev, next } = paging.relations;
  if (!first || !last || !prev || !next) throw new Error('a relation is missing');
  paging.relations = { first, last, prev, next };
}

function relativeLinks({ paging }: Behaviour): void {
  const { address } = paging;
  paging.address = (...given) => address(...given).replace(/^https?:\/\/[^/]+/, '');
}

/** The clients with an answer, and why. */
function clientsWith(report: Report, wanted: Answer): string[] {
  const stored = { file: 'run.json', report: joined(report) };
  const { clients } = answerProfiles(PROFILES, stored);
  return clients.filter(({ verdict }) => verdict === wanted).map(({ profile }) => profile.name);
}

/** The clients whose profiles need a requirement. */
function needing(id: string): string[] {
  const own = PROFILES.filter(({ profile }) =>
    profile.needs.some((need) => requirementsOf(need).includes(id)),
  );
  return own.map(({ profile }) => profile.name);
}

const WRITING = ['--allow-writes', '--runs', '1', '--only', NEEDED.join(',')];

/** The report on an instance like release 3.2, and on the same with other links. */
const like32Report = once(() => reportOf(like32(), ...WRITING));
const otherLinksReport = once(() => {
  const behaviour = like32();
  firstLinkFirst(behaviour);
  return reportOf(behaviour, ...WRITING);
});

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

test('every profile that comes with the package is read, and names its own file', () => {
  expect(ALL).toHaveLength(12);
  const named = PROFILES.map(({ file, profile }) => [
    file,
    profile.name.toLowerCase().replace(' ', '-'),
  ]);
  for (const [file, name] of named) expect(name).toBe(file);
});

test('every client works on an instance like release 3.2', async () => {
  const report = await like32Report();
  const { clients } = answerProfiles(PROFILES, { file: 'run.json', report: joined(report) });
  const open = clients.flatMap(({ profile, needs }) =>
    needs.flatMap(({ kind, of, name, answers }) =>
      answers
        .filter(({ answer }) => answer !== 'yes' && answer !== 'unneeded')
        .map(({ version, answer, why }) =>
          [profile.name, kind, of, name, version, answer, why].join(' '),
        ),
    ),
  );
  expect(open).toEqual([]);
  expect(clientsWith(report, 'yes')).toEqual(ALL);
});

test('where next is not the first link, the clients that take the first link break', async () => {
  const report = await otherLinksReport();
  expect(clientsWith(report, 'no').sort()).toEqual(['BlueZ CI', 'CKI', 'NIPA', 'pwclient']);
  expect(clientsWith(report, 'no').sort()).toEqual(needing('client.link.next-first').sort());
  expect(clientsWith(report, 'unknown')).toEqual([]);
});

test('compare names these clients first, and ends with 1', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'a.json'), JSON.stringify(await like32Report()));
    await writeFile(join(cwd, 'b.json'), JSON.stringify(await otherLinksReport()));
    const { status, stdout } = await conformance(['compare', 'a.json', 'b.json'], { cwd });
    const [first = ''] = stdout.split('\n\n');
    expect(first).toMatch(/^Comparison of conformance reports\nupgrade breaks: /);
    for (const name of ['BlueZ CI', 'CKI', 'NIPA', 'pwclient'])
      expect(first).toContain(`${name} (`);
    expect(first).not.toMatch(/b4|git-pw|pw-ci/);
    expect(stdout).toMatch(/\n REGRESSED {2}4 clients break · no MUST regressed/);
    expect(status).toBe(1);
    const back = await conformance(['compare', 'b.json', 'a.json'], { cwd });
    expect(back.stdout).toMatch(
      /^Comparison of conformance reports\nupgrade breaks no client [^\n]*\n\nupgrade mends: /,
    );
    expect(back.status).toBe(0);
  });
});

test('where links are relative, the clients that request them as they are break', async () => {
  const behaviour = like32();
  relativeLinks(behaviour);
  const report = await reportOf(behaviour, ...WRITING);
  const absolute = needing('client.link.absolute');
  expect(absolute.length).toBeGreaterThan(3);
  expect(clientsWith(report, 'no')).toEqual(absolute);
  expect(clientsWith(report, 'unknown')).toEqual([]);
});

test('both are as the specification has it: only client contracts fail', async () => {
  const behaviour = soundBehaviour();
  firstLinkFirst(behaviour);
  relativeLinks(behaviour);
  const report = await reportOf(behaviour);
  expect(report.verdict).toBe('conformant');
  const { fail, warn, error, inconclusive } = report.counts;
  expect([fail, warn, error, inconclusive]).toEqual([0, 0, 0, 0]);
  const [contracts] = report.extensions ?? [];
  const failing = contracts?.results.filter(
    ({ verdict }) =>
      verdict !== 'pass' &&
      verdict !== 'observed' &&
      verdict !== 'not-applicable' &&
      verdict !== 'skipped',
  );
  expect([...new Set(failing?.map(({ requirement }) => requirement))].sort()).toEqual([
    'client.event.order',
    'client.link.absolute',
    'client.link.next-first',
  ]);
});
