import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Refusal } from './refusal.js';

/** Time limit for loading a module, in seconds. */
const LONGEST_SECONDS = 30;

/**
 * Loads a module of `--suite` in a separate thread first: a module that calls process.exit or never ends
 * would otherwise stop the command. Rejects with a Refusal that names the file.
 */
export async function tryToLoad(file: string, href: string): Promise<void> {
  const thread = new Worker(new URL('./suite-trial-thread.js', import.meta.url), {
    workerData: href,
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  const patience = new AbortController();
  const loaded = new Promise<'loaded' | number>((resolve) => {
    thread.once('message', () => resolve('loaded'));
    // The error is reported when the module is loaded in the main thread.
    thread.once('error', () => resolve('loaded'));
    thread.once('exit', resolve);
  });
  const late = pause(LONGEST_SECONDS * 1000, 'late' as const, { signal: patience.signal });
  late.catch(() => {});
  const end = await Promise.race([loaded, late]);
  patience.abort();
  if (end === 'loaded') return;
  await thread.terminate();
  if (end === 'late') {
    throw new Refusal(
      `--suite: ${file} did not load within ${LONGEST_SECONDS} s; expected a module that only exports requirements`,
    );
  }
  throw new Refusal(
    `--suite: ${file} ended its thread with status ${end} while loading; expected a module that does not call process.exit`,
  );
}
