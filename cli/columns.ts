/** Where a terminal does not tell its width. */
const USUAL_COLUMNS = 80;

/** The width of a stream: that of its terminal, and no limit where it is none: a log is not wrapped. */
export function columnsOf(stream: { columns?: number; isTTY?: boolean }): number {
  if (stream.isTTY !== true) return Number.POSITIVE_INFINITY;
  return stream.columns || USUAL_COLUMNS;
}
