import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { everywhere, plotted } from '../comparison/plots.js';
import { Instances } from '../docs/instances.js';
import { ROOT } from '../docs/pages.js';
import { gitlabJob } from './gitlab-job.js';
import { Machine } from './machine.js';
import { runSteps } from './run-steps.js';
import { example, type Workflow } from './workflow-files.js';

const COMMAND = `${ROOT}cli/conformance.js`;

const PULL_REQUEST = 'https://github.com/example/server/pull/5';

const SOUND = { url: 'https://pw.example.org', faults: [] };

/** One version and a few requirements, those of the faults among them, run the same code as all. */
const SHORT = {
  CONFORMANCE_VERSIONS: '1.1',
  CONFORMANCE_ONLY: 'page.last.points,event.absent.before-1.2,bundle.fields',
};

let machine: Machine;
let instances: Instances;

beforeEach(async () => {
  machine = new Machine();
  instances = new Instances();
  await instances.serve(SOUND);
});

afterEach(async () => {
  await instances.stop();
  machine.remove();
});

/** The same without the pace that spares an instance, which would take a minute. */
function hurried(text: string): string {
  return text.replaceAll(/^ +rps: .*\n/gm, '');
}

/** Runs the one job of a workflow of a page, as it stands there or changed. */
async function ran(name: string, changed = (text: string) => text) {
  const { env, jobs } = parse(hurried(instances.meant(changed(example(name))))) as Workflow;
  const [job] = Object.values(jobs);
  const secrets = {
    USER_TOKEN: instances.meant('token-of-a-user'),
    OTHER_TOKEN: instances.meant('token-of-another-user'),
    MAINTAINER_TOKEN: instances.meant('token-of-the-maintainer'),
  };
  // What stands above all jobs is given to each step, as GitHub does it.
  const steps = (job?.steps ?? []).map((step) => ({ ...step, env: { ...env, ...step.env } }));
  const github = { token: 'token-of-the-job', event: { pull_request: { html_url: PULL_REQUEST } } };
  return runSteps(machine, steps, { context: { secrets, github }, env: SHORT });
}

test('GitHub: the advisory job comments and passes; without one line it is a gate', async () => {
  machine.script('start-stack.sh', '#!/bin/sh\n');
  machine.script('known.yaml', 'expected: []\n');
  machine.standIn(
    'gh',
    '#!/bin/sh\necho "$GH_TOKEN $*" >>"$MACHINE/gh"\ncat "$7" >>"$MACHINE/gh"\n',
  );
  await instances.serve({ ...SOUND, faults: ['last-off-by-one'] });
  const advisory = await ran('.github/workflows/api.yml');
  expect(advisory.failed, advisory.output).toBe(false);
  const comment = machine.read('gh');
  expect(comment).toContain(`token-of-the-job pr comment ${PULL_REQUEST} --edit-last`);
  expect(comment).toContain('page.last.points');
  expect(existsSync(machine.beside('artifact-conformance/run.html'))).toBe(true);
  const gate = await ran('.github/workflows/api.yml', (text) =>
    text.replace(/^ +continue-on-error: true # advisory.*\n/m, ''),
  );
  expect(gate.failed).toBe(true);
  // The comment is written all the same.
  expect(machine.read('gh').length).toBeGreaterThan(comment.length);
});

test('GitHub: an upgrade passes with what was wrong before, and not with what is new', async () => {
  machine.script('upgrade.sh', '#!/bin/sh\n');
  await instances.serve({ ...SOUND, faults: ['last-off-by-one'] });
  const same = await ran('.github/workflows/upgrade.yml');
  expect(same.failed, same.output).toBe(false);
  const before = readFileSync(machine.beside('artifact-before/run.json'), 'utf8');
  // An upgrade that brings a second fault: the run before it did not see that one.
  await instances.serve({ ...SOUND, faults: ['last-off-by-one', 'event-actor-in-1.1'] });
  machine.script('earlier.json', before);
  machine.script('upgrade.sh', '#!/bin/sh\ncp earlier.json before/run.json\n');
  const upgraded = await ran('.github/workflows/upgrade.yml');
  expect(upgraded.failed).toBe(true);
  expect(machine.read('summary')).toContain('event.absent.before-1.2');
});

test('GitLab: the job installs what it is told to, and leaves JUnit for the page', async () => {
  const { script, variables, junit, paths } = gitlabJob(instances.meant(example('.gitlab-ci.yml')));
  const env = {
    ...SHORT,
    ...variables,
    CI_PROJECT_DIR: machine.work,
    CONFORMANCE_USER_TOKEN: instances.meant('token-of-a-user'),
    CONFORMANCE_OTHER_TOKEN: instances.meant('token-of-another-user'),
    CONFORMANCE_MAINTAINER_TOKEN: instances.meant('token-of-the-maintainer'),
  };
  const { status, output } = await machine.run(script, env);
  expect(status, output).toBe(0);
  expect(machine.read('asked')).toContain(variables.CONFORMANCE_PACKAGE);
  expect(readFileSync(join(machine.work, junit), 'utf8')).toContain('<testsuites');
  expect(paths.filter((path) => !existsSync(join(machine.work, path)))).toEqual([]);
  await instances.serve({ ...SOUND, faults: ['last-off-by-one'] });
  const faulty = await machine.run(script, env);
  expect(faulty.status).toBe(1);
  expect(readFileSync(join(machine.work, junit), 'utf8')).toContain('<failure');
});

test('GitLab: without a package it says what to do', async () => {
  const { script } = gitlabJob(example('.gitlab-ci.yml'));
  const { status, output } = await machine.run(script, { CI_PROJECT_DIR: machine.work });
  expect(status).not.toBe(0);
  expect(output).toContain(
    'CONFORMANCE_PACKAGE: set this variable to the package specification of the suite',
  );
});

test('every night: what a limit ended is told, and hides no failure of the next night', async () => {
  const script = example('nightly.sh');
  const rule = { 'a.rule': { verdicts: everywhere('pass') } };
  const open = { 'a.rule': { verdicts: everywhere('inconclusive') } };
  const broken = { 'a.rule': { verdicts: everywhere('fail') } };
  const limited = (second: number) =>
    plotted(open, { interrupted: true, startedAt: `2026-01-03T03:04:0${second}Z` });
  const nights: [report: Report | undefined, status: number, says: RegExp][] = [
    [limited(1), 3, /^verdict of the run\n$/],
    [limited(2), 3, /^verdict of the run\n$/],
    // The report of the night before is not that of this one.
    [undefined, 1, /^verdict of the run\nconformance run: exit status 1\n$/],
    [plotted(rule), 0, /^$/],
    [limited(5), 3, /INCOMPLETE/],
    [plotted(broken, { startedAt: '2026-01-04T03:04:05Z' }), 1, /REGRESSED/],
    [plotted(broken, { startedAt: '2026-01-05T03:04:05Z' }), 1, /^$/],
    [plotted(broken, { startedAt: '2026-01-06T03:04:05Z' }), 2, /exit status 2\n$/],
  ];
  machine.standIn('npx', NIGHTLY_NPX);
  for (const [report, status, says] of nights) {
    machine.script('next.json', report ? JSON.stringify(report, undefined, 2) : '');
    const { output } = await machine.run(script, { STATUS: String(status) }, ['sh']);
    expect(output).toMatch(says);
  }
});

test('every night: what credentials that are rejected leave open is told, and is no measure', async () => {
  const script = example('nightly.sh');
  const report = (verdict: Verdict, day: number, rest: Partial<Report> = {}) =>
    plotted(
      { 'a.rule': { verdicts: everywhere(verdict) } },
      { startedAt: `2026-01-0${day}T03:04:05Z`, ...rest },
    );
  const { scope } = report('pass', 1);
  const rejected = { scope: { ...scope, rejected: [{ role: 'user', why: 'returned 401' }] } };
  const nights: [report: Report, status: number, says: RegExp][] = [
    [report('inconclusive', 1, rejected as Partial<Report>), 3, /^verdict of the run\n$/],
    [report('inconclusive', 2, rejected as Partial<Report>), 3, /^verdict of the run\n$/],
    // One that came to its end is a measure, and is told if it is incomplete.
    [report('pass', 3), 3, /^verdict of the run\n$/],
    [report('pass', 4), 3, /^$/],
    // A token that is new and rejected takes nothing away, and is told.
    [report('pass', 5, rejected as Partial<Report>), 3, /^verdict of the run\n$/],
    [report('fail', 6), 1, /REGRESSED/],
  ];
  machine.standIn('npx', NIGHTLY_NPX);
  for (const [next, status, says] of nights) {
    machine.script('next.json', JSON.stringify(next, undefined, 2));
    const { output } = await machine.run(script, { STATUS: String(status) }, ['sh']);
    expect(output).toMatch(says);
  }
});

/** Stands for npx at night: leaves the report of the night, unless that is empty, and compares as ever. */
const NIGHTLY_NPX = `#!/bin/sh
[ "$1" = --no-install ] || exit 9
shift 2
[ "$1" = compare ] && exec node "${COMMAND}" "$@"
if [ -s next.json ]; then cp next.json tonight.json; fi
echo 'verdict of the run'
exit "$STATUS"
`;

test('every night: what is checked no more is told again, also where something is violated as well', async () => {
  const script = example('nightly.sh');
  machine.standIn('npx', NIGHTLY_NPX);
  const night = async (day: number, one: Verdict, other: Verdict, status: number) => {
    const plot = {
      'a.rule': { verdicts: everywhere(one) },
      'b.rule': { verdicts: everywhere(other) },
      'c.rule': { level: 'should' as const, verdicts: everywhere(day > 3 ? 'warn' : 'pass') },
    };
    const report = plotted(plot, { startedAt: `2026-01-0${day}T03:04:05Z` });
    machine.script('next.json', JSON.stringify(report, undefined, 2));
    return (await machine.run(script, { STATUS: String(status) }, ['sh'])).output;
  };
  expect(await night(1, 'pass', 'pass', 0)).toBe('');
  expect(await night(2, 'fail', 'inconclusive', 1)).toMatch(
    /1 MUST regressed .*no longer checked/s,
  );
  // What was not checked in the second night fails in the third.
  expect(await night(3, 'fail', 'fail', 1)).toMatch(/2 MUSTs regressed/);
  expect(await night(4, 'fail', 'fail', 1)).toMatch(/1 SHOULD regressed/);
  expect(await night(5, 'fail', 'fail', 1)).toBe('');
});

test('every night: what cannot be written, as on a full disk, is not silent', async () => {
  const script = example('nightly.sh');
  machine.standIn('npx', NIGHTLY_NPX);
  const report = (verdict: 'pass' | 'fail') =>
    JSON.stringify(plotted({ 'a.rule': { verdicts: everywhere(verdict) } }), undefined, 2);
  const night = (STATUS: string) => machine.run(script, { STATUS }, ['sh']);
  machine.script('next.json', report('pass'));
  expect((await night('0')).output).toBe('');
  // Nothing can be written to a folder, by root either.
  mkdirSync(join(machine.work, 'changes.txt'));
  machine.script('next.json', report('fail'));
  expect((await night('1')).output).toContain('REGRESSED');
  rmSync(join(machine.work, 'run.log'));
  mkdirSync(join(machine.work, 'run.log'));
  expect((await night('0')).output).toMatch(/\nconformance run: exit status \d+\n$/);
  rmSync(join(machine.work, 'run.log'), { recursive: true });
  // What could not be written to a full disk is empty.
  machine.standIn('npx', '#!/bin/sh\nexit 2\n');
  expect(await night('2')).toEqual({ status: 2, output: 'conformance run: exit status 2\n' });
});

test('Jenkins: the script tests the instance, and fails if it fails', async () => {
  const [, script = ''] = /sh '''\n(.*?)'''/s.exec(example('Jenkinsfile')) ?? [];
  const env = { ...SHORT, CONFORMANCE_BASE_URL: instances.meant(SOUND.url) };
  const shell = ['sh', '-xe'];
  const sound = await machine.run(script, env, shell);
  expect(sound.status, sound.output).toBe(0);
  expect(existsSync(join(machine.work, 'run.xml'))).toBe(true);
  await instances.serve({ ...SOUND, faults: ['last-off-by-one'] });
  expect((await machine.run(script, env, shell)).status).toBe(1);
});
