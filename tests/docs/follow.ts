import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { type Block, type Command, commandsOf, type FileMark, stepsOf } from './blocks.js';
import { applyEdit } from './edits.js';
import { Instances } from './instances.js';
import { shownOf } from './output.js';
import { IN_A_CHECKOUT, ROOT, textOf } from './pages.js';
import { Shell } from './shell.js';

/** The instance that every page may speak of; a page may have it changed. */
const USUAL = { url: 'https://pw.example.org', faults: [] };

/**
 * Does all that a page says, in the order in which it stands there, in a new folder: an empty one,
 * or a copy of the checkout. Returns the page as it should be: with the output that came.
 */
export async function followed(page: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-docs-'));
  const work = join(folder, 'work');
  const isCheckout = IN_A_CHECKOUT.includes(page);
  mkdirSync(work);
  cpSync(ROOT, work, { recursive: true, filter: (path) => isCheckout && isKept(path) });
  if (isCheckout) symlinkSync(join(ROOT, 'node_modules'), join(work, 'node_modules'));
  const shell = new Shell(work, folder, isCheckout ? work : ROOT);
  const instances = new Instances();
  try {
    await instances.serve(USUAL);
    return await followSteps(textOf(page), shell, instances);
  } finally {
    await shell.stop();
    await instances.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What git has of the checkout, and nothing that was made. */
function isKept(path: string): boolean {
  return !['node_modules', '.git', 'dist'].includes(basename(path));
}

async function followSteps(text: string, shell: Shell, instances: Instances): Promise<string> {
  const lines = text.split('\n');
  const result: string[] = [];
  let copied = 0;
  for (const step of stepsOf(text)) {
    if ('url' in step) {
      await instances.serve(step);
      continue;
    }
    if ('page' in step) {
      writeFileSync(join(shell.folder, step.name), instances.meant(fileOf(step)));
      continue;
    }
    result.push(...lines.slice(copied, step.from), ...(await follow(step, shell, instances)));
    copied = step.to;
  }
  return [...result, ...lines.slice(copied)].join('\n');
}

/** The text of a file that another page has. Throws an Error if it has none of that name. */
function fileOf({ name, page }: FileMark): string {
  const blocks = stepsOf(textOf(page)).filter((step): step is Block => 'text' in step);
  const found = blocks.find(({ marks }) => marks.get('file') === name);
  if (found === undefined) throw new Error(`${page} has no file ${name}`);
  return found.text;
}

/** Does what one block says; returns the lines that it should have. */
async function follow(block: Block, shell: Shell, instances: Instances): Promise<string[]> {
  const { language, marks, text } = block;
  const asWritten = text.trimEnd().split('\n');
  const [written, shown] = [marks.get('file'), marks.get('shows')];
  if (written !== undefined) {
    writeFileSync(join(shell.folder, written), instances.meant(text));
    return asWritten;
  }
  if (shown !== undefined) {
    const came = instances.written(readFileSync(join(shell.folder, shown), 'utf8'));
    return shownOf(linesOf(came), asWritten);
  }
  if (language === 'sh' || language === 'console') {
    const statuses = (marks.get('status') ?? '0').split(',').map(Number);
    const outputs: string[][] = [];
    for (const [index, command] of commandsOf(block).entries()) {
      const status = statuses[index] ?? statuses.at(-1) ?? 0;
      const came = await outputOf(command, marks, status, { shell, instances });
      outputs.push(shownOf(came, command.shown));
    }
    return language === 'sh' ? asWritten : withPrompts(asWritten, outputs);
  }
  applyEdit(shell.folder, block);
  return asWritten;
}

async function outputOf(
  { line, shown }: Command,
  marks: Block['marks'],
  expected: number,
  { shell, instances }: { shell: Shell; instances: Instances },
): Promise<string[]> {
  if (marks.has('background')) {
    return linesOf(instances.written(await shell.keep(instances.meant(line), shown.length)));
  }
  const versions = marks.get('versions');
  const env: Record<string, string> =
    versions === undefined ? {} : { CONFORMANCE_VERSIONS: versions };
  const { status, stdout, stderr } = await shell.run(instances.meant(line), env);
  expect(status, `${line}\n${stdout}${stderr}`).toBe(expected);
  return linesOf(instances.written(marks.has('stderr') ? stderr : stdout));
}

/** The lines of a block, each command with the output that belongs below it. */
function withPrompts(written: readonly string[], outputs: readonly string[][]): string[] {
  let index = -1;
  return written.flatMap((line, number) => {
    const isContinued = written[number - 1]?.endsWith('\\') === true;
    if (!line.startsWith('$ ') && !isContinued) return [];
    if (line.startsWith('$ ')) index += 1;
    return line.endsWith('\\') ? [line] : [line, ...(outputs[index] ?? [])];
  });
}

/** The lines of an output, without what is blank at their ends, above the first and below the last. */
function linesOf(text: string): string[] {
  const trimmed = text.trimEnd().replace(/^\n+/, '');
  return trimmed === '' ? [] : trimmed.split('\n').map((line) => line.trimEnd());
}
