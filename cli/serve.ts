import { once } from 'node:events';
import { makeManyState, makeState } from '../fixtures/reference/data/state.js';
import { withoutSeries } from '../fixtures/reference/like/old-patch.js';
import { type Reference, startReference } from '../fixtures/reference/start.js';
import { EXIT } from './exit-status.js';
import { faultyBehaviour } from './faulty-behaviour.js';
import { watchForInterruption } from './interruption.js';
import type { Values } from './options.js';
import { Refusal } from './refusal.js';
import { environmentFile, manual } from './serve-manual.js';
import type { Terminal } from './terminal.js';
import { checkWritable, replaceFile } from './write-file.js';

/** The file contains credentials. */
const OWNER_ONLY = 0o600;

/**
 * `conformance serve`: runs the reference instance until Ctrl-C or SIGTERM. The first line of standard
 * output is its address; the file of `--write-env` is written before. Returns the exit
 * status. Rejects with a Refusal if it cannot listen or the file cannot be written.
 */
export async function serveCommand(values: Values<'serve'>, terminal: Terminal): Promise<number> {
  const { writeEnv, like } = values;
  if (writeEnv !== undefined) await checkWritable(writeEnv);
  const interruption = watchForInterruption();
  const reference = await started(values, (line) => terminal.note(line));
  try {
    if (writeEnv !== undefined) {
      await replaceFile(writeEnv, environmentFile(reference), OWNER_ONLY);
    }
    await terminal.print(manual(reference, writeEnv, like, terminal.program));
    if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
    return EXIT.conformant;
  } finally {
    await reference.stop();
    interruption.ignore();
  }
}

/** Starts the reference instance; `print` receives a line for each fault. Rejects with a Refusal if it cannot listen. */
export async function started(
  { port = 0, prefix = '', like, fault = [], patches }: Values<'serve'>,
  print: (line: string) => void,
): Promise<Reference> {
  const behaviour = faultyBehaviour(fault, print, like);
  try {
    const state = patches === undefined ? makeState() : makeManyState(patches);
    if (like !== undefined && patches === undefined) withoutSeries(state);
    return await startReference({ port, prefix, behaviour, state });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why = WHY_NOT[code];
    if (why === undefined) throw error;
    throw new Refusal(`cannot listen on port ${port}: ${why}`);
  }
}

const WHY_NOT: Record<string, string> = {
  EADDRINUSE: 'the port is in use; choose another with --port, or omit it for a free port',
  EACCES: 'permission denied; choose a port above 1023 with --port',
};
