/** What ended a run early, where nothing else is known to have. */
const INTERRUPTED = 'the run was interrupted';

/** The run was ended before this was asked for. `why` is what ended it, in words. */
export class Stopped extends Error {
  override readonly name = 'Stopped';

  constructor(readonly why = INTERRUPTED) {
    super(`${why} before this was judged`);
  }
}

/** What ended a run early, in words: the reason of the signal where that is a text. */
export function whyEnded({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : INTERRUPTED;
}
