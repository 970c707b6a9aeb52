import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

/** The root of the project: the bench runs from dist/tools/bench, its tests from tools/bench. */
const BESIDE = new URL('../../package.json', import.meta.url);
export const ROOT = new URL(existsSync(BESIDE) ? '../../' : '../../../', import.meta.url);

/** The command as users start it, and what makes its process write how much it has used. */
const COMMAND = fileURLToPath(new URL('cli/conformance.js', ROOT));
const PRELOAD = new URL('dist/tools/bench/usage.js', ROOT).href;

/** What a run of the command has used. */
export interface Ran {
  /** From its start to its end. */
  seconds: number;
  /** CPU time of all threads, user and system. */
  cpuSeconds: number;
  /** Peak memory (maximum resident set size). */
  peakMb: number;
}

/** A reference instance in a process of its own. */
export interface Served {
  url: string;
  /** The environment of a run: base URL, project and credentials. */
  environment: NodeJS.ProcessEnv;
}

/**
 * Runs the command in a process of its own, in an empty folder and with only the given environment variables and
 * those that every program needs, and measures it. Rejects with an Error if it does not end with status 0.
 */
export function measured(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  return withTemporaryFolder(async (folder) => {
    const usage = join(folder, 'usage.json');
    const output = join(folder, 'output');
    const cwd = join(folder, 'cwd');
    mkdirSync(cwd);
    // Output goes to a file: a process that exits early may lose output written to a pipe.
    const file = openSync(output, 'w');
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['--import', PRELOAD, COMMAND, ...args], {
      env: { ...plainEnvironment(), ...environment, BENCH_USAGE: usage },
      cwd,
      stdio: ['ignore', file, file],
    });
    const [status, signal]: unknown[] = await once(child, 'exit');
    const seconds = (performance.now() - startedAt) / 1000;
    if (status !== 0) {
      const said = readFileSync(output, 'utf8').slice(-1000);
      throw new Error(`the process ended with ${status ?? signal}:\n${said}`);
    }
    // Times are in microseconds and memory in kilobytes on every system (libuv).
    const used = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage;
    const cpuSeconds = (used.userCPUTime + used.systemCPUTime) / 1e6;
    return { seconds, cpuSeconds, peakMb: used.maxRSS / 1024 };
  });
}

/**
 * Starts `conformance serve`, runs `use` with it and stops it. Rejects with an Error if it does not start,
 * and with the rejection of `use`.
 */
export function withReference<T>(
  options: readonly string[],
  use: (served: Served) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, 'env');
    const child = spawn(process.execPath, [COMMAND, 'serve', '--write-env', file, ...options], {
      env: plainEnvironment(),
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    try {
      const lines = createInterface(child.stdout);
      const [url]: unknown[] = await Promise.race([once(lines, 'line'), exit]);
      if (typeof url !== 'string') throw new Error(`serve ${options.join(' ')} ended at once`);
      return await use({ url, environment: parseEnv(readFileSync(file, 'utf8')) });
    } finally {
      child.kill();
      await exit;
    }
  });
}

/** The environment variables that every program needs. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME = tmpdir() } = process.env;
  return { PATH, HOME, NO_COLOR: '1' };
}

/** Runs `use` with an empty folder, and removes the folder afterwards. */
async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
