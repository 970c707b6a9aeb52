import {
  type ChildProcessByStdio,
  type ChildProcessWithoutNullStreams,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The built command, as it is published. */
export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What a run of the command left. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Where and in what environment the command runs: an empty one unless given. */
export interface Surroundings {
  cwd: string;
  env?: Record<string, string>;
}

/** Starts the built command in a clean environment. */
export function start(
  args: readonly string[],
  { cwd, env = {} }: Surroundings,
): ChildProcessWithoutNullStreams {
  if (!existsSync(MAIN)) throw new Error('the command is not built: npm run build');
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [MAIN, ...args], { cwd, env: { PATH, HOME, ...env } });
}

/** Waits for the end of a command and gathers what it wrote. */
export async function outcome(
  child: ChildProcessByStdio<Writable | null, Readable, Readable>,
): Promise<Outcome> {
  const gathered = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    gathered.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    gathered.stderr += text;
  });
  await once(child, 'close');
  return { status: child.exitCode, ...gathered };
}

/** Runs the built command to its end, in a process of its own. */
export function spawned(args: readonly string[], where: Surroundings): Promise<Outcome> {
  return outcome(start(args, where));
}

/** The calls of `conformance` one after the other: the working directory belongs to the process. */
let last: Promise<unknown> = Promise.resolve();

/** Runs the built command to its end in this process, in a new folder unless given. */
export function conformance(
  args: readonly string[],
  { cwd, env }: Partial<Surroundings> = {},
): Promise<Outcome> {
  const run = last.then(() =>
    cwd === undefined
      ? inNewFolder((folder) => inThisProcess(args, { cwd: folder, env }))
      : inThisProcess(args, { cwd, env }),
  );
  last = run.catch(() => {});
  return run;
}

async function inThisProcess(
  args: readonly string[],
  { cwd, env }: Surroundings,
): Promise<Outcome> {
  const home = process.cwd();
  process.chdir(cwd);
  try {
    return await performed(args, env);
  } finally {
    process.chdir(home);
  }
}

/** Runs the built command to its end in this process and its working directory: several may run at once. */
export async function performed(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const { Command, Terminal } = await builtCommand();
  const [output, errors] = [new Gathered(), new Gathered()];
  const { PATH = '', HOME = '' } = process.env;
  const terminal = new Terminal(output, errors, { PATH, HOME, ...env }, 'npx conformance');
  const status = await new Command(args, terminal).perform();
  return { status, stdout: output.text, stderr: errors.text };
}

/** The built modules: the thread of a run is one of them. */
async function builtCommand() {
  if (!existsSync(MAIN)) throw new Error('the command is not built: npm run build');
  const { Command }: typeof import('../../cli/command.js') = await import(BUILT_COMMAND);
  const { Terminal }: typeof import('../../cli/terminal.js') = await import(BUILT_TERMINAL);
  return { Command, Terminal };
}

const BUILT_COMMAND = new URL('../../dist/cli/command.js', import.meta.url).href;
const BUILT_TERMINAL = new URL('../../dist/cli/terminal.js', import.meta.url).href;

class Gathered extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Calls back with a new folder, which is removed afterwards. */
export async function inNewFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-test-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
