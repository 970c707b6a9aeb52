import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The checkout, seen from dist/release. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What a command of the checkout says, without the blanks around it. Throws its error if it fails. */
export function said(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 1e8,
  }).trim();
}

/** The tag of the newest release before this commit, other than `version`, or undefined if there was none. */
export function lastTag(version: string): string | undefined {
  const tags = said('git', 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname');
  return tags.split('\n').find((tag) => tag !== '' && tag !== `v${version}`);
}
