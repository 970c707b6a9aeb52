import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../harness/place.js';
import { projectFile } from './project.js';
import { withTemporaryFolder } from './temporary-folder.js';

/** The command as users start it. */
export const COMMAND = fileURLToPath(projectFile('cli/conformance.js'));

/** Environment variables in addition to those that every program needs. */
export type Environment = Readonly<Record<string, string>>;

/** The result of a process. */
export interface Seen {
  status: number;
  stdout: string;
  stderr: string;
  /** From its start to its end. */
  seconds: number;
}

/** The result of a process with its resource usage. */
export interface Ended extends Seen {
  /** CPU time of all threads, user and system. */
  cpuSeconds: number;
  /** Peak memory (maximum resident set size). */
  peakMb: number;
}

/**
 * Runs a Node script in its own process, in an empty folder and with only the given environment variables,
 * and measures it. Rejects with an Error if it cannot be started or was killed.
 */
export async function measured(
  script: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<Ended> {
  return withTemporaryFolder(async (folder) => {
    const usage = join(folder, 'usage.json');
    const cwd = join(folder, 'cwd');
    mkdirSync(cwd);
    const whole = ['--import', PRELOAD, script, ...args];
    const ran = await ended(process.execPath, whole, { ...environment, BENCH_USAGE: usage }, cwd);
    return { ...ran, ...told(readFileSync(usage, 'utf8')) };
  });
}

/** The environment variables that every program needs. */
export function plainEnvironment(): Environment {
  const { PATH = '', HOME = tmpdir() } = process.env;
  return { PATH, HOME, NO_COLOR: '1' };
}

/** Returns the result of a successful run. Throws an Error with its last output otherwise. */
export function endedWell(ran: Ended): Ended {
  if (ran.status === 0) return ran;
  const words = `${ran.stdout.slice(-500)}\n${ran.stderr.slice(-500)}`;
  throw new Error(`the process ended with ${ran.status}:\n${words}`);
}

const PRELOAD = projectFile('dist/tools/bench/usage.js').href;

/**
 * Runs a program in a folder, with only the given environment variables and those that every program needs.
 * Rejects with an Error if it cannot be started or was killed.
 */
export function ended(
  program: string,
  args: readonly string[],
  environment: Environment,
  cwd: string,
): Promise<Seen> {
  return withTemporaryFolder(async (folder) => {
    const paths = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
    // Output goes to files: a process that exits early may lose output written to a pipe.
    const [out, err] = [openSync(paths[0], 'w'), openSync(paths[1], 'w')];
    try {
      const env = { ...plainEnvironment(), ...environment };
      const startedAt = performance.now();
      const child = spawn(program, args, { env, cwd, stdio: ['ignore', out, err] });
      const [status, signal]: (number | string | null)[] = await once(child, 'exit');
      const seconds = (performance.now() - startedAt) / 1000;
      const [stdout, stderr] = [readFileSync(paths[0], 'utf8'), readFileSync(paths[1], 'utf8')];
      if (typeof status === 'number') return { status, stdout, stderr, seconds };
      throw new Error(`the process was ended by ${signal}:\n${stderr.slice(-500)}`);
    } finally {
      closeSync(out);
      closeSync(err);
    }
  });
}

/** Times are in microseconds and memory in kilobytes on every system (libuv). */
function told(text: string): Pick<Ended, 'cpuSeconds' | 'peakMb'> {
  const usage: unknown = JSON.parse(text);
  const { userCPUTime, systemCPUTime, maxRSS } = isObject(usage) ? usage : {};
  return {
    cpuSeconds: (Number(userCPUTime) + Number(systemCPUTime)) / 1e6,
    peakMb: Number(maxRSS) / 1024,
  };
}
