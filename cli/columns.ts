/** The width of a terminal that does not report it. */
const USUAL_COLUMNS = 80;

/** The width of a terminal, `widest` at most; infinite where output is no terminal, so that a log is not wrapped. */
export function columnsOf(
  stream: { columns?: number; isTTY?: boolean },
  widest = Number.POSITIVE_INFINITY,
): number {
  if (stream.isTTY !== true) return Number.POSITIVE_INFINITY;
  return Math.min(widest, stream.columns || USUAL_COLUMNS);
}
