import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { type Ran, ran } from './ran.js';
import { startRegistry } from './registry.js';

const { tarball, command } = inject('packed');

/** A few requirements tell as well as all whether it runs there. */
const DEMO = [command, 'demo', '--only', 'root', '--versions', '1.3', '--quiet'];

/** Whoever is nobody. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

/** What the demo needs of the environment. */
const { PATH = '', HOME = '' } = process.env;

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-there-'));
  try {
    return await work(folder);
  } finally {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true, force: true });
  }
}

function expectConformant({ status, stdout, stderr }: Ran): void {
  expect(stdout.trim()).toMatch(/^CONFORMANT {2}\(.*\) · .* in 1\.3$/);
  expect(stderr).not.toMatch(/\berror\b|\bat .*:\d+:\d+/i);
  expect(status).toBe(0);
}

test('npx -y patchwork-conformance runs it from a registry, in an empty folder', async () => {
  const registry = await startRegistry(tarball);
  try {
    await inFolder(async (home) => {
      const cwd = join(home, 'work');
      await mkdir(cwd);
      // A cache of its own: npx keeps what it has once installed under that name.
      const npm = { npm_config_registry: registry.url, npm_config_cache: join(home, 'cache') };
      const env = { ...process.env, ...npm };
      const [, ...demo] = DEMO;
      expectConformant(await ran('npx', ['-y', 'patchwork-conformance', ...demo], { cwd, env }));
      expect(await readdir(cwd)).toEqual([]);
      const help = await ran('npx', ['-y', 'patchwork-conformance', '--help'], { cwd, env });
      expect(help.stdout).toMatch(/\n {2}npx patchwork-conformance@\d+\.\d+\.\d+ demo\n/);
    });
  } finally {
    registry.stop();
  }
});

test('without a folder for temporary files it says so in one line', async () => {
  const env = { PATH, HOME, TMPDIR: '/nowhere' };
  const [node = '', ...args] = [process.execPath, ...DEMO];
  const { status, stdout, stderr } = await ran(node, args, { cwd: '/', env });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^conformance: no temporary file can be created in \/nowhere .+\n$/);
});

test('it needs no network once it is installed', async () => {
  const offline = fileURLToPath(new URL('./offline.cjs', import.meta.url));
  const env = { PATH, HOME, NODE_OPTIONS: `--require ${JSON.stringify(offline)}` };
  await inFolder(async (cwd) => {
    expectConformant(await ran(process.execPath, DEMO, { cwd, env }));
    // The control: where it has to leave this machine it is stopped.
    const elsewhere = [command, '--base-url', 'http://192.0.2.1', '--timeout', '5'];
    const { status, stderr } = await ran(process.execPath, elsewhere, { cwd, env });
    expect(stderr).toContain('there is no network here');
    expect(status).toBe(2);
  });
});

const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'configuration that breaks whatever reads it, in a package of CommonJS': {
    'vitest.config.ts': 'throw new Error("was read")',
    'vite.config.ts': 'throw new Error("was read")',
    'vitest.workspace.ts': 'throw new Error("was read")',
    'postcss.config.js': 'throw new Error("was read")',
    'tsconfig.json': '{ nothing',
    '.npmrc': 'registry=http://127.0.0.1:9/\nignore-scripts=true\nengine-strict=true\n',
    '.babelrc': '{ nothing',
    '.nvmrc': '0.10',
    'package.json': '{ "name": "vitest", "type": "commonjs" }',
  },
  'a package.json with a byte order mark': { 'package.json': '\uFEFF{ "name": "marked" }' },
  'a package of modules': { 'package.json': '{ "type": "module", "exports": {} }' },
};

test.each(Object.entries(FOREIGN))('it runs beside %s', async (_, files) => {
  await inFolder(async (cwd) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
    expectConformant(await ran(process.execPath, DEMO, { cwd, env: { PATH, HOME } }));
    expect((await readdir(cwd)).sort()).toEqual(Object.keys(files).sort());
  });
});

test('beside a broken package.json it says why it does not run', async () => {
  await inFolder(async (cwd) => {
    await writeFile(join(cwd, 'package.json'), '{ "name": ');
    const env = { PATH, HOME };
    const { status, stdout, stderr } = await ran(process.execPath, DEMO, { cwd, env });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^conformance: .*package\.json is not valid JSON, so Node cannot start a worker here.*\n$/,
    );
  });
});

test('it runs in a folder that nobody can write to, as a plain user, without a home', async () => {
  await inFolder(async (cwd) => {
    await chmod(cwd, 0o555);
    // Root may write everywhere, so that it is somebody else then.
    const somebody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const env = { PATH, HOME: '/there/is/no/such/home' };
    const control = "require('fs').writeFileSync('x', '')";
    const refused = await ran(process.execPath, ['-e', control], { cwd, env, ...somebody });
    expect(refused.stderr).toContain('EACCES');
    expectConformant(await ran(process.execPath, DEMO, { cwd, env, ...somebody }));
  });
});
