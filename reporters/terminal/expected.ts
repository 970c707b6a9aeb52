import type { Expectation } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Finding } from './finding.js';
import { chaptersOf } from './grid.js';
import { several } from './quantities.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';
import { titleLines } from './title.js';

/** Expected requirements shown, unless verbose. */
const SHOWN = 20;

type Known = Extract<Verdict, 'fail' | 'inconclusive'>;

/** How many requirements fail as the baseline expects, and how many it accepts as inconclusive. */
export function expectedIn(sheet: Sheet): Record<Known, number> {
  return { fail: expectedOf(sheet, 'fail').length, inconclusive: accepted(sheet).length };
}

/**
 * What the baseline expects and what came so: each requirement with the reason, the link and the last
 * day that the baseline gives, and what it shows now.
 */
export function expectedLines(sheet: Sheet): string[] {
  const failures = expectedOf(sheet, 'fail');
  const open = accepted(sheet);
  const all = [...failures, ...open];
  if (all.length === 0) return [];
  const shown = sheet.verbose ? all : all.slice(0, SHOWN);
  const more = all.length - shown.length;
  return [
    ...ruled(sheet, namesOf(failures.length, open.length).join(', ')),
    '',
    ...shown.flatMap((finding) => findingLines(sheet, finding)),
    ...(more > 0 ? [sheet.paint.faint(`  and ${more} more; --verbose shows them`)] : []),
  ];
}

/** `2 expected failures`, `1 accepted as inconclusive`: what there is of it. */
export function namesOf(failures: number, open: number): string[] {
  return [
    ...(failures > 0 ? [several(failures, 'expected failure')] : []),
    ...(open > 0 ? [`${open} accepted as inconclusive`] : []),
  ];
}

function accepted(sheet: Sheet): Finding[] {
  return expectedOf(sheet, 'inconclusive');
}

function expectedOf({ report }: Sheet, verdict: Known): Finding[] {
  return chaptersOf(report)
    .flatMap(({ rows }) => rows)
    .map(({ requirement, results }) => ({
      verdict,
      requirement,
      results: [...results.values()].filter(
        (result) => result.verdict === verdict && result.expected !== undefined,
      ),
    }))
    .filter(({ results }) => results.length > 0);
}

function findingLines(sheet: Sheet, { verdict, requirement, results }: Finding): string[] {
  const { paint, width } = sheet;
  const versions = results.map(({ version }) => version).join(' ');
  const where = `${verdict === 'fail' ? '' : 'inconclusive '}in ${versions}`;
  const [first] = results;
  const now = first?.violations[0]?.message ?? first?.reason;
  return [
    ...titleLines(sheet, 'expected', requirement.id, where),
    ...said(results).flatMap((text) => hang('    ', text, width)),
    ...(now === undefined ? [] : hang('    now: ', now, width, sheet.verbose ? undefined : 2)).map(
      paint.faint,
    ),
  ];
}

/** What the baseline says of it; of versions of which it says the same only once. */
function said(results: Finding['results']): string[] {
  return [...new Set(results.flatMap(({ expected }) => (expected ? linesOf(expected) : [])))];
}

function linesOf({ reason, link, expires }: Expectation): string[] {
  const rest = [
    ...(link === undefined ? [] : [link]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
  ];
  return [
    // A reason may have lines of its own, which nobody needs here.
    (reason ?? 'no reason is given').replace(/\s+/g, ' '),
    ...(rest.length === 0 ? [] : [rest.join(' · ')]),
  ];
}
