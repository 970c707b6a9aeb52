import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** What a command left. */
export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
export async function ran(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<Ran> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const gathered = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    gathered.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    gathered.stderr += text;
  });
  await once(child, 'close');
  return { status: child.exitCode, ...gathered };
}

/** The same; throws an Error that shows what was printed if it fails. */
export async function done(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<Ran> {
  const outcome = await ran(command, args, options);
  if (outcome.status === 0) return outcome;
  throw new Error(`${command} ${args.join(' ')}\n${outcome.stdout}\n${outcome.stderr}`);
}
