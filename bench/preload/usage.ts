// Loaded by `--import` into a process whose cost is wanted: leaves what the system says of it in the
// file that BENCH_USAGE names, when it ends. So no tool of one operating system is needed, and all
// threads of the process are counted.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_USAGE;

// Threads inherit the flag, and the usage of one is that of the process.
if (isMainThread && file !== undefined) {
  process.on('exit', () => writeFileSync(file, JSON.stringify(process.resourceUsage())));
}
