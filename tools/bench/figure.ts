/** The unit of a figure. */
export type Unit = 's' | 'MB' | 'requests' | 'count';

/** A measurement with one value per run. */
export interface Figure {
  says: string;
  unit: Unit;
  values: readonly number[];
}

/** Makes a figure. */
export function figure(says: string, unit: Unit, values: readonly number[]): Figure {
  return { says, unit, values };
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.floor(middle)],
    sorted[Math.ceil(middle)],
  ];
  return (low + high) / 2;
}

/** Formats a number with its unit: `3.42 s`, `524`. */
export function written(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return '–';
  switch (unit) {
    case 's':
      return `${value.toFixed(2)} s`;
    case 'MB':
      return `${Math.round(value)} MB`;
    case 'requests':
    case 'count':
      return Math.round(value).toLocaleString('en');
  }
}
