import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotExamine } from './cannot-examine.js';

/** Creates a folder for temporary files. Takes the beginning of its name, and where. Rejects with a CannotExamine. */
export async function temporaryFolder(prefix: string, parent = tmpdir()): Promise<string> {
  try {
    return await mkdtemp(join(parent, prefix));
  } catch (error) {
    const cause = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CannotExamine(
      `no temporary file can be created in ${parent} (${cause}): set TMPDIR to a folder that exists and can be written`,
    );
  }
}

/** Removes a folder in which a program may have left anything, such as folders that cannot be written. Never throws. */
export async function removeFolder(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  await remove().catch(async () => {
    await makeWritable(path);
    // What still cannot be removed stays with the other temporary files.
    await remove().catch(() => {});
  });
}

async function makeWritable(folder: string): Promise<void> {
  // A link may lead to files of another user.
  const isOwn = await lstat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isOwn) return;
  await chmod(folder, 0o700).catch(() => {});
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const each of entries.filter((entry) => entry.isDirectory())) {
    await makeWritable(join(folder, each.name));
  }
}
