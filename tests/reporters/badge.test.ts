import { expect, test } from 'vitest';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import type { Report } from '../../harness/report.js';
import { renderBadge } from '../../reporters/badge.js';
import { asExpected } from './baselines.js';
import { conformant, hollow, interrupted, twoFails } from './reports.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

/** What the badge says, to the eye and to a screen reader: they must be the same. */
function said(report: Report): string {
  const svg = renderBadge(report);
  const title = /<title>(.*)<\/title>/.exec(svg)?.[1];
  const words = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, word]) => word);
  expect(svg).toContain(`role="img" aria-label="${title}"`);
  expect(title).toBe(words.join(': '));
  return words[1] ?? '';
}

/** One requirement, with these verdicts in 1.0 and 1.2. */
function oneOf(first: 'pass' | 'skipped', second: 'inconclusive' | 'skipped'): Report {
  return sampleReport({
    requirements: [sampleRequirement({ id: 'root.is', title: 'It is', group: 'root' })],
    results: [
      ...sampleResults('root.is', ['1.0'], { verdict: first }),
      ...sampleResults('root.is', ['1.2'], { verdict: second, reason: 'none' }),
    ],
  });
}

const { results } = twoFails();
const fewer = results.filter(({ verdict, version }) => verdict !== 'fail' || version === '1.2');
const [{ id } = { id: '' }] = conformant().requirements;
const stale = { requirement: id, versions: ['1.2' as const], verdict: 'fail' as const };
const outdated = holdAgainst(conformant(), { file: 'b', entries: [stale] });

test.for<[report: Report, says: string]>([
  [conformant(), '1.0–1.4 conformant (read-only, anonymous), 144/144'],
  [twoFails(), '1.0–1.3 nonconformant (read-only, anonymous), 74/74'],
  [{ ...twoFails(), results: fewer }, '1.2 nonconformant (read-only, anonymous), 74/74'],
  [oneOf('pass', 'inconclusive'), '1.2 incomplete (read-only, anonymous), 1/1'],
  [oneOf('skipped', 'skipped'), 'nothing checked (read-only, anonymous), 0/1'],
  [interrupted(), 'interrupted (read-only, anonymous), 13/13'],
  [asExpected(), '1.0–1.3 as expected (read-only, anonymous), 74/74'],
  [outdated, 'not as expected (read-only, anonymous), 144/144'],
  [hollow(), '1.0–1.3 incomplete (read-only, anonymous), 5/30'],
])('the badge says what came of a run (%#)', ([report, says]) => {
  expect(said(report)).toBe(says);
});
