import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import buildConfig from '../../tsconfig.build.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const COPIED = [
  ...['bin', 'build.mjs', 'package.json', 'tsconfig.json', 'tsconfig.build.json'],
  ...buildConfig.include,
];

let copy: string;

/** A copy of the project in which two published schemas were edited, a line each, and built. */
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'conformance-schemas-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // A field that is no longer required, and a type that is widened.
  edit('v1.2', /("project\.list": \{[\s\S]*?"required": \[[^\]]*?)\n *"webscm_url",/, '$1');
  edit(
    'v1.1',
    /("series\.list": \{[\s\S]*?"total": \{\s*"type": )"integer"/,
    '$1["integer", "string"]',
  );
  await run(copy, 'build.mjs');
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function edit(version: string, from: RegExp, to: string): void {
  const file = join(copy, 'schemas', version, 'schema.json');
  const before = readFileSync(file, 'utf8');
  const after = before.replace(from, to);
  expect(after, `${version} has ${from}`).not.toBe(before);
  writeFileSync(file, after);
}

function run(cwd: string, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1e9 }, (_, stdout) => resolve(stdout));
  });
}

/** The verdict of each requirement in each version, with two faults in the reference. */
async function verdicts(cwd: string): Promise<Map<string, string>> {
  const faults = 'listed-projects-without-webscm-url,series-total-as-decimal-text';
  const args = ['demo', '--seed', '7', '--fault', faults, '--report', '-'];
  const { results } = JSON.parse(await run(cwd, 'bin/conformance.js', ...args)) as {
    results: { requirement: string; version: string; verdict: string }[];
  };
  return new Map(results.map((each) => [`${each.requirement} ${each.version}`, each.verdict]));
}

test('an edited schema changes the verdict on a fault, in its version, and nothing else', async () => {
  const [before, after] = [await verdicts(ROOT), await verdicts(copy)];
  expect(after.size).toBe(before.size);
  const different = [...before].filter(([cell, verdict]) => after.get(cell) !== verdict);
  expect(different.sort()).toEqual([
    ['project.fields 1.2', 'fail'],
    ['series.types 1.1', 'fail'],
  ]);
  for (const [cell] of different) expect(after.get(cell)).toBe('pass');
  expect(before.get('project.fields 1.3')).toBe('fail');
  expect(before.get('series.types 1.2')).toBe('fail');
});
