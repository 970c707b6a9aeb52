import { expect, test } from 'vitest';
import { changeKind } from '../../analysis/comparison/change-kind.js';
import { VERDICTS, type Verdict } from '../../harness/verdict.js';

/** What becomes of a verdict, row by row; the columns are those of VERDICTS. */
const TABLE: Record<Verdict, string> = {
  //              pass fail warn inco skip n/a  obse erro
  pass: '          =    R    R    ?    ?    ?    ?    ?',
  fail: '          M    =    =    ?    ?    ?    ?    ?',
  warn: '          M    =    =    ?    ?    ?    ?    ?',
  inconclusive: '  h    v    v    .    .    .    .    .',
  skipped: '       h    v    v    .    .    .    .    .',
  'not-applicable': 'h  v    v    .    .    .    .    .',
  observed: '      h    v    v    .    .    .    .    .',
  error: '         h    v    v    .    .    .    .    .',
};

const WORDS: Record<string, string> = {
  '=': 'unchanged',
  R: 'regression',
  M: 'fixed',
  '?': 'no-longer-checked',
  h: 'newly-passing',
  v: 'newly-failing',
  '.': 'unchecked',
};

const PAIRS = VERDICTS.flatMap((from) => {
  const signs = TABLE[from].trim().split(/\s+/);
  return VERDICTS.map((to, index): [Verdict, Verdict, string] => [
    from,
    to,
    WORDS[signs[index] ?? ''] ?? 'missing',
  ]);
});

test('the table has every pair of verdicts', () => {
  expect(PAIRS.length).toBe(64);
  expect(PAIRS.map(([, , kind]) => kind)).not.toContain('missing');
});

test.for(PAIRS)('%s and then %s: %s', ([from, to, kind]) => {
  expect(changeKind(from, to)).toBe(kind);
});
