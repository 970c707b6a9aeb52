import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import buildConfig from '../tsconfig.build.json' with { type: 'json' };

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));

const COPIED = [
  ...['build.mjs', 'package.json', 'requirements'],
  ...['tsconfig.json', 'tsconfig.build.json'],
  ...buildConfig.include,
];

/** A copy of what is built, to be edited and built again. */
export interface ProjectCopy {
  folder: string;
  /** Replaces a text that stands in a file. Throws an Error if it does not. */
  edit(path: string, from: RegExp | string, to: string): void;
  remove(): void;
}

/** Copies the project into a folder of its own. */
export function copyProject(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-project-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    edit(path, from, to) {
      const file = join(folder, path);
      const before = readFileSync(file, 'utf8');
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${path} has no ${from}`);
      writeFileSync(file, after);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs Node in a folder to its end, and returns what it printed; whatever its status is. */
export function node(cwd: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1e9 }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

/** The results of `demo` as it is built in a folder: the verdict of each requirement in each version. */
export async function demoVerdicts(cwd: string, ...args: string[]): Promise<Map<string, string>> {
  const { stdout } = await node(cwd, 'cli/conformance.js', 'demo', '--report', '-', ...args);
  const { results } = JSON.parse(stdout) as {
    results: { requirement: string; version: string; verdict: string }[];
  };
  return new Map(results.map((each) => [`${each.requirement} ${each.version}`, each.verdict]));
}
