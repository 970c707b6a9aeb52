import { expect, test } from 'vitest';
import type { Answer } from '../../harness/client/answer.js';
import { ReadMemory } from '../../harness/client/read-memory.js';
import type { Read } from '../../harness/client/request.js';

/** A memory, and the paths that it asked for. */
function recording(): { memory: ReadMemory; sent: string[]; read(path: string): void } {
  const sent: string[] = [];
  const memory = new ReadMemory(({ url }: Read) => {
    // A URL is spelled anew, so that no cache knows it: it means the same.
    const path = url.slice(ORIGIN.length).replace(/&+$/, '');
    sent.push(path);
    const answer: Partial<Answer> = { status: 200, headers: {}, text: path };
    return Promise.resolve(answer as Answer);
  });
  const read = (path: string) => void memory.read({ role: 'anonymous', url: ORIGIN + path });
  return { memory, sent, read };
}

const ORIGIN = 'https://pw.example.org';

test('what is compared is repeated side by side: plain lists, the requests in question, then the rest', async () => {
  const { memory, sent, read } = recording();
  const paths = [
    '/api/1.1/covers/?per_page=100',
    '/api/1.1/bundles/?owner=3&per_page=100',
    '/api/1.1/bundles/?project=2&per_page=100',
    '/api/1.1/bundles/?per_page=100',
  ];
  await memory.apart(async ({ readAgain }) => {
    for (const path of paths) read(path);
    sent.length = 0;
    await readAgain([`${ORIGIN}${paths[2]}`], false);
    // The plain list again: it was the same before and after.
    expect(sent).toEqual([paths[3], paths[2], paths[0], paths[1], paths[3]]);
    sent.length = 0;
    await readAgain([`${ORIGIN}${paths[2]}`], true);
    expect(sent).toEqual([paths[3], paths[2], paths[1], paths[3]]);
  });
});

test('a version is forgotten by itself; what names none is kept', () => {
  const { memory, sent, read } = recording();
  const paths = [
    '/api/1.1/covers/',
    '/api/1.2/covers/',
    '/api/covers/',
    '/api/covers/?q=a',
    '/about',
  ];
  for (const path of paths) read(path);
  memory.forgetVersion('1.2');
  sent.length = 0;
  for (const path of paths) read(path);
  expect(sent).toEqual([paths[1], paths[3]]);
});
