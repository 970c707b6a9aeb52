import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { projectFile } from './project.js';

/** The commit that is measured, and whether files other than the page of the benchmark differ from it. */
export function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: fileURLToPath(projectFile('.')), encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', '.', ':(exclude)docs/cost.md');
  return `commit ${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' with uncommitted changes'}`;
}
