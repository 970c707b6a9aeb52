import { expect, test } from 'vitest';
import { startProxy } from '../../fixtures/hostile/proxy.js';
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
