// Loaded by `--import` into a measured process. At exit it writes the resource usage of the process, with
// all threads, into the file named by BENCH_USAGE, on every operating system.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_USAGE;

// Threads inherit the flag, but the usage is that of the process.
if (isMainThread && file !== undefined) {
  process.on('exit', () => writeFileSync(file, JSON.stringify(process.resourceUsage())));
}
