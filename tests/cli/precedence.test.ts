import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, inNewFolder } from './command.js';
import { html, withServer } from './servers.js';

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
