import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isObject } from '../../harness/place.js';
import { projectFile } from '../project.js';
import type { Cost } from './costs.js';
import type { Noticing } from './noticing.js';

/** What is known of the tools: what they cost, and what they notice. */
export interface Comparison {
  costs?: { date: string; machine: string; all: Cost[] };
  noticing?: { date: string; all: Noticing };
}

const FILE = projectFile('bench/peers/results.json');

/** What was found before. */
export function keptComparison(): Comparison {
  if (!existsSync(FILE)) return {};
  const value: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  if (isObject(value)) return value;
  throw new Error('bench/peers/results.json is not what the bench has written; delete it');
}

/** Keeps what was found, beside what is known of the other half. */
export function keepComparison(found: Comparison): Comparison {
  const all = { ...keptComparison(), ...found };
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}
