import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { conformance, inNewFolder } from '../cli/command.js';

/** A defect that shows only where two parameters of a list are given, and no other requirement. */
const FAULT = 'series-since-ignored-with-project';

/** Examines the list of series in one version, and returns what was reported of its combined parameters. */
async function examined(more: readonly string[]) {
  return inNewFolder(async (cwd) => {
    const only = ['--only', 'combined.series', '--versions', '1.2', '--report', 'run.json'];
    await conformance(['demo', '--fault', FAULT, ...only, ...more], { cwd });
    const report = JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8')) as Report;
    return {
      requests: report.traffic.requests,
      result: report.results.find(({ requirement }) => requirement === 'combined.series'),
    };
  });
}

test('--thorough asks for more, and the smallest query that departs is the evidence', async () => {
  const { result } = await examined(['--thorough', '40', '--seed', '7']);
  expect(result?.verdict).toBe('warn');
  const [violation] = result?.violations ?? [];
  const [, asked = ''] = /\?(\S+):/.exec(violation?.message ?? '') ?? [];
  const names = [...new URLSearchParams(asked).keys()].sort();
  expect(names).toEqual(['page', 'per_page', 'project', 'since']);
});

test('the same --seed asks the same queries', async () => {
  const [one, same] = await Promise.all(
    ['7', '7'].map((seed) => examined(['--thorough', '40', '--seed', seed])),
  );
  expect(one?.result?.violations.length).toBeGreaterThan(0);
  expect(same?.result?.violations).toEqual(one?.result?.violations);
  expect(same?.requests).toBe(one?.requests);
});
