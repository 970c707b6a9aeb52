import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Block } from './blocks.js';

/**
 * Does to a file below a folder what the paragraph above a block says, in one of the words
 * "A new file `NAME`", "In `NAME`, above the line `TEXT`", "In `NAME`, below the line `TEXT`" and
 * "In `NAME`, in the place of the line `TEXT`". Throws an Error if it says something else, or if the
 * file does not have just one such line: that is the text, or failing that, has it.
 */
export function applyEdit(folder: string, { above, text }: Block): void {
  const [name, line] = above.codes.slice(/\bnew file\b/.test(above.prose) ? -1 : -2);
  if (name === undefined) throw new Error(`nothing says where this goes:\n${text}`);
  const path = join(folder, name);
  if (line === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = (isIt: (each: string) => boolean) =>
    lines.flatMap((each, index) => (isIt(each) ? [index] : []));
  const whole = places((each) => each.trim() === line.trim());
  const found = whole.length > 0 ? whole : places((each) => each.includes(line));
  const [at] = found;
  if (at === undefined || found.length > 1) {
    throw new Error(`${found.length} lines of ${name} have ${line}; one was expected`);
  }
  const added = text.trimEnd().split('\n');
  if (/above the line/.test(above.prose)) lines.splice(at, 0, ...added);
  else if (/below the line/.test(above.prose)) lines.splice(at + 1, 0, ...added);
  else if (/in the place of the line/.test(above.prose)) lines.splice(at, 1, ...added);
  else throw new Error(`nothing says where this goes: ${above.prose}`);
  writeFileSync(path, lines.join('\n'));
}
