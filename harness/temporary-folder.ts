import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotExamine } from './cannot-examine.js';

/** Creates a folder for temporary files. Takes the beginning of its name. Rejects with a CannotExamine. */
export async function temporaryFolder(prefix: string): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), prefix));
  } catch (error) {
    const cause = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CannotExamine(
      `no temporary file can be created in ${tmpdir()} (${cause}): set TMPDIR to a folder that exists and can be written`,
    );
  }
}
