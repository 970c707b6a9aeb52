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
