import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { certificate } from '../../fixtures/hostile/tls.js';
import { transportError } from '../../harness/client/transport-error.js';
import { asked, json, settingsFor, withClient } from './serving.js';

const trusted = certificate('self-signed', true);

const READ = { role: 'anonymous', url: '/api/1.0/?q=a' } as const;

test('a read on a connection that was closed meanwhile is asked again, once', async () => {
  let cut = 0;
  await asked(
    (request, response) => {
      if (request.url === '/second' && cut === 0) {
        cut += 1;
        request.socket.destroy();
      } else response.end('[]');
    },
    { concurrency: 1 },
    async (client, { requests }) => {
      await client.read({ ...READ, url: '/first' });
      expect(await client.read({ ...READ, url: '/second' })).toHaveProperty('status', 200);
      expect(requests).toEqual(['GET /first', 'GET /second', 'GET /second']);
      expect(client.traffic.requests).toBe(3);
    },
  );
});

test.for([
  ['ENOTFOUND', 'unknown host name', 'connection-failed'],
  ['EAI_AGAIN', 'is the network up?', 'connection-failed'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'trust it with --ca FILE', 'connection-failed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'use http: instead of https:?', 'connection-failed'],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'issuer of the certificate is unknown',
    'connection-failed',
  ],
  ['CERT_HAS_EXPIRED', 'the certificate has expired', 'connection-failed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host name', 'connection-failed'],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'HTTP/2 only (ALPN)', 'connection-failed'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'too old or too weak', 'connection-failed'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'too old or too weak', 'connection-failed'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'or it requires a certificate', 'connection-failed'],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN', 'a certificate of the client', 'connection-failed'],
  ['ERR_SSL_EE_KEY_TOO_SMALL', 'too old or too weak', 'connection-failed'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'a certificate of the client', 'connection-failed'],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'no certificate for this host', 'connection-failed'],
  ['ERR_SSL_BAD_EXTENSION', 'TLS failed (bad extension)', 'connection-failed'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no complete response within 5 s', 'timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'longer than 16 kB', 'too-long'],
  ['EPIPE', 'closed during the request', 'connection-lost'],
])('%s is told in words', ([code, words, kind]) => {
  // What decides is the code: the text of an error is for people.
  const raw = 'raw: Proxy response (407), the connection was refused';
  const cause = Object.assign(new Error(raw), { code });
  for (const error of [
    cause,
    new Error('fetch failed', { cause }),
    new AggregateError([cause, new Error('other')]),
  ]) {
    const failed = transportError('GET /', error, 5000, { isProxied: true });
    expect(failed.code).toBe(kind);
    const { message } = failed;
    expect(message).toContain(words);
    expect(message).not.toContain('raw');
  }
});

test.for<[string, Server]>([
  [
    '(a server that requires a certificate of the client does this)',
    createSecureServer({ ...trusted, ca: trusted.cert, requestCert: true }),
  ],
  ['closed during the TLS handshake', createServer((socket) => socket.destroy())],
])('an ended connection of TLS: %s', async ([words, server]) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const settings = settingsFor(`https://127.0.0.1:${port}`, { ca: trusted.cert });
    await withClient(settings, (client) => expect(client.read(READ)).rejects.toThrow(words));
  } finally {
    server.close();
  }
});

test('a value that no header can have is sent as bytes of UTF-8, without control characters', async () => {
  await asked(json([]), {}, async (client, { headers }) => {
    for (const name of ['jörg', 'łukasz', '山田', 'a\r\nx-b: c\0', '\ud800']) {
      await client.read({ role: 'anonymous', url: '/', authorization: `Token ${name}` });
    }
    const arrived = headers.map(({ authorization = '' }) => authorization);
    const utf8 = arrived.slice(1).map((text) => Buffer.from(text, 'latin1').toString('utf8'));
    expect([arrived[0], ...utf8]).toEqual([
      'Token jörg',
      'Token łukasz',
      'Token 山田',
      'Token a??x-b: c?',
      'Token \ufffd',
    ]);
  });
});
