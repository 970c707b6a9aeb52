import { expect, test } from 'vitest';
import type { Read } from '../../harness/client/request.js';
import type { TargetSettings } from '../../harness/settings.js';
import { tool } from '../../harness/tool.js';
import { asked, json } from './serving.js';

const CREDENTIALS: TargetSettings['credentials'] = {
  user: { token: 'user-token', name: 'ursula', password: 'p:ä ss' },
  other: { name: 'otto', password: 'otto-pass' },
  maintainer: { token: 'maintainer-token' },
};

/** Base64 of `ursula:p:ä ss` and of `otto:otto-pass`. */
const URSULA = 'Basic dXJzdWxhOnA6w6Qgc3M=';
const OTTO = 'Basic b3R0bzpvdHRvLXBhc3M=';

const SENT: [what: string, read: Partial<Read>, header: string | undefined][] = [
  ['nobody in particular sends none', {}, undefined],
  ['the token is preferred', { role: 'user' }, 'Token user-token'],
  ['a name and a password do', { role: 'other' }, OTTO],
  ['a token alone does', { role: 'maintainer' }, 'Token maintainer-token'],
  ['the scheme can be chosen', { role: 'user', scheme: 'basic' }, URSULA],
  ['the token scheme, by name', { role: 'user', scheme: 'token' }, 'Token user-token'],
  ['the scheme in lower case', { role: 'user', lowerCase: true }, 'token user-token'],
  ['others in place of the own', { role: 'user', authorization: 'Token wrong' }, 'Token wrong'],
];

test.for(SENT)('%s', async ([, read, header]) => {
  await asked(json([]), { credentials: CREDENTIALS }, async (client, { headers }) => {
    const { exchange } = await client.read({ role: 'anonymous', url: '/', ...read });
    expect(headers[0]?.authorization).toBe(header);
    const { authorization = 'none' } = client.records.exchange(exchange)?.request.headers ?? {};
    expect(authorization).toMatch(
      /^(none|Token wrong|[Tt]oken \$CONFORMANCE_(USER|MAINTAINER)_TOKEN|Basic \$CONFORMANCE_(USER|OTHER)_NAME:\S+)$/,
    );
  });
});

test.for([
  [undefined, `${tool().name}/${tool().version}`],
  ['conformance (+mailto:admin@example.org)', 'conformance (+mailto:admin@example.org)'],
])('--user-agent %s: requests name themselves %s', async ([userAgent, name]) => {
  await asked(json([]), { userAgent }, async (client, { headers }) => {
    await client.read({ role: 'anonymous', url: '/' });
    expect(headers[0]).toMatchObject({ 'user-agent': name, accept: 'application/json' });
  });
});

test('what --header gives goes with every request, as every role', async () => {
  const settings = {
    credentials: CREDENTIALS,
    headers: [['X-Gate', 'open sesame']] as [string, string][],
  };
  await asked(json([]), settings, async (client, { headers }) => {
    for (const role of ['anonymous', 'user', 'other', 'maintainer'] as const) {
      await client.read({ role, url: '/' });
    }
    expect(headers.map((each) => each['x-gate'])).toEqual(Array(4).fill('open sesame'));
    expect(client.records.exchange(2)?.request.headers).toEqual({
      'user-agent': expect.any(String),
      accept: 'application/json',
      'x-gate': '<value of X-Gate>',
      authorization: 'Token $CONFORMANCE_USER_TOKEN',
    });
  });
});

test('a gate that takes an Authorization header of its own lets nobody in particular pass', async () => {
  const headers: [string, string][] = [['Authorization', 'Basic gate']];
  await asked(json([]), { credentials: CREDENTIALS, headers }, async (client, server) => {
    const anonymous = await client.read({ role: 'anonymous', url: '/' });
    const user = await client.read({ role: 'user', url: '/' });
    expect(server.headers.map(({ authorization }) => authorization)).toEqual([
      'Basic gate',
      'Token user-token',
    ]);
    expect(client.records.exchange(anonymous.exchange)?.request.headers.authorization).toBe(
      '<value of Authorization>',
    );
    expect(client.records.exchange(user.exchange)?.request.headers.authorization).toBe(
      'Token $CONFORMANCE_USER_TOKEN',
    );
  });
});

test('the record keeps no cookie: that of a session is as good as a password', async () => {
  await asked(
    (_, response) => {
      response.setHeader('set-cookie', [
        'sessionid=s3cret=; Path=/; HttpOnly',
        'csrf=t0ken',
        'only-value',
        'a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Secure, b=t0ken; Max-Age=9, s3cret; Path=/',
        '=s3cret; SameSite=Lax; path2=t0ken',
      ]);
      response.setHeader('set-cookie2', 'c="s3cret"; Version=1');
      response.end('[]');
    },
    {},
    async (client) => {
      const answer = await client.read({ role: 'anonymous', url: '/' });
      expect(answer.headers['set-cookie']).toContain('csrf=t0ken');
      expect(client.records.exchange(answer.exchange)?.response.headers['set-cookie']).toEqual([
        'sessionid=<cookie>; Path=/; HttpOnly',
        'csrf=<cookie>',
        '<cookie>',
        'a=<cookie>; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Secure, b=<cookie>; Max-Age=9, <cookie>; Path=/',
        '=<cookie>; SameSite=Lax; path2=<cookie>',
      ]);
      expect(client.records.exchange(answer.exchange)?.response.headers['set-cookie2']).toBe(
        'c=<cookie>; Version=1',
      );
    },
  );
});
