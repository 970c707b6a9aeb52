import type { Part } from './part.js';
import { EXHAUSTIVE } from './parts/exhaustive.js';
import { HELP } from './parts/help.js';
import { READING } from './parts/reading.js';
import { REPEATED } from './parts/repeated.js';
import { SHAPES } from './parts/shapes.js';
import { SIZES_PART } from './parts/sizes.js';
import { SLOW_SERVER } from './parts/slow-server.js';
import { WRITING } from './parts/writing.js';

/** All that the bench measures, in the order in which it is told. */
export const PARTS: readonly Part[] = [
  READING,
  SHAPES,
  HELP,
  SLOW_SERVER,
  REPEATED,
  SIZES_PART,
  EXHAUSTIVE,
  WRITING,
];

/** The parts with these names, all of them if none is named. Throws an Error that lists them all. */
export function partsNamed(names: readonly string[]): readonly Part[] {
  const unknown = names.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) {
    const all = PARTS.map(({ name }) => name).join(', ');
    throw new Error(`the bench has no part "${unknown}"; it has ${all}`);
  }
  return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name));
}
