import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Refusal } from './refusal.js';

/** How long a module may take to be loaded, in seconds. */
const LONGEST_SECONDS = 30;

/**
 * Loads a module of `--suite` in a thread of its own first: one that calls process.exit, or that never
 * comes to its end, would take the command with it. Rejects with a Refusal that names the file.
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
    // What it throws later is told where it is loaded in earnest.
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
      `--suite: ${file} was not loaded within ${LONGEST_SECONDS} s; expected a module that exports requirements and does nothing else`,
    );
  }
  throw new Refusal(
    `--suite: ${file} ended its thread with status ${end} while it was loaded, as process.exit does; expected a module that leaves it alone`,
  );
}
