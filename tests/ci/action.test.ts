import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Instances } from '../docs/instances.js';
import { Machine } from './machine.js';
import { runAction } from './run-steps.js';

const URL = 'https://pw.example.org';
const ALL_REPORTS = ['run.html', 'run.json', 'run.md', 'run.xml'];

let machine: Machine;
let instances: Instances;

beforeEach(() => {
  machine = new Machine();
  instances = new Instances();
});

afterEach(async () => {
  await instances.stop();
  machine.remove();
});

/** Runs the action on an instance with these faults. */
async function examined(
  faults: readonly string[],
  inputs: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  await instances.serve({ url: URL, faults });
  return runAction(machine, { 'base-url': instances.meant(URL), ...inputs }, env);
}

test('one that is not: the action fails, and the reports are kept all the same', async () => {
  const given = { reports: 'of old', artifact: 'old', arguments: '--only\n\npage.l*,root.*' };

  const { failed, outputs } = await examined(['last-off-by-one'], given);
  expect(failed).toBe(true);
  expect(outputs).toMatchObject({ verdict: 'nonconformant', status: '1' });
  expect(machine.read('summary')).toContain('page.last.points');
  expect(readdirSync(machine.beside('artifact-old'))).toEqual(ALL_REPORTS);
  expect(readdirSync(join(machine.work, 'of old'))).toEqual(ALL_REPORTS);
  expect(machine.read('asked')).toBe(
    'npm ci --include=dev --ignore-scripts --no-audit --no-fund\n',
  );
});

test('a baseline that expects the failure: status 0, and the verdict stays', async () => {
  const known = '{ requirement: page.last.points, versions: ["1.3", "1.4"] }';
  machine.script('known.yaml', `expected: [${known}]\n`);
  const given = { versions: '1.3,1.4', baseline: 'known.yaml', arguments: '--only\npaging' };
  const { failed, outputs, output } = await examined(['last-off-by-one'], given);
  expect(output).toContain('AS EXPECTED');
  expect(failed).toBe(false);
  expect(outputs).toMatchObject({ verdict: 'nonconformant', status: '0' });
});

test('nothing judged: status 2, no verdict and no artifact; no input is more than a text to a script', async () => {
  machine.script('conformance-reports', '');
  const given = {
    versions: '9.9$(touch /nowhere/at-all)',
    reports: 'there',
    arguments: '`exit 0`; $(id)',
  };
  const { failed, outputs, output } = await examined([], given);
  expect(failed).toBe(true);
  expect(output).not.toMatch(/uid=|touch: /);
  expect(outputs).toMatchObject({ verdict: '', status: '2' });
  expect(machine.read('summary')).toBe(
    'No report for this summary (exit status 2). See the log.\n',
  );
  expect(readdirSync(machine.beside('.'))).not.toContain('artifact-conformance');
});

test('nothing that counts was checked: status 2 and no verdict, but the reports are there', async () => {
  const given = { versions: '1.2', arguments: '--only\nclient.*' };
  const { failed, outputs } = await examined([], given);
  expect(failed).toBe(true);
  expect(outputs).toMatchObject({ verdict: '', status: '2' });
  expect(readdirSync(machine.beside('artifact-conformance'))).toContain('run.json');
  expect(machine.read('summary')).toMatch(/^Exit status 2\. See the log\.\n\n\S/);
});

test('nothing that counts was checked before a limit ended the run: no verdict', async () => {
  const given = { versions: '1.2', arguments: '--only\nclient.*\n--max-requests\n25' };
  const { outputs } = await examined([], given);
  expect(outputs).toMatchObject({ verdict: '', status: '2' });
});

test('reports are uploaded also if run.json could not be written', async () => {
  mkdirSync(join(machine.work, 'conformance-reports'));
  machine.standIn(
    'node',
    `#!/bin/sh\n[ "$2" = run ] || exec "${process.execPath}" "$@"\n: >conformance-reports/run.xml\nexit 2\n`,
  );
  await examined([]);
  expect(readdirSync(machine.beside('artifact-conformance'))).toEqual(['run.xml']);
});

test('what an input leaves open the environment says; what it says wins', async () => {
  const env = { CONFORMANCE_ONLY: 'root', CONFORMANCE_VERSIONS: '1.0', CONFORMANCE_RPS: 'none' };
  const given = { versions: '1.1', rps: '500', concurrency: '1', requirements: '1.0' };
  const { failed, output } = await examined([], given, env);
  expect(failed, output).toBe(false);
  expect(output).toContain('1.0 1.2 1.3 1.4 not tested');
  expect(output).toContain('(read-only, anonymous, requirements of 1.0, --only: 9 requirements)');
  expect(output).toMatch(/root .* ✓/);
  expect(output).not.toMatch(/covers .* ✓/);
});

test('what is written is judged if it is allowed, with accounts of the environment', async () => {
  await instances.serve({ url: URL, faults: [] });
  const env = {
    CONFORMANCE_USER_TOKEN: instances.meant('token-of-a-user'),
    CONFORMANCE_VERSIONS: '1.4',
    CONFORMANCE_ONLY: 'bundle-writes',
  };
  const base = { 'base-url': instances.meant(URL), project: 'tideline' };
  const reading = await runAction(machine, { ...base, 'allow-writes': 'false' }, env);
  expect(reading.output).toMatch(/skipped/);
  const writing = await runAction(machine, { ...base, 'allow-writes': 'true' }, env);
  expect(writing.output).toMatch(/ CONFORMANT .* requirements checked/);
  expect(`${reading.output}${writing.output}`).not.toContain(env.CONFORMANCE_USER_TOKEN);
});

/** The ids of the bundles of the user. */
async function bundles(): Promise<unknown[]> {
  const headers = { authorization: `Token ${instances.meant('token-of-a-user')}` };
  const response = await fetch(instances.meant(`${URL}/api/1.4/bundles/?per_page=250`), {
    headers,
  });
  return ((await response.json()) as { id: unknown }[]).map(({ id }) => id);
}

test.for(['SIGINT', 'SIGTERM'] as const)(
  '%s cancels the job: the data is restored',
  async (signal) => {
    await instances.serve({ url: URL, faults: [] });
    const before = await bundles();
    const inputs = {
      'base-url': instances.meant(URL),
      'allow-writes': 'true',
      versions: '1.4',
      rps: '10',
      arguments: '--only\nbundle-writes',
    };
    const env = { CONFORMANCE_USER_TOKEN: instances.meant('token-of-a-user') };
    const run = runAction(machine, inputs, env);
    await expect.poll(bundles, { timeout: 20_000 }).not.toEqual(before);
    machine.signal(signal);
    const { outputs, output } = await run;
    expect(outputs, output).toMatchObject({ status: '130' });
    expect(await bundles()).toEqual(before);
    expect(readdirSync(machine.beside('artifact-conformance'))).toEqual(ALL_REPORTS);
  },
);
