import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, object } from './call.js';

let reference: Reference;
beforeEach(async () => {
  reference = await startReference();
});
afterEach(() => reference.stop());

const role = 'user';
const path = '/api/1.3/bundles/1/';

test('invalid UTF-8 and unpaired surrogates are a 400', async () => {
  const headers = { 'content-type': 'application/json' };
  const untyped = '{"name":"\\ud800"}';
  const half = await call(reference, path, { role, method: 'PATCH', untyped, headers });
  expect([half.status, Object.keys(object(half.body))]).toEqual([400, ['name']]);
  const response = await fetch(`${reference.url}${path}`, {
    method: 'PATCH',
    headers: { ...headers, authorization: `Token ${reference.roles.user.token}` },
    body: Buffer.from([0x7b, 0xff, 0x7d]),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: expect.any(String) });
});

test('another media type is a 415, an unsupported Accept a 406', async () => {
  const headers = { 'content-type': 'text/plain' };
  const answer = await call(reference, path, { role, method: 'PATCH', untyped: 'x', headers });
  expect([answer.status, Object.keys(object(answer.body))]).toEqual([415, ['detail']]);
  const image = await call(reference, path, { headers: { accept: 'image/png' } });
  expect(image.status).toBe(406);
});

test('a rejected large body does not break the connection', async () => {
  const json = { name: 'x'.repeat(2_000_000) };
  const refused = await call(reference, path, { method: 'PATCH', json });
  expect(refused.status).toBe(403);
  expect((await call(reference, path)).status).toBe(200);
});

test('a body that is too long is a 413, with and without Content-Length', async () => {
  const url = `${reference.url}/api/1.3/bundles/`;
  const portion = Buffer.alloc(2 ** 16, 'x');
  const portions = Readable.from(Array.from({ length: 100 }, () => portion));
  const headers = { 'content-type': 'application/json' };
  const declared = await fetch(url, { method: 'POST', headers, body: Buffer.alloc(5_000_000) });
  expect(declared.status).toBe(413);
  const streamed = await fetch(url, {
    method: 'POST',
    headers,
    body: Readable.toWeb(portions) as ReadableStream,
    duplex: 'half',
  });
  expect(streamed.status).toBe(413);
});
