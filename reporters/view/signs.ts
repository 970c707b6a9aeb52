import type { Result } from '../../harness/report.js';
import { VERDICTS } from '../../harness/verdict.js';
import type { Mark, Sign, Tone } from '../document.js';

/** Every sign, in the order in which legends list them. */
export const SIGNS: readonly Sign[] = VERDICTS.flatMap((verdict): Sign[] =>
  verdict === 'fail' ? [verdict, 'expected'] : [verdict],
);

/**
 * The character and the emoji of each sign, each one column wide, and its meaning, short for a terminal of
 * 80 columns; the most serious first, as a cell of several results counts them.
 */
const SIGN_TEXTS: Record<Sign, [symbol: string, emoji: string, meaning: string]> = {
  fail: ['✗', '❌', 'MUST violated'],
  error: ['E', '💥', 'suite or network'],
  warn: ['!', '⚠️', 'SHOULD violated'],
  inconclusive: ['?', '❔', 'not decided'],
  expected: ['~', '📌', 'by the baseline'],
  pass: ['✓', '✅', 'holds'],
  skipped: ['–', '➖', 'your choice'],
  observed: ['o', '👁️', 'recorded only'],
  'not-applicable': ['·', '·', 'not in version'],
};

/** Every sign, the most serious first. */
export const BY_WEIGHT = Object.keys(SIGN_TEXTS) as readonly Sign[];

/** The mark of each sign. */
export function markOf(sign: Sign): Mark {
  const [symbol, emoji] = SIGN_TEXTS[sign];
  return { symbol, emoji, word: sign, look: sign };
}

/** What a sign means, in the words of every legend. */
export function meaningOf(sign: Sign): string {
  return SIGN_TEXTS[sign][2];
}

/** The mark of each tone. */
export const TONE_MARKS: Record<Tone, Mark> = {
  good: { symbol: '✓', emoji: '✅', word: 'good', look: 'good' },
  bad: { symbol: '✗', emoji: '❌', word: 'bad', look: 'bad' },
  open: { symbol: '?', emoji: '⚠️', word: 'open', look: 'open' },
};

/** The sign of a result. */
export function signOf({ verdict, expected }: Result): Sign {
  return expected === undefined ? verdict : 'expected';
}
