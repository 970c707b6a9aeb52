import { expect, test } from 'vitest';
import { MISBEHAVIOURS } from '../../fixtures/hostile/catalogue.js';
import { type RunningProxy, startProxy } from '../../fixtures/hostile/proxy.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { ran, withInstance } from '../runs/instance.js';

const ONLY = ['--only', 'root.answers'];

/** Tests a conforming instance with an environment that names a proxy. */
async function examined(isStrict: boolean, envOf: (proxy: RunningProxy) => Record<string, string>) {
  const proxy = await startProxy(isStrict);
  try {
    const ended = await withInstance({}, ({ url }) =>
      ran(['--base-url', url, ...ONLY], { env: envOf(proxy) }),
    );
    expect(ended.status, ended.stderr).toBe(0);
    return { ...ended, proxy };
  } finally {
    await proxy.stop();
  }
}

test.for<[string, (proxy: RunningProxy) => Record<string, string>]>([
  ['a host of NO_PROXY', ({ url }) => ({ HTTP_PROXY: url, NO_PROXY: '127.0.0.1' })],
  ['NO_PROXY=*', ({ url }) => ({ HTTP_PROXY: url, NO_PROXY: '*' })],
  ['HTTPS_PROXY, which is not for http:', ({ url }) => ({ HTTPS_PROXY: url })],
])('%s: no proxy is used', async ([, env]) => {
  const { proxy } = await examined(true, env);
  expect(proxy.asked).toEqual([]);
});

test('an HTTPS instance is reached through a tunnel', async () => {
  const misbehaviour = MISBEHAVIOURS.find(({ id }) => id === 'self-signed-certificate-with-ca');
  const { url = '', ca = '', stop } = (await misbehaviour?.start()) ?? {};
  const proxy = await startProxy(false);
  try {
    const args = ['--base-url', url, '--ca', ca, ...ONLY];
    const { status, stderr } = await ran(args, { env: { HTTPS_PROXY: proxy.url } });
    expect(status, stderr).toBe(0);
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${new URL(url).host}`]));
  } finally {
    await proxy.stop();
    await stop?.();
  }
});

test('an invalid proxy URL is rejected and not printed', async () => {
  await inNewFolder(async (cwd) => {
    const env = { HTTPS_PROXY: 'socks5://who:s3cret-pass@127.0.0.1:1' };
    const args = ['--base-url', 'http://127.0.0.1:9', ...ONLY];
    const { status, stderr } = await conformance(args, { cwd, env });
    expect(stderr).toBe(
      'conformance: HTTPS_PROXY is not a proxy URL; expected http://HOST:PORT or https://HOST:PORT\n',
    );
    expect(status).toBe(2);
  });
});

test.for(['HTTP_PROXY', 'http_proxy'])(
  '%s is used; its name and password are sent only to it',
  async (name) => {
    const named = ({ url }: RunningProxy) => url.replace('://', '://someone:s3cret-p%40ss@');
    const { proxy, stdout, stderr, report } = await examined(false, (given) => ({
      [name]: named(given),
    }));
    expect(proxy.asked.length).toBeGreaterThan(4);
    expect(proxy.asked[0]).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/api\/1\.0\/$/);
    const basic = Buffer.from('someone:s3cret-p@ss').toString('base64');
    expect([...proxy.credentials]).toEqual([`Basic ${basic}`]);
    for (const secret of ['s3cret', basic]) {
      expect(stdout + stderr + JSON.stringify(report)).not.toContain(secret);
    }
  },
);
