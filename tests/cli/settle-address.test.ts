import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JOURNAL_FORMAT } from '../../harness/journal-entry.js';
import { conformance, inNewFolder } from './command.js';
import { switchedOff, withServer } from './servers.js';

test.for<[option: string, args: (address: string) => string[]]>([
  ['--base-url', (address) => ['--base-url', address]],
  ['--base-url', (address) => ['doctor', '--base-url', address]],
  ['--base-url', (address) => ['restore', 'journal', '--base-url', address]],
  ['OLD_URL', (address) => ['compare', '--live', address, 'http://127.0.0.1:9']],
])('%s: the part before the page is used, and one line tells it', ([option, args]) =>
  withServer(switchedOff, (url) =>
    inNewFolder(async (cwd) => {
      const head = { entry: 'head', format: JOURNAL_FORMAT, run: '0', baseUrl: url };
      await writeFile(
        join(cwd, 'journal'),
        `${JSON.stringify({ ...head, startedAt: '2026-01-01T00:00:00Z' })}\n`,
      );
      const { stderr } = await conformance(args(`${url}/api/1.2/patches/`), { cwd });
      expect(stderr.split('\n')[0]).toBe(
        `conformance: ${option}: using ${url}, the part before /api/1.2/patches/`,
      );
      expect(stderr).not.toContain('does not answer');
    }),
  ),
);
