import { expect, test } from 'vitest';
import { MISBEHAVIOURS } from '../../fixtures/hostile/catalogue.js';
import { startProxy } from '../../fixtures/hostile/proxy.js';
import { ran, withInstance } from '../runs/instance.js';

const ONLY = ['--only', 'root.answers'];

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

test('HTTP_PROXY is used, for http: and unless NO_PROXY names the host; its name and password are sent only to it', async () => {
  const proxy = await startProxy(false);
  const named = proxy.url.replace('://', '://someone:s3cret-p%40ss@');
  const tested = (env: Record<string, string>) =>
    withInstance({}, ({ url }) => ran(['--base-url', url, ...ONLY], { env }));
  try {
    await tested({ HTTP_PROXY: named, NO_PROXY: '127.0.0.1' });
    await tested({ HTTPS_PROXY: named });
    expect(proxy.asked).toEqual([]);
    const { status, stdout, stderr, report } = await tested({ http_proxy: named });
    expect(status, stderr).toBe(0);
    expect(proxy.asked[0]).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/api\/1\.0\/$/);
    const basic = Buffer.from('someone:s3cret-p@ss').toString('base64');
    expect([...proxy.credentials]).toEqual([`Basic ${basic}`]);
    for (const secret of ['s3cret', basic]) {
      expect(stdout + stderr + JSON.stringify(report)).not.toContain(secret);
    }
  } finally {
    await proxy.stop();
  }
});
