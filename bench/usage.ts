// Loaded by `--import` into a process whose cost is wanted: when it ends, it leaves in the file that
// BENCH_USAGE names what the system says of it and the marks that it has set. So no tool of one
// operating system is needed, and all threads of the process are counted.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_USAGE;

// Threads inherit the flag, and the usage of one is that of the process.
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const marks = performance
      .getEntriesByType('mark')
      .map(({ name, startTime }) => [name, performance.timeOrigin + startTime]);
    const left = { usage: process.resourceUsage(), marks: Object.fromEntries(marks) };
    writeFileSync(file, JSON.stringify(left));
  });
}
