import type { AgainstBaseline, Report, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { conclusionOf, failsUnexpectedly, requirementsWith } from '../conclusion.js';
import { extensionsOf } from '../extensions.js';
import { howManySelected, thoseSelected } from '../selected.js';
import { expectedIn, namesOf } from './expected.js';
import { hollowness } from './hollow.js';
import { number, several } from './quantities.js';
import type { Sheet } from './sheet.js';
import { cut } from './text.js';

/** Counts that follow the verdict as far as the line goes, the more telling ones first. */
const COUNTED: readonly Verdict[] = ['pass', 'fail', 'error', 'warn', 'inconclusive', 'skipped'];

/** The verdict on the run, in one line; the last of the report. */
export function verdictLines(sheet: Sheet): string[] {
  const { report, paint } = sheet;
  const { name, tone } = conclusionOf(report);
  const badge = ` ${name.toUpperCase()} `;
  const brush = paint.badge[tone];
  const room = sheet.width - badge.length - 1;
  return ['', `${brush(badge)} ${fitting(statements(sheet), room)}`];
}

/** As many statements as there is room for; the first is cut, in words if that helps, never left out. */
function fitting([first = '', ...more]: string[], room: number): string {
  const brief = first.length <= room ? first : first.replace(/ requirements?\b/, '');
  let line = cut(brief, room);
  for (const statement of more) {
    if (line.length + 3 + statement.length > room) break;
    line += ` · ${statement}`;
  }
  return line;
}

function statements(sheet: Sheet): string[] {
  const { report } = sheet;
  const extensions = extensionsOf(report);
  const sayOf = (good: boolean) =>
    extensions
      .filter(({ tone }) => (tone === 'good') === good)
      .map(({ suite, says }) => `${suite}: ${says}`);
  // What makes the exit status another than that of the verdict comes first.
  const all = [...sayOf(false), ...findings(sheet), ...sayOf(true), ...countsOf(report)];
  // Where little was judged the findings have the counts already.
  return [...new Set(all)];
}

/** What was counted, such as `969 results pass` and `1 fail`. */
function countsOf({ counts }: Report): string[] {
  return COUNTED.filter((verdict) => counts[verdict] > 0).map(
    // The first says what is counted: results, of which a requirement has one for each version.
    (verdict, index) => {
      const count = counts[verdict];
      return `${index === 0 ? several(count, 'result') : number(count)} ${verdict}`;
    },
  );
}

function findings(sheet: Sheet): string[] {
  const { report } = sheet;
  const all = thoseSelected(report);
  const failing = requirementsWith(report, failsUnexpectedly);
  const fails = `${number(failing)} of ${all} ${failing === 1 ? 'fails' : 'fail'}`;
  if (report.interrupted) {
    const judged = requirementsWith(report, isJudged);
    return [
      `${number(judged)} of ${all} judged`,
      failing > 0 ? `${number(failing)} failed so far` : 'no fail so far',
    ];
  }
  const outcome = report.baseline?.outcome ?? WITHOUT_BASELINE[report.verdict];
  if (outcome === 'unexpected') return report.baseline ? departures(report.baseline) : [fails];
  if (outcome === 'incomplete') {
    const open = requirementsWith(report, isOpen);
    return [`${number(open)} of ${all} left open`, 'the report says what is missing'];
  }
  const versions = report.target.versionsExamined.join(' ');
  const isHollow = hollowness(report).length > 0;
  const little = isHollow ? ['no MUST was judged', ...countsOf(report)] : [];
  return [...expectations(sheet), ...little, versions, howManySelected(report)];
}

const WITHOUT_BASELINE: Record<Report['verdict'], AgainstBaseline['outcome']> = {
  conformant: 'as-expected',
  nonconformant: 'unexpected',
  incomplete: 'incomplete',
};

/** What fails and should not, and the entries that are at fault. */
function departures({ file, problems }: AgainstBaseline): string[] {
  const failing = problems.filter(({ kind }) => kind === 'unexpected-failure').length;
  const entries = problems.filter(({ kind }) => !kind.startsWith('unexpected-')).length;
  return [
    ...(failing > 0 ? [several(failing, 'unexpected failure')] : []),
    ...(entries > 0 ? [`${several(entries, 'entry', 'entries')} of ${file} at fault`] : []),
  ];
}

/** `conformant but for 2 expected failures (baseline known.yaml)` */
function expectations(sheet: Sheet): string[] {
  const { baseline } = sheet.report;
  if (baseline === undefined) return [];
  const { fail, inconclusive } = expectedIn(sheet);
  const names = namesOf(fail, inconclusive);
  if (names.length === 0) return [`baseline ${baseline.file}`];
  return [`conformant but for ${names.join(' and ')} (baseline ${baseline.file})`];
}

function isJudged({ verdict }: Result): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
}

function isOpen({ verdict, expected }: Result): boolean {
  return (verdict === 'inconclusive' || verdict === 'error') && expected === undefined;
}
