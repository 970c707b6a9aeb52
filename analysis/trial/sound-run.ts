import { setTimeout as wait } from 'node:timers/promises';
import type { Version } from '../../specification/versions.js';
import type { InstanceOptions } from './instance.js';
import { compareOutputs } from './reaction.js';
import { type Run, type RunOptions, runOn } from './runner.js';

/** A command that cannot be tried: it fails on the expected instance, or sends no request to it. */
export class CannotTry extends Error {
  override readonly name = 'CannotTry';
}

/** Between the starts of two runs on the expected instance, so that a command that prints the time differs. */
const CLOCK_MS = 1100;

/** The command on the expected instance. */
export interface Sound extends Run {
  version: Version;
}

/** The mistake that is likely where a command names no variable. */
const NO_VARIABLE =
  "; it names no variable: quote it with single quotes ('… $CONFORMANCE_URL …'), so that your own shell does not replace it";

/**
 * Runs the command on the expected instance, twice. Rejects with a CannotTry unless it succeeds, sends a
 * request, and prints the same a second later.
 */
export async function soundRun(
  options: RunOptions,
  instance: InstanceOptions,
  version: Version,
): Promise<Sound> {
  const start = performance.now();
  const run = await runOn(instance, version, options);
  const { status, signal, stderr, stdout, ended } = run.output;
  const where = placeOf(instance, version);
  if (ended !== undefined) {
    const option = options.ending.aborted ? '--max-duration' : '--timeout';
    const limit = ended === 'time limit' ? `${ended}; ${option} sets another` : ended;
    throw new CannotTry(`the command does not end ${where} (${limit})`);
  }
  const hint = options.command.includes('CONFORMANCE_') ? '' : NO_VARIABLE;
  if (status !== 0) {
    const said = (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? '';
    throw new CannotTry(
      `the command fails ${where} (${signal ?? `exit status ${status}`}): ${said || 'no message'}; expected a command that succeeds there${hint}`,
    );
  }
  if (run.exchanges.length === 0) {
    throw new CannotTry(`the command sent no request to $CONFORMANCE_URL${hint}`);
  }
  const sound = { version, ...run };
  await wait(Math.max(0, CLOCK_MS - (performance.now() - start)));
  await expectSame(options, instance, sound);
  return sound;
}

/** Runs the command on the expected instance once more. Rejects with a CannotTry if it prints something else. */
export async function expectSame(
  options: RunOptions,
  instance: InstanceOptions,
  sound: Sound,
): Promise<void> {
  const { output } = await runOn(instance, sound.version, options);
  const { difference, reaction, why } = compareOutputs(sound.output, output, false);
  // Where time is up, the limits of the trial have ended it.
  if (reaction === 'same' || options.ending.aborted) return;
  const told =
    difference === undefined
      ? ` (${why})`
      : `: line ${difference.line} was "${difference.expected}", then "${difference.received}"`;
  throw new CannotTry(
    `the command does something else each time ${placeOf(instance, sound.version)}${told}; expected the same output (sort it, leave times out)`,
  );
}

function placeOf({ expect }: InstanceOptions, version: Version): string {
  const instance = expect === 'sound' ? 'sound instance' : `instance like ${expect}`;
  return `on the ${instance} in ${version}`;
}
