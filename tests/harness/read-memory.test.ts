import { expect, test } from 'vitest';
import { ReadMemory } from '../../harness/client/read-memory.js';

test('what is compared is repeated side by side: plain lists, the requests in question, then the rest', async () => {
  const memory = new ReadMemory();
  const read = (url: string) => memory.set(url, { role: 'anonymous', url }, new Promise(() => {}));
  const urls = [
    '/api/1.1/covers/?per_page=100',
    '/api/1.1/bundles/?owner=3&per_page=100',
    '/api/1.1/bundles/?project=2&per_page=100',
    '/api/1.1/bundles/?per_page=100',
  ];
  await memory.apart(async () => {
    for (const url of urls) read(url);
    const inQuestion = ['https://pw.example.org/api/1.1/bundles/?project=2&per_page=100'];
    const { reads, plain } = memory.takeOwn(inQuestion);
    expect(reads.map(({ url }) => url)).toEqual([urls[3], urls[2], urls[0], urls[1]]);
    expect(plain.map(({ url }) => url)).toEqual([urls[3]]);
    expect(memory.takeOwn(inQuestion)).toEqual({ reads: [], plain: [] });
  });
});

test('a version is forgotten by itself; what names none is kept', () => {
  const memory = new ReadMemory();
  const urls = [
    '/api/1.1/covers/',
    '/api/1.2/covers/',
    '/api/covers/',
    '/api/covers/?q=a',
    '/about',
  ];
  for (const url of urls) memory.set(url, { role: 'anonymous', url }, new Promise(() => {}));
  memory.forgetVersion('1.2');
  expect(urls.filter((url) => memory.get(url) !== undefined)).toEqual([urls[0], urls[2], urls[4]]);
});
