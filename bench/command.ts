import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../harness/place.js';

/** The command as its users start it. */
export const COMMAND = fileURLToPath(new URL('../../bin/conformance.js', import.meta.url));

/** Variables for a process, besides those that every program needs. */
export type Environment = Readonly<Record<string, string>>;

/** What became of a process, and what it cost. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
  /** From its start to its end. */
  seconds: number;
  /** Processor, all threads, user and system. */
  cpuSeconds: number;
  /** The most memory that it ever held (maximum resident set size). */
  peakMb: number;
  /** The moment of its start, in milliseconds since 1970. */
  startedAt: number;
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
  preloads: readonly URL[] = [],
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const usage = join(folder, 'usage.json');
  try {
    const ran = await ended(
      process.execPath,
      [...imports([USAGE, ...preloads]), script, ...args],
      { ...environment, BENCH_USAGE: usage },
      mkdtempSync(join(folder, 'cwd-')),
    );
    return { ...ran, ...costs(readFileSync(usage, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

const USAGE = new URL('./preload/usage.js', import.meta.url);

function imports(preloads: readonly URL[]): string[] {
  return preloads.flatMap(({ href }) => ['--import', href]);
}

/**
 * Runs a program in a folder to its end. It sees no variables but those given and those that every
 * program needs. Rejects with an Error if it cannot be started or was killed.
 */
export function ended(
  program: string,
  args: readonly string[],
  environment: Environment,
  cwd: string,
): Promise<Omit<Ended, 'cpuSeconds' | 'peakMb'>> {
  return new Promise((resolve, reject) => {
    const env = { ...plainEnvironment(), ...environment };
    const startedAt = performance.timeOrigin + performance.now();
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let seconds = Number.NaN;
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    }
    child.on('error', reject);
    child.on('exit', () => {
      seconds = (performance.timeOrigin + performance.now() - startedAt) / 1000;
    });
    child.on('close', (status, signal) => {
      if (signal === null) resolve({ status, ...texts, seconds, startedAt });
      else reject(new Error(`the process was ended by ${signal}:\n${texts.stderr.slice(-500)}`));
    });
  });
}

/** Times come in microseconds, memory in kilobytes on every system (libuv sees to that). */
function costs(text: string): Pick<Ended, 'cpuSeconds' | 'peakMb'> {
  const usage: unknown = JSON.parse(text);
  const { userCPUTime, systemCPUTime, maxRSS } = isObject(usage) ? usage : {};
  return {
    cpuSeconds: (Number(userCPUTime) + Number(systemCPUTime)) / 1e6,
    peakMb: Number(maxRSS) / 1024,
  };
}
