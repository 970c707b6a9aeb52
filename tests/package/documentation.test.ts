import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { done } from './ran.js';

const { home } = inject('packed');

/** A block of code, and what it prints where the page shows it. */
interface Block {
  name: string;
  code: string;
  printed?: string;
}

/** The blocks of code of the page; each begins with the name of its file. */
async function blocks(): Promise<Block[]> {
  const page = await readFile(new URL('../../docs/library.md', import.meta.url), 'utf8');
  const found = [
    ...page.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm),
  ];
  expect(found).toHaveLength([...page.matchAll(/^```js$/gm)].length);
  return found.map(([, name = '', code = '', printed]) => ({ name, code, printed }));
}

test('every block of docs/library.md runs, and prints what the page shows', async () => {
  const cwd = join(home, 'documentation');
  await mkdir(cwd);
  const all = await blocks();
  for (const { name, code } of all) await writeFile(join(cwd, name), code);
  for (const { name, printed } of all) {
    const { stdout } = await done(process.execPath, [name], { cwd });
    if (printed !== undefined) expect(`${name}\n${stdout}`).toBe(`${name}\n${printed}`);
  }
  expect(all.length).toBeGreaterThan(3);
});
