const GROUPED = new Intl.NumberFormat('en-US');

/** `1,204` */
export function number(value: number): string {
  return GROUPED.format(value);
}

/** `1,204`; `·` where nothing was counted. */
export function countText(value: number | undefined): string {
  return value === undefined ? '·' : number(value);
}

/** `1 requirement`, `1,204 requests`, `2 entries` (whose plural is given) */
export function several(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`;
}

/** `812 bytes`, `34.1 kB`, `2.6 MB` */
export function size(bytes: number): string {
  if (bytes < 1000) return several(bytes, 'byte');
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `0.8 s`, `3 min 12 s` */
export function span(milliseconds: number): string {
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A short time: `41 ms`, `7.1 s`. */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : span(milliseconds);
}

/** The text with its first letter in upper case. */
export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
