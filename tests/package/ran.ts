import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { type Outcome, outcome } from '../cli/command.js';

/** What a command left. */
export type Ran = Outcome;

/** Runs a command to its end. */
export function ran(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
): Promise<Ran> {
  const child = spawn(command, args, options);
  child.stdin.end();
  return outcome(child);
}

/** The same; throws an Error that shows what was printed if it fails. */
export async function done(...[command, args, options]: Parameters<typeof ran>): Promise<Ran> {
  const ended = await ran(command, args, options);
  if (ended.status === 0) return ended;
  throw new Error(`${command} ${args.join(' ')}\n${ended.stdout}\n${ended.stderr}`);
}
