import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Misbehaviour } from '../../fixtures/hostile/misbehaviour.js';
import type { Report } from '../../harness/report.js';
import {
  inNewFolder,
  type Outcome,
  outcome,
  performed,
  type Surroundings,
  start,
} from '../cli/command.js';

/** The result of the command on a misbehaving server. */
export interface Trial extends Outcome {
  /** The peak memory of the process in MB; undefined if it was not measured. */
  megabytes?: number;
  /** The written report, if any, and its text, which `--report -` prints. */
  report?: Report;
  reportText: string;
  /** Violations of the report schema. */
  reportErrors: string[];
  /** The URL of the server. */
  url: string;
  /** Requests that must not be sent, and data that was not restored; must be empty. */
  harm: string[];
}

const SCHEMA = new URL('../../schemas/report.schema.json', import.meta.url);

/** Tests a server with a misbehaviour: in this process, or in one of its own, whose memory is measured. */
export async function tryServer(
  misbehaviour: Misbehaviour,
  more: readonly string[] = [],
  isMeasured = false,
): Promise<Trial> {
  const { url, ca, env = {}, args: own = [], harm, stop } = await misbehaviour.start();
  try {
    return await inNewFolder(async (cwd) => {
      const file = join(cwd, 'r.json');
      const trusting = ca === undefined ? [] : ['--ca', ca];
      const args = ['--base-url', url, '--report', file, ...trusting, ...more, ...own];
      const ended = await (isMeasured ? measured(args, { cwd, env }) : performed(args, env));
      const reportText = await readFile(file, 'utf8').catch(() => '');
      const report = reportText === '' ? undefined : (JSON.parse(reportText) as Report);
      const reportErrors = report === undefined ? [] : await errorsOf(report);
      return { ...ended, report, reportText, reportErrors, url, harm: harm?.() ?? [] };
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

/** Runs the command in a process of its own, and samples its peak memory; the last moments may be missed. */
async function measured(
  args: readonly string[],
  where: Surroundings,
): Promise<Outcome & Pick<Trial, 'megabytes'>> {
  const child = start(args, where);
  let kilobytes = 0;
  const look = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    kilobytes = Math.max(kilobytes, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  };
  const timer = setInterval(look, 50);
  const ended = await outcome(child);
  clearInterval(timer);
  return { ...ended, megabytes: kilobytes / 1024 };
}
