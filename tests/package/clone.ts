import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../docs/pages.js';
import { done } from './ran.js';

/** Copies what git has of the checkout, changes included, and no more. */
export async function cloneTo(folder: string): Promise<void> {
  const { stdout } = await done('git', ['ls-files', '-z', '--cached'], { cwd: ROOT });
  for (const path of stdout.split('\0').filter((each) => each !== '')) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(ROOT, path), join(folder, path));
  }
}
