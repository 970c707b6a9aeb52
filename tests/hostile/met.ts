import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Habit } from '../../fixtures/hostile/habit.js';
import { inNewFolder, outcome, start } from '../cli/command.js';

/** What came of the real command against a server that misbehaves. */
export interface Sampled {
  status: number | null;
  stdout: string;
  stderr: string;
  /** The most memory that the process held, in megabytes; 0 where the system does not tell. */
  megabytes: number;
  seconds: number;
  /** The report that was written, if one was. */
  report: unknown;
  /** What keeps the report from being one. */
  reportErrors: string[];
  /** The address of the server. */
  url: string;
  /** What the server was sent that it should not have been, or has lost; there should be nothing. */
  harm: string[];
}

const SCHEMA = new URL('../../schemas/report.schema.json', import.meta.url);

/** Examines a server with a habit, each request having two seconds. */
export async function meet(habit: Habit, more: readonly string[] = []): Promise<Sampled> {
  const { url, ca, env = {}, args: own = [], harm, stop } = await habit.start();
  try {
    return await inNewFolder(async (cwd) => {
      const trusting = ca === undefined ? [] : ['--ca', ca];
      const args = ['--base-url', url, '--timeout', '2', '--report', 'r.json', ...trusting, ...own];
      const startedAt = performance.now();
      const child = start([...args, ...more], { cwd, env });
      const watched = watchMemory(child.pid);
      const ended = await outcome(child);
      const megabytes = watched();
      const seconds = (performance.now() - startedAt) / 1000;
      const report = await readReport(join(cwd, 'r.json'));
      const reportErrors = report === undefined ? [] : await errorsOf(report);
      return { ...ended, megabytes, seconds, report, reportErrors, url, harm: harm?.() ?? [] };
    });
  } finally {
    await stop();
  }
}

/** What keeps a value from being a report. */
export async function errorsOf(report: unknown): Promise<string[]> {
  const validate = new Ajv2020({ strict: true }).compile(
    JSON.parse(await readFile(SCHEMA, 'utf8')),
  );
  validate(report);
  return (validate.errors ?? []).map((error) => JSON.stringify(error));
}

/** A report that is there must be whole; one that is not JSON is an error of the test. */
async function readReport(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The mark is the highest there was; what a process held in its last moments may be missed. */
function watchMemory(pid: number | undefined): () => number {
  let kilobytes = 0;
  const look = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    kilobytes = Math.max(kilobytes, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    return kilobytes / 1024;
  };
}
