/** Width if the terminal does not report one. */
const USUAL_COLUMNS = 80;

/** The width of a terminal. Other streams have no limit, so that logs are not wrapped. */
export function columnsOf(stream: { columns?: number; isTTY?: boolean }): number {
  if (stream.isTTY !== true) return Number.POSITIVE_INFINITY;
  return stream.columns || USUAL_COLUMNS;
}
