/** Bounds of a number that an option takes. */
interface Bounds {
  least: number;
  most: number;
  /** Whether 0.5 is allowed. */
  fractions?: true;
}

/**
 * Makes a reader of decimal numbers within bounds. The reader throws a RangeError that names the
 * bounds and what was received.
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

/** Reads a span of time in seconds and returns milliseconds. Throws a RangeError like the others. */
export function parseSeconds(text: string): number {
  return Math.round(seconds(text) * 1000);
}
