import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isObject } from '../harness/place.js';
import type { Outcome } from './part.js';
import { projectFile } from './project.js';

/** What a part found when it was run last. */
export interface Result extends Outcome {
  name: string;
  title: string;
  /** The day, and the machine in words. */
  date: string;
  machine: string;
}

const FILE = projectFile('bench/results.json');

/** What is known of every part. */
export function keptResults(): Result[] {
  if (!existsSync(FILE)) return [];
  const value: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  if (!Array.isArray(value) || !value.every(isResult)) {
    throw new Error('bench/results.json is not what the bench has written; delete it');
  }
  return value;
}

/** Whether it is as the bench writes it: only the parts that are missing after a merge gone wrong are looked for. */
function isResult(value: unknown): value is Result {
  return isObject(value) && Array.isArray(value.figures) && Array.isArray(value.bars);
}

/** Keeps results, in place of what was known of the same parts. `order` is that of all parts. */
export function keepResults(results: readonly Result[], order: readonly string[]): Result[] {
  const known = new Map([...keptResults(), ...results].map((result) => [result.name, result]));
  const all = order.flatMap((name) => known.get(name) ?? []);
  writeFileSync(FILE, `${JSON.stringify(all.map(rounded), null, 2)}\n`);
  return all;
}

/** Nobody reads the tenth digit, and a difference in it is no change. */
function rounded(result: Result): Result {
  const figures = result.figures.map((figure) => ({
    ...figure,
    values: figure.values.map((value) => Number(value.toPrecision(5))),
  }));
  return { ...result, figures };
}
