import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Version } from '../../specification/versions.js';
import { type Exchange, type InstanceOptions, startRecorded } from './instance.js';
import type { Output } from './result.js';
import { runCommand, TOO_MANY_REQUESTS } from './run-command.js';
import { surroundings } from './surroundings.js';

/** One run of the command; what names the instance and its folder is replaced. */
export interface Run {
  output: Output;
  exchanges: Exchange[];
}

/** What every run has. */
export interface RunnerOptions {
  command: string;
  environment: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** Ends every run. */
  ending: AbortSignal;
  /** The folder in which each run gets one of its own. */
  parent: string;
}

/** Runs the command on an instance of its own. */
export class Runner {
  private count = 0;

  constructor(private readonly options: RunnerOptions) {}

  /** Whether every run is ended now. */
  get isEnding(): boolean {
    return this.options.ending.aborted;
  }

  /** `limit` is the number of requests after which the command is ended. */
  async run(
    instance: InstanceOptions,
    version: Version,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Run> {
    const { command, environment, timeoutMs, ending, parent } = this.options;
    this.count += 1;
    const folder = join(parent, String(this.count));
    await mkdir(folder);
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
      const same = (text: string) => text.replaceAll(host, HOST).replaceAll(folder, FOLDER);
      return {
        output: outputWith(output, same),
        exchanges: reference.exchanges.map((exchange) => exchangeWith(exchange, host)),
      };
    } finally {
      await reference.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** What stands for the address of an instance and for the folder of a run, which differ each time. */
const HOST = 'INSTANCE';
const FOLDER = '$CONFORMANCE_DIR';

/** An output with its texts changed. */
export function outputWith(output: Output, change: (text: string) => string): Output {
  const files = Object.entries(output.files).map(([name, text]) => [name, change(text)]);
  return {
    ...output,
    stdout: change(output.stdout),
    stderr: change(output.stderr),
    files: Object.fromEntries(files),
  };
}

function exchangeWith(exchange: Exchange, host: string): Exchange {
  const { answer, body, target } = exchange;
  const same = (text: string) => text.replaceAll(host, HOST);
  return {
    ...exchange,
    target: same(target),
    body: same(body),
    answer: answer && {
      ...answer,
      headers: answer.headers.map(([name, value]): [string, string] => [name, same(value)]),
      body: same(answer.body),
    },
  };
}
