// How numbers, names and versions are written.

import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';

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

/** The first of several names, and how many there are besides: `a, b and 5 more`. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length - most;
  const shown = names.slice(0, most).join(', ');
  return more > 0 ? `${shown} and ${number(more)} more` : shown;
}

/** `812 bytes`, `34.1 kB`, `2.6 MB` */
export function size(bytes: number): string {
  if (bytes < 1000) return several(bytes, 'byte');
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `41 ms`, `7.1 s`, `3 min 12 s` */
export function span(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The text with its first letter in upper case. */
export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A text as it is, any other value as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? 'none');
}

/** At most so many characters of a text, by characters and not halves of them. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${Array.from(text).slice(0, most).join('')}…` : text;
}

/** British: without a comma before `and`. */
export const AND = new Intl.ListFormat('en-GB');

/**
 * Every version that a report speaks of, in order. Reporters take versions from the report and never
 * from the code: a later release may know others, and shows a stored report as it was.
 */
export function versionsOf({ target, requirements }: Report): Version[] {
  return inOrder([...target.versionsOffered, ...requirements.flatMap(({ versions }) => versions)]);
}

/** Versions in order, each once. */
export function inOrder(versions: Iterable<Version>): Version[] {
  return [...new Set(versions)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Versions in few signs: `1.0–1.4`, `1.2`, `1.0, 1.2–1.3`. They must be in order. */
export function versionRange(versions: readonly Version[]): string {
  const runs: Version[][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === versionBefore(version)) run.push(version);
    else runs.push([version]);
  }
  return runs.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}–${run.at(-1)}`)).join(', ');
}

/** `1.2` for 1.3; nothing for 1.0. */
function versionBefore(version: Version): string | undefined {
  const [major, minor] = version.split('.').map(Number);
  return minor === undefined || minor === 0 ? undefined : `${major}.${minor - 1}`;
}
