import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isObject } from '../../harness/place.js';
import { projectFile } from '../project.js';
import type { Cost } from './costs.js';
import type { Noticing } from './noticing.js';

/** The comparison of the tools: costs and detected faults. */
export interface Comparison {
  costs?: { date: string; machine: string; all: Cost[] };
  noticing?: { date: string; all: Noticing };
}

const FILE = projectFile('bench/peers/results.json');

/** The stored comparison. */
export function storedComparison(): Comparison {
  if (!existsSync(FILE)) return {};
  const value: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  if (isObject(value)) return value;
  throw new Error('bench/peers/results.json was not written by this benchmark; delete it');
}

/** Stores the results, and keeps the other half. */
export function storeComparison(found: Comparison): Comparison {
  const all = { ...storedComparison(), ...found };
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}
