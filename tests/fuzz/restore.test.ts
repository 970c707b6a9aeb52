import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_WAITS } from '../../harness/settings.js';
import { NoJournal, readJournal } from '../../harness/stored-journal.js';
import { restore } from '../../harness/writing/restore.js';
import { settingsFor, withClient } from '../harness/serving.js';
import { withReference } from '../harness/writing.js';
import { mutated, runs } from './hostile-input.js';
import { HEAD, linesOf, SOUND_JOURNAL } from './journals.js';

it('restoring from any journal ends, and writes to nothing but what a run may write to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-fuzz-'));
  const file = join(folder, 'journal');
  let restoredFrom = 0;
  await withReference(async ({ reference, before }) => {
    const settings = settingsFor(reference.url, { credentials: reference.roles });
    const property = fc.asyncProperty(mutated(SOUND_JOURNAL.slice(1)), async (entries) => {
      writeFileSync(file, linesOf([{ ...HEAD, baseUrl: reference.url }]) + linesOf(entries));
      try {
        const journal = readJournal(file);
        await withClient(settings, async (client) => {
          const { notRestored, leftBehind } = await restore(journal, client, NO_WAITS);
          for (const { why } of [...notRestored, ...leftBehind]) expect(why).toMatch(/^\S.{5,}$/s);
        });
        restoredFrom += 1;
      } catch (error) {
        if (!(error instanceof NoJournal)) throw error;
      }
    });
    await fc.assert(property, { ...runs(120), endOnFailure: true });
    // What no run may write to is as it was.
    const [was, is] = [before, reference.snapshot()] as Record<string, unknown>[];
    for (const table of ['patches', 'covers', 'series', 'people']) {
      expect(is?.[table], table).toEqual(was?.[table]);
    }
  });
  rmSync(folder, { recursive: true });
  expect(restoredFrom).toBeGreaterThan(5);
});
