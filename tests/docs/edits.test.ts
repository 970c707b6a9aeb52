import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandsOf, stepsOf } from './blocks.js';
import { applyEdit } from './edits.js';

const LIST = 'const all = [\n  one,\n  two,\n];\n';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-test-'));
  writeFileSync(join(folder, 'list.ts'), LIST);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The file after a block below a paragraph, which adds `  three,`. */
function edited(paragraph: string, name = 'list.ts'): string {
  const [step] = stepsOf(`${paragraph}\n\n\`\`\`ts\n  three,\n\`\`\`\n`);
  if (step === undefined || !('text' in step)) throw new Error('there is no block');
  applyEdit(folder, step);
  return readFileSync(join(folder, name), 'utf8');
}

test.for([
  { where: 'above the line `];`', after: LIST.replace('];', '  three,\n];') },
  { where: 'below the line `one,`', after: LIST.replace('  two', '  three,\n  two') },
  { where: 'in the place of the line `two,`', after: LIST.replace('two', 'three') },
])('a block goes $where', ({ where, after }) => {
  expect(edited(`As \`one\` is there, it goes in. In \`list.ts\`, ${where}:`)).toBe(after);
});

test('a new file is written', () => {
  expect(edited('A new file `more/three.ts`:', 'more/three.ts')).toBe('  three,\n');
});

test.for([
  ['In `list.ts`, above the line `four,`:', '0 lines of list.ts have four,; one was expected'],
  ['In `list.ts`, above the line `o`:', '3 lines of list.ts have o; one was expected'],
  ['Put this into `list.ts`, near the line `one,`:', 'nothing says where this goes'],
  ['Somewhere:', 'nothing says where this goes'],
])('%s is not followed', ([paragraph = '', why]) => {
  expect(() => edited(paragraph)).toThrow(why);
});

test('commands stand after a sign in a console, and alone in sh; the rest is output', () => {
  const [console, sh] = stepsOf(
    '```console status=1\n$ one \\\n  --more\nout\n\n$ two\n```\n\n```sh\nthree\n```\n',
  );
  if (!console || !sh || !('text' in console) || !('text' in sh)) {
    throw new Error('there are no blocks');
  }
  expect(commandsOf(console)).toEqual([
    { line: 'one   --more', shown: ['out', ''] },
    { line: 'two', shown: [] },
  ]);
  expect(console.marks.get('status')).toBe('1');
  expect(commandsOf(sh)).toEqual([{ line: 'three', shown: [] }]);
});

test('a block that says not what it is cannot be passed over', () => {
  expect(() => stepsOf('```\nnpx conformance\n```\n')).toThrow(
    'line 1: the fence names no language',
  );
  expect(() => stepsOf('text\n\n    npx conformance\n')).toThrow('line 3: no language');
});
