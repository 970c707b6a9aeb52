import { isObject } from '../../harness/place.js';
import { removeFolder, temporaryFolder } from '../../harness/temporary-folder.js';
import type { Version } from '../../specification/versions.js';
import { type Exchange, type InstanceOptions, startRecorded } from './instance.js';
import type { Output } from './result.js';
import { runCommand, surroundings, TOO_MANY_REQUESTS } from './run-command.js';

/** One run of the command; what names the instance and its folder is replaced. */
export interface Run {
  output: Output;
  exchanges: Exchange[];
}

/** What every run has. */
export interface RunOptions {
  command: string;
  environment: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** Ends every run. */
  ending: AbortSignal;
  /** The folder in which each run gets one of its own. */
  parent: string;
}

/** What stands for the address of an instance and for the folder of a run, which differ each time. */
const HOST = 'INSTANCE';
const FOLDER = '$CONFORMANCE_DIR';

/** Runs the command on an instance of its own; `limit` is the number of requests after which it is ended. */
export async function runOn(
  instance: InstanceOptions,
  version: Version,
  { command, environment, timeoutMs, ending, parent }: RunOptions,
  limit = Number.POSITIVE_INFINITY,
): Promise<Run> {
  const folder = await temporaryFolder('run-', parent);
  const tooMany = new AbortController();
  const reference = await startRecorded(instance, (count) => {
    if (count > limit) tooMany.abort(TOO_MANY_REQUESTS);
  });
  try {
    const output = await runCommand(command, {
      environment: surroundings(reference, version, folder, environment),
      folder,
      timeoutMs,
      stop: AbortSignal.any([ending, tooMany.signal]),
    });
    const { host } = new URL(reference.url);
    return withTexts({ output, exchanges: [...reference.exchanges] }, (text) =>
      text.replaceAll(host, HOST).replaceAll(folder, FOLDER),
    );
  } finally {
    await reference.stop();
    await removeFolder(folder);
  }
}

/** A copy of plain data with each text in it changed; names of properties stay. */
export function withTexts<T>(data: T, change: (text: string) => string): T;
export function withTexts(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === 'string') return change(data);
  if (Array.isArray(data)) return data.map((each) => withTexts(each, change));
  if (!isObject(data)) return data;
  const present = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, withTexts(value, change)]));
}
