import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MISBEHAVIOURS } from '../../fixtures/hostile/catalogue.js';
import { type RunningProxy, startProxy } from '../../fixtures/hostile/proxy.js';
import { startReference } from '../../fixtures/reference/start.js';
import { inNewFolder, type Outcome, spawned } from '../cli/command.js';

const ONLY = ['--only', 'root.answers', '--report', 'r.json'];

/** Runs `work` with a proxy and stops it afterwards. */
async function withProxy<T>(strict: boolean, work: (proxy: RunningProxy) => Promise<T>) {
  const proxy = await startProxy(strict);
  try {
    return await work(proxy);
  } finally {
    await proxy.stop();
  }
}

/** Tests a conforming instance with an environment that names proxies. */
async function examined(env: Record<string, string>): Promise<Outcome & { report: string }> {
  const reference = await startReference();
  try {
    return await inNewFolder(async (cwd) => {
      const ended = await spawned(['--base-url', reference.url, ...ONLY], { cwd, env });
      const report = await readFile(join(cwd, 'r.json'), 'utf8').catch(() => '');
      return { ...ended, report };
    });
  } finally {
    await reference.stop();
  }
}

test.for(['HTTP_PROXY', 'http_proxy'])('%s is used', async (name) => {
  await withProxy(false, async (proxy) => {
    const { status, stderr } = await examined({ [name]: proxy.url });
    expect(status, stderr).toBe(0);
    expect(proxy.asked.length).toBeGreaterThan(4);
    expect(proxy.asked[0]).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/api\/1\.0\/$/);
  });
});

test.for([{ NO_PROXY: '127.0.0.1' }, { NO_PROXY: '*' }])(
  '%j bypasses the proxy',
  async (except) => {
    await withProxy(true, async (proxy) => {
      expect(await examined({ HTTP_PROXY: proxy.url, ...except })).toMatchObject({ status: 0 });
      expect(proxy.asked).toEqual([]);
    });
  },
);

test('HTTPS_PROXY is not used for http:', async () => {
  await withProxy(true, async (proxy) => {
    expect(await examined({ HTTPS_PROXY: proxy.url })).toMatchObject({ status: 0 });
    expect(proxy.asked).toEqual([]);
  });
});

test('an HTTPS instance is reached through a tunnel', async () => {
  const misbehaviour = MISBEHAVIOURS.find(({ id }) => id === 'self-signed-certificate-with-ca');
  const server = await misbehaviour?.start();
  try {
    await withProxy(false, (proxy) =>
      inNewFolder(async (cwd) => {
        const args = ['--base-url', server?.url ?? '', '--ca', server?.ca ?? '', ...ONLY];
        const env = { HTTPS_PROXY: proxy.url };
        const { status, stderr } = await spawned(args, { cwd, env });
        expect(status, stderr).toBe(0);
        expect(new Set(proxy.asked)).toEqual(
          new Set([`CONNECT ${new URL(server?.url ?? '').host}`]),
        );
      }),
    );
  } finally {
    await server?.stop();
  }
});

test('an invalid proxy URL is rejected and not printed', async () => {
  const { status, stderr } = await examined({
    HTTPS_PROXY: 'socks5://who:s3cret-pass@127.0.0.1:1',
  });
  expect(stderr).toBe(
    'conformance: HTTPS_PROXY is not a proxy URL; expected http://HOST:PORT or https://HOST:PORT\n',
  );
  expect(status).toBe(2);
});

test('the name and password of a proxy are sent only to the proxy', async () => {
  await withProxy(false, async (proxy) => {
    const url = proxy.url.replace('://', '://someone:s3cret-p%40ss@');
    const { status, stdout, stderr, report } = await examined({ HTTP_PROXY: url });
    expect(status, stderr).toBe(0);
    const basic = Buffer.from('someone:s3cret-p@ss').toString('base64');
    expect([...proxy.credentials]).toEqual([`Basic ${basic}`]);
    for (const secret of ['s3cret', basic]) expect(stdout + stderr + report).not.toContain(secret);
  });
});
