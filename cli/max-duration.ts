/** The time that the whole of a run may take. */
export interface TimeLimit {
  /** Aborted when the time is over; its reason is a text that says so. */
  signal: AbortSignal;
  /** There is no limit any more. */
  lift(): void;
}

/** Begins to count the time of `--max-duration`; without one the signal is never aborted. */
export function limitTime(ms: number | undefined): TimeLimit {
  const controller = new AbortController();
  if (ms === undefined) return { signal: controller.signal, lift() {} };
  const timer = setTimeout(() => {
    controller.abort(`the run came to the end of its --max-duration of ${ms / 1000} s`);
  }, ms);
  return { signal: controller.signal, lift: () => clearTimeout(timer) };
}
