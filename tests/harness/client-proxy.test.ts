import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startProxy } from '../../fixtures/hostile/proxy.js';
import { proxyOf } from '../../harness/client/proxy.js';
import { settingsFor, withClient } from './serving.js';

test.for(['http://instance.invalid', 'https://instance.invalid'])(
  'a proxy that wants a name and password refuses requests to %s',
  async (baseUrl) => {
    const { url, asked, stop } = await startProxy(true);
    const settings = settingsFor(baseUrl, { proxies: { http: url, https: url, except: '' } });
    try {
      await withClient(settings, async (client) => {
        const failed = client.read({ role: 'anonymous', url: '/api/' });
        await expect(failed).rejects.toMatchObject({
          code: 'proxy-refused',
          message: expect.stringContaining(
            '(status 407: it needs a username and password in its URL)',
          ),
        });
      });
      expect(asked).toHaveLength(1);
    } finally {
      await stop();
    }
  },
);

test('a proxy that never answers for a tunnel is given up like a server that never answers', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const proxies = { http: url, https: url, except: '' };
  const settings = settingsFor('https://instance.invalid', { proxies, timeoutMs: 300 });
  try {
    await withClient(settings, async (client) => {
      const failed = client.read({ role: 'anonymous', url: '/api/' });
      await expect(failed).rejects.toMatchObject({ code: 'timeout' });
    });
  } finally {
    silent.close();
  }
});

test.for<[except: string, baseUrl: string, isUsed: boolean]>([
  ['', 'http://patches.example.org', true],
  ['*', 'http://patches.example.org', false],
  ['other.org, example.org', 'http://patches.example.org', false],
  ['.Example.org', 'http://patches.example.org', false],
  ['*.example.org', 'http://patches.example.org', false],
  ['ample.org', 'http://patches.example.org', true],
  ['patches.example.org:80', 'http://patches.example.org', false],
  ['patches.example.org:443', 'https://patches.example.org', false],
  ['patches.example.org:8080', 'http://patches.example.org', true],
  ['127.0.0.1:8000', 'http://127.0.0.1:8000', false],
  ['::1', 'http://[::1]:8000', false],
  ['[::1]:8000', 'http://[::1]:8000', false],
  ['.', 'http://patches.example.org.', true],
])('NO_PROXY=%s for %s: a proxy is used: %s', ([except, baseUrl, isUsed]) => {
  const proxies = { http: 'http://proxy', https: 'http://proxy', except };
  const proxy = proxyOf(settingsFor(baseUrl, { proxies }));
  expect(proxy).toBe(isUsed ? 'http://proxy' : undefined);
});
