import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Range, satisfies, subset } from 'semver';
import { expect, test } from 'vitest';
import { versionProblem } from '../../cli/node-version.js';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { PAGES, ROOT } from '../docs/pages.js';
import { inNewFolder, type Outcome, outcome } from './command.js';

/** What a lock says of a package that is installed somewhere below node_modules. */
interface Locked {
  version: string;
  os?: readonly string[];
  cpu?: readonly string[];
  engines?: { node?: string };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const PACKAGES: Readonly<Record<string, Locked | undefined>> = lock.packages;

const ENGINES = manifest.engines.node;

/** Whether npm installs a package on Linux, macOS or Windows: on none of these Node calls itself wasm32. */
function isInstallable({ os = [], cpu = [] }: Partial<Locked>): boolean {
  const allows = (system: string) =>
    !os.includes(`!${system}`) &&
    (os.length === 0 || os[0]?.startsWith('!') || os.includes(system));
  return ['linux', 'darwin', 'win32'].some(allows) && !cpu.includes('wasm32');
}

/** Where a package finds another: beside what it has for itself, or further up. */
function found(from: string, name: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (Object.hasOwn(PACKAGES, path)) return path;
  return from === ''
    ? undefined
    : found(from.slice(0, from.lastIndexOf('node_modules/')).replace(/\/$/, ''), name);
}

/** The paths of all packages that `npm ci` may install, on one system or another. */
function installable(): string[] {
  const reached = new Set<string>(['']);
  // A set may grow while it is walked.
  for (const path of reached) {
    const each: Partial<Locked> = PACKAGES[path] ?? {};
    const names = Object.keys({
      ...each.dependencies,
      ...each.devDependencies,
      ...each.optionalDependencies,
      ...each.peerDependencies,
    });
    for (const next of names.flatMap((name) => found(path, name) ?? [])) {
      if (isInstallable(PACKAGES[next] ?? {})) reached.add(next);
    }
  }
  return [...reached].filter((path) => path !== '');
}

/** What the packages that can be installed demand of Node, each with where it stands. */
const DEMANDS = installable().flatMap((path) => {
  const range = PACKAGES[path]?.engines?.node;
  return range === undefined ? [] : [{ path, range }];
});

/** Each version from which on any of these ranges says something else than before. */
const TURNING_POINTS = [ENGINES, ...DEMANDS.map(({ range }) => range)].flatMap((range) =>
  new Range(range).set.flat().flatMap(({ semver }) => semver.version ?? []),
);

test('the packages that are held against engines are those of every system', () => {
  const paths = installable();
  expect(paths).toEqual(
    expect.arrayContaining([
      'node_modules/@rolldown/binding-darwin-arm64',
      'node_modules/@rolldown/binding-win32-x64-msvc',
      'node_modules/vitest',
    ]),
  );
  expect(paths.filter((path) => /wasm32|freebsd|aix|android/.test(path))).toEqual([]);
  expect(DEMANDS.length).toBeGreaterThan(60);
});

test('engines admits no version of Node that a package of the lock refuses', () => {
  expect(DEMANDS.filter(({ range }) => !subset(ENGINES, range))).toEqual([]);
  expect(lock.packages[''].engines.node).toBe(ENGINES);
});

test('engines refuses no version of Node that every package admits', () => {
  const admitted = TURNING_POINTS.filter((version) =>
    DEMANDS.every(({ range }) => satisfies(version, range)),
  );
  expect(admitted.length).toBeGreaterThan(2);
  expect(admitted.filter((version) => !satisfies(version, ENGINES))).toEqual([]);
});

test('the command admits the versions of engines, and no other', () => {
  const older = [
    '0.10.48',
    '12.22.12',
    '18.20.8',
    '20.18.1',
    '20.18.99',
    '21.7.3',
    '22.11.0',
    '23.11.1',
  ];
  const newer = ['20.20.2', '22.99.0', '24.0.1', '26.1.0', '100.0.0'];
  const versions = [...TURNING_POINTS, ...older, ...newer];
  const admitted = versions.filter((version) => versionProblem(`v${version}`) === undefined);
  expect(admitted).toEqual(versions.filter((version) => satisfies(version, ENGINES)));
  expect(versions).toEqual(expect.arrayContaining(['20.19.0', '22.12.0', '24.0.0']));
  expect(versionProblem('v25.0.0-nightly20260101')).toBeUndefined();
});

/** A file that makes Node say that it is another version, if it is preloaded. */
async function fakedVersion(folder: string, version: string): Promise<string> {
  const file = join(folder, 'faked.cjs');
  await writeFile(file, `Object.defineProperty(process, 'version', { value: '${version}' });\n`);
  return file;
}

/** Starts the command, as it is linked, in a Node that says that it is another version. */
function startedAs(version: string): Promise<Outcome> {
  return inNewFolder(async (cwd) => {
    const faked = await fakedVersion(cwd, version);
    const command = fileURLToPath(new URL('../../cli/conformance.js', import.meta.url));
    return outcome(spawn(process.execPath, ['--require', faked, command, '--version'], { cwd }));
  });
}

test('on an older Node the command says in one line which it needs', async () => {
  const { status, stdout, stderr } = await startedAs('v20.18.1');
  expect(stderr).toBe('conformance: needs Node.js 20.19, 22.12, 24 or newer, this is 20.18.1\n');
  expect([status, stdout]).toEqual([2, '']);
  expect(await startedAs('v20.19.0')).toMatchObject({ status: 0, stderr: '' });
});

test('on an older Node npm ci fails, and names the versions', () =>
  inNewFolder(async (cwd) => {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      await copyFile(`${ROOT}${name}`, join(cwd, name));
    }
    const faked = await fakedVersion(cwd, 'v22.11.0');
    const env = { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(faked)}` };
    const { status, stderr } = await outcome(
      spawn('npm', ['ci', '--offline', '--ignore-scripts'], { cwd, env }),
    );
    expect(stderr).toContain('EBADENGINE');
    expect(stderr).toContain(ENGINES);
    expect(status).toBe(1);
  }));

test('every page and file that names versions of Node.js names those of engines', () => {
  const files = [...PAGES, 'action.yml', 'cli/node-version.js'];
  const named = files.flatMap((path) =>
    [
      ...readFileSync(`${ROOT}${path}`, 'utf8')
        .replaceAll(/\s+/g, ' ')
        .matchAll(/Node\.js \d[^`]*?or newer/g),
    ].map(([text]) => ({ path, text })),
  );
  expect(named.filter(({ text }) => text !== 'Node.js 20.19, 22.12, 24 or newer')).toEqual([]);
  const paths = ['README.md', 'action.yml', 'docs/adopting.md', 'docs/ci.md', 'docs/library.md'];
  expect(named.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});
