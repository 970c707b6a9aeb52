import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.stop());

/** The names of the headers of a response as they are sent. */
async function headerNames(method: string, path: string): Promise<string[]> {
  const { port, host } = new URL(reference.url);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  const [, ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  return lines.map((line) => line.split(':')[0] ?? '');
}

// pwclient takes no other spelling than `Link`.
test.for([
  ['GET', '/api/1.3/patches/', ['Allow', 'Content-Type', 'Link', 'Vary']],
  ['HEAD', '/api/1.3/patches/', ['Allow', 'Content-Type', 'Link', 'Vary']],
  ['OPTIONS', '/api/1.3/patches/', ['Allow', 'Content-Type', 'Vary']],
  ['POST', '/api/1.3/patches/', ['Allow', 'Content-Type', 'Vary']],
  ['GET', '/api/1.3/patches', ['Location']],
  ['GET', '/api/1.3/nothing/', ['Content-Type']],
  ['GET', '/series/1/mbox/', ['Content-Disposition', 'Content-Type']],
] as const)(
  '%s %s spells its headers in the usual way',
  async ([method, path, names], { expect }) => {
    const sent = await headerNames(method, path);
    expect(sent.filter((name) => /^[a-z]|-[a-z]/.test(name))).toEqual([]);
    expect(sent).toEqual(expect.arrayContaining([...names]));
  },
);
