/** Bounds of a number. */
interface Bounds {
  least: number;
  most: number;
  /** Whether 0.5 is allowed. */
  fractions?: true;
}

/**
 * Returns a parser of decimal numbers within bounds. The parser throws a RangeError with the bounds and
 * the received text.
 */
export function numberWithin({ least, most, fractions }: Bounds): (text: string) => number {
  const form = fractions ? /^\d+(\.\d+)?$/ : /^\d+$/;
  const kind = fractions ? 'a number' : 'a whole number';
  return (text) => {
    const value = form.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new RangeError(`expected ${kind} from ${least} to ${most}, received "${text}"`);
  };
}

const seconds = numberWithin({ least: 0.001, most: 3600, fractions: true });

/** Parses a duration in seconds and returns milliseconds. Throws a RangeError. */
export function parseSeconds(text: string): number {
  return Math.round(seconds(text) * 1000);
}
