import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareBaselines, writeBaseline } from '../../cli/baseline-files.js';
import { interruptedAgainstBaseline } from '../reporters/baselines.js';
import { inNewFolder } from './command.js';

test('a file that is no baseline is one clear line, before anything is asked', async () => {
  await inNewFolder(async (cwd) => {
    const file = join(cwd, 'known.yaml');
    await writeFile(file, 'expected:\n  - requirement: root.answers\n    versions: [2.0]\n');
    const line =
      'known.yaml, line 3: unknown version "2.0"; expected one of 1.0, 1.1, 1.2, 1.3, 1.4';
    await expect(prepareBaselines({ baseline: file, writeBaseline: undefined })).rejects.toThrow(
      `--baseline: ${join(cwd, line)}`,
    );
    // What is there would be lost.
    await expect(prepareBaselines({ baseline: undefined, writeBaseline: file })).rejects.toThrow(
      `--write-baseline: ${join(cwd, line)}`,
    );
    await expect(prepareBaselines({ baseline: undefined, writeBaseline: cwd })).rejects.toThrow(
      'cannot be written: it is not a regular file',
    );
  });
});

test('an interrupted run writes no baseline', async () => {
  await inNewFolder(async (cwd) => {
    const file = join(cwd, 'known.yaml');
    await writeFile(file, '');
    const wanted = await prepareBaselines({ baseline: undefined, writeBaseline: file });
    expect(await writeBaseline(interruptedAgainstBaseline(), wanted)).toBe(
      `${file} not written, since the run was interrupted`,
    );
    expect(await readFile(file, 'utf8')).toBe('');
  });
});
