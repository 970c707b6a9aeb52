import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Answer, ClientAnswer } from '../../analysis/client-profile/answer.js';
import { answerProfiles } from '../../analysis/client-profile/answer-profile.js';
import { behind } from '../../analysis/client-profile/broken-clients.js';
import { readProfiles } from '../../cli/catalogue.js';
import { respell } from '../../fixtures/faults/clients-lists.js';
import { joined } from '../../harness/extension.js';
import type { Report } from '../../harness/report.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { credentials, type Otherwise, ran, stateForContracts, withInstance } from './instance.js';

const PROFILES = readProfiles();
const ALL = PROFILES.map(({ profile }) => profile.name);

/** What the answers for all clients rest on; the groups are those that read what has the fields. */
const NEEDED = [
  ...new Set(PROFILES.flatMap(({ profile }) => profile.needs.flatMap(behind))),
  ...['root.*', 'project.*', 'user.*', 'person.*', 'cover.*', 'series.*', 'event.*', 'check.*'],
];

const READING = ['--only', NEEDED.join(), '--versions', '1.1..1.3'];

/** Runs the command with every role on an instance. */
async function reportOf(otherwise: Otherwise, ...args: string[]): Promise<Report> {
  return withInstance({ state: stateForContracts(), ...otherwise }, async (reference) => {
    const run = ['run', '--base-url', reference.url, '--quiet', ...args];
    return (await ran(run, { env: credentials(reference) })).report;
  });
}

/** The clients with an answer, and why. */
function clientsWith(report: Report, wanted: Answer): string[] {
  const { clients } = answerProfiles(PROFILES, { file: 'run.json', report: joined(report) });
  return clients.filter(({ verdict }) => verdict === wanted).map(({ profile }) => profile.name);
}

/** The clients that work with a loss that their profile names; whether they write was not tested. */
function degradedIn(report: Report): string[] {
  const { clients } = answerProfiles(PROFILES, { file: 'run.json', report: joined(report) });
  const hasLoss = ({ verdict, needs, interrupted }: ClientAnswer) =>
    verdict !== 'no' &&
    [{ answers: interrupted === undefined ? [] : [interrupted] }, ...needs].some(({ answers }) =>
      answers.some(({ answer }) => answer === 'degraded'),
    );
  return clients.filter(hasLoss).map(({ profile }) => profile.name);
}

/** Relations in single quotes, which libraries remove. */
const QUOTED: Otherwise = {
  like: 'clients need',
  change: (behaviour) => respell(behaviour, (header) => header.replaceAll('"', "'")),
};

/** The reports on an instance like release 3.2, and on the same with other links. */
let like32: Report;
let quoted: Report;
beforeAll(async () => {
  like32 = await reportOf({ like: 'clients need' }, '--allow-writes', ...READING);
  quoted = await reportOf(QUOTED, ...READING);
});

test('every profile that comes with the package is read, and names its own file', () => {
  expect(ALL).toContain('git-pw');
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

/** The clients that send no request again after a refusal with Retry-After. */
const IMPATIENT = ['CKI', 'LTP', 'b4', 'git-pw', 'patman', 'pwcli', 'pwclient', 'snowpatch'];

/** What an instance does otherwise than kernel.org's, and the clients that do not work for it, or only in part. */
const OTHERWISE: Record<string, Otherwise & { no: string[]; degraded?: string[] }> = {
  'relations as Rel, which libraries do not find': {
    faults: ['link-rel-in-capitals'],
    no: ['BlueZ CI', 'CKI', 'NIPA', 'b4', 'kernel-patches-daemon', 'pwcli', 'pwclient'],
  },
  'pages of ten unless per_page is given': {
    change: ({ paging }) => {
      const { size } = paging;
      paging.size = (perPage) => size(perPage ?? '10');
    },
    no: [],
    degraded: ['LTP', 'b4', 'git-pw', 'patman', 'pw-ci', 'pwcli'],
  },
  'every fortieth request refused': {
    faults: ['every-fortieth-request-refused'],
    no: ['patman'],
    degraded: IMPATIENT.filter((name) => name !== 'patman').concat('kernel-patches-daemon'),
  },
  'states of patches in capitals': {
    faults: ['patch-states-in-capitals'],
    no: ['pwcli', 'snowpatch'],
    degraded: ['b4', 'kernel-patches-daemon', 'pw-ci'],
  },
};

test.for(Object.entries(OTHERWISE))('%s', async ([, { no, degraded = [], ...otherwise }]) => {
  const report = await reportOf({ like: 'clients need', ...otherwise }, ...READING);
  expect(clientsWith(report, 'no').sort()).toEqual([...no].sort());
  expect(degradedIn(report).sort()).toEqual([...degraded].sort());
  expect(clientsWith(report, 'unknown')).toEqual([]);
  // The run names the same clients, and no other.
  const named = (report.extensions ?? []).flatMap(({ requirements, results }) =>
    requirements
      .filter(({ id }) =>
        results.some((each) => each.requirement === id && each.verdict === 'fail'),
      )
      .flatMap(({ breaks = [] }) => breaks),
  );
  for (const name of named) expect(no).toContain(name);
});

test('compare names these clients first, and ends with 1', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'a.json'), JSON.stringify(like32));
    await writeFile(join(cwd, 'b.json'), JSON.stringify(quoted));
    const { status, stdout } = await conformance(['compare', 'a.json', 'b.json'], { cwd });
    const [first = ''] = stdout.split('\n\n');
    expect(first).toMatch(/^Comparison of conformance reports\nupgrade breaks: /);
    const broken = ['BlueZ CI', 'CKI', 'NIPA', 'pwclient'];
    expect(clientsWith(quoted, 'no').sort()).toEqual(broken);
    for (const name of broken) expect(first).toContain(`${name} (`);
    expect(first).not.toMatch(/b4|git-pw|pw-ci/);
    expect(stdout).toMatch(/\n REGRESSED {2}4 clients break · /);
    expect(status).toBe(1);
    const back = await conformance(['compare', 'b.json', 'a.json'], { cwd });
    expect(back.stdout).toMatch(
      /^Comparison of conformance reports\nupgrade breaks no client [^\n]*\n\nupgrade fixes: /,
    );
    expect(back.status).toBe(0);
  });
});
