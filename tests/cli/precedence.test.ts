import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandName } from '../../cli/option.js';
import { conformance, inNewFolder } from './command.js';
import { closedAddress, html, withServer } from './servers.js';

/** Which base URL was used is seen by the line that says that it is no instance. */
async function usedWith(where: {
  flag?: true;
  environment?: true;
  file?: true;
  emptyEnvironment?: true;
}): Promise<string> {
  return withServer(html, (url) =>
    inNewFolder(async (cwd) => {
      if (where.file) await writeFile(join(cwd, '.env'), `CONFORMANCE_BASE_URL='${url}/file'\n`);
      const { stdout, stderr } = await conformance(
        ['doctor', ...(where.flag ? ['--base-url', `${url}/flag`] : [])],
        {
          cwd,
          env: {
            ...(where.environment ? { CONFORMANCE_BASE_URL: `${url}/environment` } : {}),
            ...(where.emptyEnvironment ? { CONFORMANCE_BASE_URL: '' } : {}),
          },
        },
      );
      return /\d\/(\w+)\/api\/1\.0/.exec(stdout)?.[1] ?? stderr;
    }),
  );
}

test.concurrent('the flag wins over the environment, and that over .env', async () => {
  expect(await usedWith({ flag: true, environment: true, file: true })).toBe('flag');
  expect(await usedWith({ environment: true, file: true })).toBe('environment');
  expect(await usedWith({ file: true })).toBe('file');
});

test.concurrent('an empty value of the environment counts as not given', async () => {
  expect(await usedWith({ emptyEnvironment: true, file: true })).toBe('file');
  expect(await usedWith({ emptyEnvironment: true })).toContain('no instance given');
});

test.concurrent('an error names the place in which the wrong value stands', async () => {
  await inNewFolder(async (cwd) => {
    const env = { CONFORMANCE_TIMEOUT: 'soon' };
    const ofProcess = await conformance(['--base-url', 'http://127.0.0.1:9'], { cwd, env });
    await writeFile(join(cwd, '.env'), 'CONFORMANCE_QUIET=perhaps\n');
    const ofFile = await conformance(['--base-url', 'http://127.0.0.1:9'], { cwd });
    expect(ofProcess.stderr).toMatch(/^conformance: CONFORMANCE_TIMEOUT: expected/);
    expect(ofFile.stderr).toMatch(/^conformance: CONFORMANCE_QUIET in \.env: expected 1, true/);
  });
});

test.concurrent('a line of .env that was added to another one is refused, without its value', async () => {
  await inNewFolder(async (cwd) => {
    const text =
      'CONFORMANCE_BASE_URL=http://127.0.0.1:9CONFORMANCE_USER_TOKEN=secret-0123456789\n';
    await writeFile(join(cwd, '.env'), text);
    const { status, stderr } = await conformance(['doctor'], { cwd });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^conformance: CONFORMANCE_BASE_URL in \.env has the name of another/),
    ]);
    expect(stderr).not.toContain('secret');
  });
});

test.concurrent('it is said where .env sends credentials of the environment, and that it allows writes', async () => {
  await inNewFolder(async (cwd) => {
    const address = await closedAddress();
    await writeFile(
      join(cwd, '.env'),
      `CONFORMANCE_BASE_URL=${address}\nCONFORMANCE_ALLOW_WRITES=1\n`,
    );
    const env = { CONFORMANCE_USER_TOKEN: 'token-0123456789' };
    const { stderr } = await conformance(['run'], { cwd, env });
    expect(stderr).toContain(
      'conformance: .env names the address to which CONFORMANCE_USER_TOKEN of the environment is sent\n',
    );
    expect(stderr).toContain('conformance: .env allows writes (CONFORMANCE_ALLOW_WRITES)\n');
    const own = await conformance(['run', '--base-url', address], { cwd, env });
    expect(own.stderr).not.toContain('names the address');
  });
});

test.concurrent('a secret is masked although another setting is wrong', async () => {
  await inNewFolder(async (cwd) => {
    const env = { CONFORMANCE_USER_TOKEN: 'tok-abcdef', CONFORMANCE_TIMEOUT: 'tok-abcdef' };
    const { status, stderr } = await conformance(['doctor'], { cwd, env });
    expect([status, stderr]).toEqual([2, expect.stringContaining('CONFORMANCE_TIMEOUT')]);
    expect(stderr).not.toContain('tok-abcdef');
  });
});

test.concurrent('a misspelt name in .env is refused: the setting would be lost', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, '.env'), 'CONFORMANCE_USER_TOKE=hunter2\nOTHER_THING=1\n');
    const { status, stderr } = await conformance(['list', '--only', 'root'], { cwd });
    expect(stderr).toBe(
      'conformance: unknown option CONFORMANCE_USER_TOKE in .env; did you mean CONFORMANCE_USER_TOKEN?\n',
    );
    expect(status).toBe(2);
  });
});

/** Each subcommand, with the words that it needs. */
const CALLS: Readonly<Record<CommandName, string[]>> = {
  run: ['--base-url', 'http://127.0.0.1:9'],
  demo: ['--only', 'root', '--versions', '1.4'],
  serve: ['--port', 'none'],
  doctor: ['--base-url', 'http://127.0.0.1:9'],
  list: ['--only', 'root'],
  explain: ['root.about'],
  faults: [],
  report: ['run.json'],
  compare: ['before.json', 'after.json'],
  'try-client': ['--command', 'true'],
  client: ['git-pw', 'run.json'],
  restore: ['journal'],
};

test.concurrent.for(Object.entries(CALLS))(
  '%s refuses a misspelt name that is exported, too',
  async ([command, words]) => {
    const env = { CONFORMANCE_FOO: '1', CONFORMANCE_USER_TOKN: 'hunter2' };
    expect(await conformance([command, ...words], { env })).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'conformance: unknown option CONFORMANCE_USER_TOKN in the environment; did you mean CONFORMANCE_USER_TOKEN?\n',
    });
  },
);

test.concurrent('other unknown names that are exported are one note', async () => {
  const args = ['list', '--only', 'root.about'];
  const env = { CONFORMANCE_FOO: '1', CONFORMANCE_IMAGE: '', OTHER_THING: '1' };
  expect(await conformance(args, { env })).toEqual({
    ...(await conformance(args)),
    stderr:
      'conformance: unknown in the environment, and not used: CONFORMANCE_FOO, CONFORMANCE_IMAGE\n',
  });
});

test.concurrent('what examples export, and Kubernetes for a service, is passed over', async () => {
  const names = [
    ...['PACKAGE', 'URL', 'DIR', 'VERSION'],
    ...['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTPS', 'PORT', 'PORT_80_TCP'],
    ...['PORT_80_TCP_ADDR', 'API_SERVICE_HOST', 'API_SERVICE_PORT', 'USER_API_PORT_8080_UDP_PROTO'],
  ];
  const args = ['list', '--only', 'root.about'];
  const env = Object.fromEntries(names.map((name) => [`CONFORMANCE_${name}`, 'tcp://10.0.0.1:80']));
  const exported = await conformance(args, { env });
  expect(exported).toEqual(await conformance(args));
  expect([exported.status, exported.stderr]).toEqual([0, '']);
});

test.concurrent('a folder that is called .env is passed over', async () => {
  await inNewFolder(async (cwd) => {
    await mkdir(join(cwd, '.env'));
    const { stderr } = await conformance([], { cwd });
    expect(stderr).toContain('no instance given');
  });
});

test.concurrent('--gentle with another pace is remarked upon', async () => {
  const told = async (...more: string[]) =>
    (await conformance(['--base-url', 'http://127.0.0.1:9', '--gentle', ...more])).stderr;
  expect(await told('--rps', '4')).toContain('--gentle: --rps and --concurrency are not used');
  expect(await told('--concurrency', '8')).toContain(
    '--gentle: --rps and --concurrency are not used',
  );
  expect(await told()).not.toContain('not used');
});
