import { expect, test } from 'vitest';
import type { JournalContents } from '../../harness/journal-entry.js';
import { NO_WAITS } from '../../harness/settings.js';
import { restore } from '../../harness/writing/restore.js';
import { restorationLines } from '../../reporters/view/writes.js';
import { HEAD } from '../fuzz/journals.js';
import { settingsFor, withClient } from './serving.js';

const STRAYS = 120_000;

test('a journal with 120,000 other objects is restored in seconds, and not each of them is printed', async () => {
  const journal = {
    head: { ...HEAD, entry: 'head', format: 'conformance-journal/1' },
    // Each twice.
    entries: Array.from({ length: 2 * STRAYS }, (_, index) => ({
      entry: 'stray',
      version: '1.3',
      object: 'users/3',
      shown: `users/${index % STRAYS}`,
    })),
    damaged: [],
  } satisfies JournalContents as JournalContents;
  const restored = await withClient(settingsFor(HEAD.baseUrl), (client) =>
    restore(journal, client, NO_WAITS),
  );
  expect(restored.notRestored).toHaveLength(STRAYS);
  const lines = restorationLines(restored);
  expect(lines[0]).toContain('120,000 values not restored');
  expect(lines[1]).toContain('not restored: * of http://127.0.0.1:9/api/1.3/users/0/: a write to');
  expect(lines.at(-1)).toBe('and 119,500 values more not restored');
  expect(lines).toHaveLength(502);
}, 10_000);
