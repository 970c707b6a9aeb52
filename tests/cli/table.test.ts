import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { COMMANDS, type CommandName, type Option } from '../../cli/option.js';
import { CREDENTIALS } from '../../cli/options/credentials.js';
import { OPTIONS, optionsOf, readOptions } from '../../cli/options.js';
import { targetSettings } from '../../cli/target-settings.js';
import { conformance } from './command.js';

const NAMES = Object.keys(COMMANDS) as CommandName[];

/** The names in the environment of the options that have one. */
const NAMED = Object.values<Option<unknown>>(OPTIONS).flatMap(
  ({ environment }) => environment ?? [],
);

test('.env.example names options and all credentials of the roles, and changes none', () => {
  const values = parse(readFileSync('.env.example', 'utf8'));
  expect(NAMED).toEqual(expect.arrayContaining(Object.keys(values)));
  const credentials = Object.values<Option<unknown>>(CREDENTIALS).map((each) => each.environment);
  const named = credentials.filter((name) => name !== OPTIONS.newToken.environment);
  expect(Object.keys(values)).toEqual(expect.arrayContaining(named));
  for (const command of NAMES) {
    expect(readOptions(command, {}, [{ where: '', values }])).toEqual(readOptions(command, {}, []));
  }
});

test('--gentle is one request a second, one at a time, whatever else is given', () => {
  const given = { baseUrl: ['http://127.0.0.1:5'], rps: ['50'], concurrency: ['8'] };
  const paced = (more: Record<string, string[]>) => {
    const { rps, concurrency } = targetSettings(readOptions('run', { ...given, ...more }, []), {
      environment: {},
      program: 'conformance',
      note: () => {},
    });
    return { rps, concurrency };
  };
  expect(paced({})).toEqual({ rps: 50, concurrency: 8 });
  expect(paced({ gentle: ['true'] })).toEqual({ rps: 1, concurrency: 1 });
});

test('no two options share a flag or a name in the environment', () => {
  const options: Option<unknown>[] = Object.values(OPTIONS);
  for (const names of [options.flatMap(({ flag }) => flag ?? []), NAMED]) {
    expect(new Set(names).size).toBe(names.length);
  }
});

test.for(NAMES)('the help of %s names each of its flags, in 100 columns', async (command) => {
  const { status, stdout, stderr } = await conformance([command, '--help', '--all']);
  for (const [, { flag }] of optionsOf(command)) {
    if (flag !== undefined) expect(stdout).toMatch(new RegExp(`${flag}\\b`));
  }
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  expect([status, stderr]).toEqual([0, '']);
});

test('what changes the meaning of a command has no name in the environment', () => {
  const options: Option<unknown>[] = Object.values(OPTIONS);
  const unnamed = options.filter(({ environment }) => environment === undefined);
  expect(unnamed.map(({ flag }) => flag)).toEqual([
    '--live',
    '--all',
    '--overwrite',
    '--keep',
    '--json',
    '--command',
    '--write-env',
  ]);
});

test.for(['compare', 'client'])(
  'the help of %s offers the formats that it makes',
  async (command) => {
    const { stdout } = await conformance([command, '--help']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('of its extension (.json, .md, .html);');
    expect(stdout).not.toContain('.xml');
  },
);

test('a limit ends with the status of what was found so far', async () => {
  const { stdout } = await conformance(['run', '--help', '--all']);
  const says = stdout.replaceAll(/\s+/g, ' ').match(/the exit status is 3, or 1 if a MUST fails/g);
  expect(says).toHaveLength(2);
});

test('without a subcommand the help is that of run', async () => {
  const plain = await conformance(['--help']);
  const named = await conformance(['run', '--help']);
  expect(plain.stdout).toBe(named.stdout);
  expect(plain.stdout.split('\n').length).toBeLessThan(62);
  expect(plain.stdout).toContain('All options: npx conformance --help --all');
  expect(plain.stdout).toContain('  conformance explain ');
  expect(plain.stdout).toMatch(/\nExamples\n {2}npx conformance demo\n/);
});

test('--version prints the version alone', async () => {
  const { status, stdout } = await conformance(['--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(status).toBe(0);
});
