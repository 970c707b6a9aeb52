import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Misbehaviour } from '../../fixtures/hostile/misbehaviour.js';
import { inNewFolder, outcome, start } from '../cli/command.js';

/** The result of the command on a misbehaving server. */
export interface Trial {
  status: number | null;
  stdout: string;
  stderr: string;
  /** The peak memory of the process in MB; 0 if the system does not report it. */
  megabytes: number;
  /** The written report, if any. */
  report: unknown;
  /** Violations of the report schema. */
  reportErrors: string[];
  /** The URL of the server. */
  url: string;
  /** Requests that must not be sent, and data that was not restored; must be empty. */
  harm: string[];
}

const SCHEMA = new URL('../../schemas/report.schema.json', import.meta.url);

/** Tests a server with a misbehaviour. */
export async function tryServer(
  misbehaviour: Misbehaviour,
  more: readonly string[] = [],
): Promise<Trial> {
  const { url, ca, env = {}, args: own = [], harm, stop } = await misbehaviour.start();
  try {
    return await inNewFolder(async (cwd) => {
      const trusting = ca === undefined ? [] : ['--ca', ca];
      const args = ['--base-url', url, '--report', 'r.json', ...trusting, ...own];
      const child = start([...args, ...more], { cwd, env });
      const watched = watchMemory(child.pid);
      const ended = await outcome(child);
      const megabytes = watched();
      const report = await readReport(join(cwd, 'r.json'));
      const reportErrors = report === undefined ? [] : await errorsOf(report);
      return { ...ended, megabytes, report, reportErrors, url, harm: harm?.() ?? [] };
    });
  } finally {
    await stop();
  }
}

/** The violations of the report schema. */
export async function errorsOf(report: unknown): Promise<string[]> {
  const validate = new Ajv2020({ strict: true }).compile(
    JSON.parse(await readFile(SCHEMA, 'utf8')),
  );
  validate(report);
  return (validate.errors ?? []).map((error) => JSON.stringify(error));
}

/** Reads the report, if any. Rejects if it is not JSON. */
async function readReport(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Samples the peak memory of a process; the last moments may be missed. */
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
