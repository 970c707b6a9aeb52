/**
 * A group of items: their number, the sum of their ids, and the last one with its list position.
 */
export type Cell = [count: number, ids: number, lastId: number, lastPlace: number];

/** Items by position on a number line, such as that of ids, in spans of equal width. Plain data. */
export interface Spans {
  width: number;
  /** By the number of the span. */
  cells: Record<string, Cell>;
}

/** No items. */
export function noSpans(width: number): Spans {
  return { width, cells: {} };
}

/** The number of the span of a position. */
export function spanAt(position: number, { width }: Spans): number {
  return Math.floor(position / width);
}

/** Adds an item. Merges pairs of spans if there are more than `most`. */
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
