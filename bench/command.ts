import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../harness/place.js';
import { projectFile } from './project.js';
import { withTemporaryFolder } from './temporary-folder.js';

/** The command as its users start it. */
export const COMMAND = fileURLToPath(projectFile('bin/conformance.js'));

/** Variables for a process, besides those that every program needs. */
export type Environment = Readonly<Record<string, string>>;

/** What can be seen of a process from outside. */
export interface Seen {
  status: number;
  stdout: string;
  stderr: string;
  /** From its start to its end. */
  seconds: number;
}

/** The same, and what it cost. */
export interface Ended extends Seen {
  /** Processor, all threads, user and system. */
  cpuSeconds: number;
  /** The most memory that it ever held (maximum resident set size). */
  peakMb: number;
}

/**
 * Runs a script of Node in a process of its own and measures it. It sees no variables but those given
 * and runs in an empty folder, so that nobody's `.env` is measured. Rejects with an Error if it cannot
 * be started or was killed.
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

/** The variables that a program needs to run at all. */
export function plainEnvironment(): Environment {
  const { PATH = '', HOME = tmpdir() } = process.env;
  return { PATH, HOME, NO_COLOR: '1' };
}

/** The result of a run that has to end well. Throws an Error with its last words if it did not. */
export function endedWell(ran: Ended): Ended {
  if (ran.status === 0) return ran;
  const words = `${ran.stdout.slice(-500)}\n${ran.stderr.slice(-500)}`;
  throw new Error(`the process ended with ${ran.status}:\n${words}`);
}

const PRELOAD = projectFile('dist/bench/usage.js').href;

/**
 * Runs a program in a folder to its end. It sees no variables but those given and those that every
 * program needs. Rejects with an Error if it cannot be started or was killed.
 */
export function ended(
  program: string,
  args: readonly string[],
  environment: Environment,
  cwd: string,
): Promise<Seen> {
  return withTemporaryFolder(async (folder) => {
    const paths = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
    // Into files: a process that ends in a hurry may leave half of what it wrote to a pipe unsaid.
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

/** Times come in microseconds, memory in kilobytes on every system (libuv sees to that). */
function told(text: string): Pick<Ended, 'cpuSeconds' | 'peakMb'> {
  const usage: unknown = JSON.parse(text);
  const { userCPUTime, systemCPUTime, maxRSS } = isObject(usage) ? usage : {};
  return {
    cpuSeconds: (Number(userCPUTime) + Number(systemCPUTime)) / 1e6,
    peakMb: Number(maxRSS) / 1024,
  };
}
