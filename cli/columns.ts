/** Where nothing tells the width. */
const USUAL_COLUMNS = 80;

/** The width of a stream: that of its terminal. Some terminals say 0 where they do not know it. */
export function columnsOf(stream: { columns?: number }): number {
  return stream.columns || USUAL_COLUMNS;
}
