/** Some rows in short: how many, the sum of their ids, and the last of them with its place in the list. */
export type Cell = [count: number, ids: number, lastId: number, lastPlace: number];

/** Rows by where they stand on a line of numbers, such as that of the ids, in spans of one width. Plain data. */
export interface Spans {
  width: number;
  /** By the number of the span. */
  cells: Record<string, Cell>;
}

/** No rows. */
export function noSpans(width: number): Spans {
  return { width, cells: {} };
}

/** The number of the span that a position is in. */
export function spanAt(position: number, { width }: Spans): number {
  return Math.floor(position / width);
}

/** Adds a row. Where there would be more spans than `most`, two become one. */
export function addToSpans(
  spans: Spans,
  position: number,
  { id, place }: { id: number; place: number },
  most: number,
): void {
  add(spans.cells, spanAt(position, spans), [1, id, id, place]);
  while (Object.keys(spans.cells).length > most) {
    const wider: Spans['cells'] = {};
    for (const [span, cell] of Object.entries(spans.cells)) {
      add(wider, Math.floor(Number(span) / 2), cell);
    }
    spans.width *= 2;
    spans.cells = wider;
  }
}

function add(cells: Spans['cells'], span: number, [count, ids, lastId, lastPlace]: Cell): void {
  const other = cells[span] ?? [0, 0, lastId, lastPlace];
  const isLast = lastPlace >= other[3];
  cells[span] = [
    other[0] + count,
    other[1] + ids,
    isLast ? lastId : other[2],
    isLast ? lastPlace : other[3],
  ];
}
