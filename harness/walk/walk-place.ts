import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The default file of a scan: a unique name in the temporary folder. */
export function usualWalkFile(): string {
  return join(tmpdir(), `patchwork-conformance-${randomBytes(8).toString('hex')}.walk.json`);
}

/** Removes the file of a complete scan. */
export function removeWalkFile(path: string): void {
  rmSync(path, { force: true });
}
