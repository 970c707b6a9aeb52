import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { programOf } from '../../cli/program.js';
import { tool } from '../../harness/tool.js';
import { inNewFolder } from './command.js';

const { name, version } = tool();

/** A folder with an installed package, and the links and files that are asked for. */
async function laidOut<T>(
  { links = {}, files = {} }: { links?: Record<string, string>; files?: Record<string, object> },
  work: (folder: string) => Promise<T> | T,
): Promise<T> {
  return inNewFolder(async (temporary) => {
    const folder = await realpath(temporary);
    await mkdir(join(folder, 'package/cli'), { recursive: true });
    await writeFile(join(folder, 'package/cli/conformance.js'), '');
    await writeFile(join(folder, 'other.js'), '');
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), JSON.stringify(content));
    }
    for (const [path, target] of Object.entries(links)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await symlink(join(folder, target), join(folder, path));
    }
    return work(folder);
  });
}

/** The words for a file that was started in a folder, both below the folder of `laidOut`. */
function started(
  folder: string,
  file: string,
  { within = '.', ...environment }: { within?: string; [name: string]: string | undefined },
): string {
  const command = join(folder, 'package/cli/conformance.js');
  return programOf({
    command,
    file: join(folder, file),
    environment,
    folder: join(folder, within),
  });
}

const NPX = { npm_lifecycle_event: 'npx' };
const PACKAGE = { name, bin: { conformance: 'cli/conformance.js', [name]: 'cli/conformance.js' } };

test.for([
  ['.', 'node package/cli/conformance.js'],
  ['package', 'node cli/conformance.js'],
  ['package/cli', 'node conformance.js'],
])('a file that Node was given is given again, relative to %s', ([within = '', expected]) =>
  laidOut({}, (folder) => {
    expect(started(folder, 'package/cli/conformance.js', { within })).toBe(expected);
  }),
);

test('the path is absolute where that is shorter, and quoted for a shell', () =>
  laidOut(
    { files: { 'a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w/x/y/z/here': {} } },
    (folder) => {
      const file = 'package/cli/conformance.js';
      const within = 'a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w/x/y/z';
      expect(started(folder, file, { within })).toBe(`node ${join(folder, file)}`);
      const command = join(folder, "it's here/conformance.js");
      expect(programOf({ command, file: command, environment: {}, folder })).toBe(
        "node 'it'\\''s here/conformance.js'",
      );
    },
  ));

test.for(['conformance', name])('%s alone is printed if it is on PATH', (typed) =>
  laidOut({ links: { [`bin/${typed}`]: 'package/cli/conformance.js' } }, (folder) => {
    const PATH = `${join(folder, 'empty')}:${join(folder, 'bin')}`;
    expect(started(folder, `bin/${typed}`, { PATH })).toBe(typed);
    expect(started(folder, `bin/${typed}`, { PATH: '/nowhere' })).toMatch(/^node /);
    // As in a script of npm, which puts the folder there itself.
    expect(started(folder, `bin/${typed}`, { PATH, npm_lifecycle_event: 'check' })).toMatch(
      /^node /,
    );
  }),
);

test('a name that is another program for the shell is not printed', () =>
  laidOut(
    { links: { 'bin/conformance': 'package/cli/conformance.js', 'first/conformance': 'other.js' } },
    (folder) => {
      const PATH = `${join(folder, 'first')}:${join(folder, 'bin')}`;
      expect(started(folder, 'bin/conformance', { PATH })).toBe('node package/cli/conformance.js');
    },
  ));

test('npx in a checkout, or a script there: npx finds the command of the project itself', () =>
  laidOut(
    {
      files: { 'package/package.json': PACKAGE, 'package/docs/page': {} },
      links: { '_npx/1a2b/node_modules/.bin/conformance': 'package/cli/conformance.js' },
    },
    (folder) => {
      for (const within of ['package', 'package/docs']) {
        const file = '_npx/1a2b/node_modules/.bin/conformance';
        expect(started(folder, file, { ...NPX, within })).toBe('npx conformance');
        const script = { npm_lifecycle_event: 'demo', within };
        expect(started(folder, 'package/cli/conformance.js', script)).toBe('npx conformance');
      }
    },
  ));

test.for(['conformance', name])('npx %s finds what is installed in the project', (typed) =>
  laidOut(
    {
      files: { 'app/package.json': {}, 'app/part/package.json': {} },
      links: { [`app/node_modules/.bin/${typed}`]: 'package/cli/conformance.js' },
    },
    (folder) => {
      for (const within of ['app', 'app/part']) {
        const file = `app/node_modules/.bin/${typed}`;
        expect(started(folder, file, { ...NPX, within })).toBe(`npx ${typed}`);
      }
      expect(started(folder, `app/node_modules/.bin/${typed}`, NPX)).toMatch(/^node /);
    },
  ),
);

test('npx is not printed where it would run another package', () =>
  laidOut(
    {
      files: { 'app/package.json': { bin: { conformance: '../other.js' } } },
      links: { 'app/node_modules/.bin/conformance': 'package/cli/conformance.js' },
    },
    (folder) => {
      const file = 'app/node_modules/.bin/conformance';
      expect(started(folder, file, { ...NPX, within: 'app' })).toMatch(/^node /);
    },
  ));

test.for([
  ['^1.0.0', `npx ${name}@${version}`],
  ['1.0.0', `npx ${name}@${version}`],
  ['file:../../made.tgz', 'npx ./made.tgz'],
  ['file:../../package', 'npx ./package'],
  ['file:../../gone.tgz', 'node package/cli/conformance.js'],
  ['git+https://token@example.org/it.git', 'node package/cli/conformance.js'],
])('from the cache of npx, installed as %s: %s', ([spec, expected]) =>
  laidOut(
    {
      files: { '_npx/1a2b/package.json': { dependencies: { [name]: spec } }, 'made.tgz': {} },
      links: { '_npx/1a2b/node_modules/.bin/conformance': 'package/cli/conformance.js' },
    },
    (folder) => {
      const file = '_npx/1a2b/node_modules/.bin/conformance';
      expect(started(folder, file, NPX)).toBe(expected);
    },
  ),
);
