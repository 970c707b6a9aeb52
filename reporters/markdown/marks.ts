import type { Sign } from '../view/signs.js';

/** An emoji for each sign, shown beside its word in the table of totals. */
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

/** An emoji for each tone of a verdict. */
export const TONES = { good: '✅', bad: '❌', open: '⚠️' };
