import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a walk is kept for which the user names no file: the temporary folder, under a name of its own. */
export function usualWalkFile(): string {
  return join(tmpdir(), `patchwork-conformance-${randomBytes(8).toString('hex')}.walk.json`);
}

/** Takes away what there is nothing to go on with any more. */
export function removeWalkFile(path: string): void {
  rmSync(path, { force: true });
}
