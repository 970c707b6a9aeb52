/** The default reason for an early end of a run. */
export const INTERRUPTED = 'the run was interrupted';

/** The run ended before this request. `why` is the reason. */
export class Stopped extends Error {
  override readonly name = 'Stopped';

  constructor(readonly why = INTERRUPTED) {
    super(`${why} before this was checked`);
  }
}

/** The reason for an early end of a run: that of the signal if it is a string, which a limit gives. */
export function whyEnded({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : INTERRUPTED;
}
