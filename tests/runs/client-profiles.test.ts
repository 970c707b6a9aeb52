import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../analysis/client-profile/answer.js';
import { answerProfiles, requirementsOf } from '../../analysis/client-profile/answer-profile.js';
import { CLIENT_CONTRACTS } from '../../cli/catalogue.js';
import { readProfiles, shippedProfiles } from '../../cli/client-profiles.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { joined } from '../../harness/extension.js';
import type { Report } from '../../harness/report.js';
import { conformance, inNewFolder } from '../cli/command.js';
import {
  credentials,
  firstLinkFirst,
  type Otherwise,
  ran,
  stateForContracts,
  withInstance,
} from './instance.js';

const PROFILES = readProfiles(shippedProfiles());
const ALL = PROFILES.map(({ profile }) => profile.name);

/** What the answers for all clients rest on; the groups are those that read what has the fields. */
const NEEDED = [
  ...new Set(PROFILES.flatMap(({ profile }) => profile.needs.flatMap(requirementsOf))),
  ...['root.*', 'project.*', 'user.*', 'person.*', 'cover.*', 'series.*', 'event.*', 'check.*'],
];

const WRITING = ['--allow-writes', '--runs', '1', '--only', NEEDED.join()];

/** Runs the command with every role on an instance. */
async function reportOf(otherwise: Otherwise, ...args: string[]): Promise<Report> {
  return withInstance({ state: stateForContracts(), ...otherwise }, async (reference) => {
    const run = ['run', '--base-url', reference.url, '--quiet', ...args];
    return (await ran(run, { env: credentials(reference) })).report;
  });
}

function relativeLinks({ paging }: Behaviour): void {
  const { address } = paging;
  paging.address = (...given) => address(...given).replace(/^https?:\/\/[^/]+/, '');
}

/** The clients with an answer, and why. */
function clientsWith(report: Report, wanted: Answer): string[] {
  const { clients } = answerProfiles(PROFILES, { file: 'run.json', report: joined(report) });
  return clients.filter(({ verdict }) => verdict === wanted).map(({ profile }) => profile.name);
}

/** The clients whose profiles need a requirement. */
function needing(id: string): string[] {
  const own = PROFILES.filter(({ profile }) =>
    profile.needs.some((need) => requirementsOf(need).includes(id)),
  );
  return own.map(({ profile }) => profile.name);
}

/** The reports on an instance like release 3.2, and on the same with other links. */
let like32: Report;
let otherLinks: Report;
beforeAll(async () => {
  like32 = await reportOf({ like: '3.2' }, ...WRITING);
  otherLinks = await reportOf({ like: '3.2', change: firstLinkFirst }, ...WRITING);
});

test('every profile that comes with the package is read, and names its own file', () => {
  expect(ALL).toHaveLength(12);
  for (const { file, profile } of PROFILES) {
    expect(profile.name.toLowerCase().replace(' ', '-')).toBe(file);
  }
});

test('every client works on an instance like release 3.2', () => {
  const { clients } = answerProfiles(PROFILES, { file: 'run.json', report: joined(like32) });
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
  expect(clientsWith(like32, 'yes')).toEqual(ALL);
});

test('where next is not the first link, the clients that take the first link break', () => {
  expect(clientsWith(otherLinks, 'no').sort()).toEqual(['BlueZ CI', 'CKI', 'NIPA', 'pwclient']);
  expect(needing('client.link.next-first').sort()).toEqual(clientsWith(otherLinks, 'no').sort());
  expect(clientsWith(otherLinks, 'unknown')).toEqual([]);
});

test('compare names these clients first, and ends with 1', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'a.json'), JSON.stringify(like32));
    await writeFile(join(cwd, 'b.json'), JSON.stringify(otherLinks));
    const { status, stdout } = await conformance(['compare', 'a.json', 'b.json'], { cwd });
    const [first = ''] = stdout.split('\n\n');
    expect(first).toMatch(/^Comparison of conformance reports\nupgrade breaks: /);
    for (const name of ['BlueZ CI', 'CKI', 'NIPA', 'pwclient']) {
      expect(first).toContain(`${name} (`);
    }
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

test('where links are also relative, which is specified, only client contracts fail', async () => {
  const change = (behaviour: Behaviour) => {
    firstLinkFirst(behaviour);
    relativeLinks(behaviour);
  };
  const groups = CLIENT_CONTRACTS.groups.map(({ name }) => name);
  const report = await reportOf({ change }, '--only', ['paging', 'conventions', ...groups].join());
  expect(report.verdict).toBe('conformant');
  const { fail, warn, error, inconclusive } = report.counts;
  expect([fail, warn, error, inconclusive]).toEqual([0, 0, 0, 0]);
  const results = report.extensions?.flatMap((each) => each.results) ?? [];
  const sound = ['pass', 'observed', 'not-applicable', 'skipped'];
  const failing = results.filter(({ verdict }) => !sound.includes(verdict));
  expect([...new Set(failing.map(({ requirement }) => requirement))].sort()).toEqual([
    'client.event.order',
    'client.link.absolute',
    'client.link.next-first',
  ]);
  const absolute = needing('client.link.absolute');
  expect(absolute.length).toBeGreaterThan(3);
  expect(clientsWith(report, 'no')).toEqual(expect.arrayContaining(absolute));
});
