import type { Sign } from '../terminal/sign.js';

/** A sign for each, which stands beside its word in the table of figures. */
export const MARKS: Record<Sign, string> = {
  pass: '✅',
  fail: '❌',
  expected: '📌',
  warn: '⚠️',
  inconclusive: '❔',
  skipped: '➖',
  'not-applicable': '·',
  observed: '👁️',
  error: '💥',
};

/** What each means, in the order of the table of figures. */
export const MEANINGS: readonly [Sign, string][] = [
  ['pass', 'it holds'],
  ['fail', 'a MUST is violated'],
  ['error', 'a fault of the suite or of the network, not held against the instance'],
  ['warn', 'a SHOULD is violated'],
  ['inconclusive', 'could not be judged'],
  ['expected', 'fails or cannot be judged, as the baseline says'],
  ['skipped', 'by choice of the user'],
  ['observed', 'nothing to judge, recorded'],
  ['not-applicable', 'not in this version'],
];

/** What a chapter shows of a version: the gravest first, then what says most. */
export const TELLING: readonly Sign[] = [
  'fail',
  'error',
  'warn',
  'inconclusive',
  'expected',
  'pass',
  'skipped',
  'observed',
  'not-applicable',
];
