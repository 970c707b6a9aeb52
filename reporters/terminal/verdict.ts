import type { RunVerdict, Verdict } from '../../harness/verdict.js';
import { hollowness } from './hollow.js';
import { number, several } from './quantities.js';
import type { Paint, Sheet } from './sheet.js';
import { cut } from './text.js';

const BADGES: Record<RunVerdict, keyof Paint['badge']> = {
  conformant: 'good',
  nonconformant: 'bad',
  incomplete: 'open',
};

/** Counts that follow the verdict as far as the line goes, the more telling ones first. */
const COUNTED: readonly Verdict[] = ['pass', 'fail', 'error', 'warn', 'inconclusive', 'skipped'];

/** The verdict on the run, in one line; the last of the report. */
export function verdictLines(sheet: Sheet): string[] {
  const { report, paint } = sheet;
  const name = report.interrupted ? 'interrupted' : report.verdict;
  const badge = ` ${name.toUpperCase()} `;
  const brush = paint.badge[report.interrupted ? 'open' : BADGES[report.verdict]];
  const room = sheet.width - badge.length - 1;
  return ['', `${brush(badge)} ${fitting(statements(sheet), room)}`];
}

/** As many statements as there is room for; the first is cut rather than left out. */
function fitting([first = '', ...more]: string[], room: number): string {
  let line = cut(first, room);
  for (const statement of more) {
    if (line.length + 3 + statement.length > room) break;
    line += ` · ${statement}`;
  }
  return line;
}

function statements(sheet: Sheet): string[] {
  const { report } = sheet;
  const counts = COUNTED.filter((verdict) => report.counts[verdict] > 0).map(
    // The first says what is counted: results, of which a requirement has one for each version.
    (verdict, index) => {
      const count = report.counts[verdict];
      return `${index === 0 ? several(count, 'result') : number(count)} ${verdict}`;
    },
  );
  return [...findings(sheet), ...counts];
}

function findings(sheet: Sheet): string[] {
  const { report } = sheet;
  const all = several(report.requirements.length, 'requirement');
  const failing = idsWith(sheet, ['fail']).size;
  const fails = `${number(failing)} of ${all} ${failing === 1 ? 'fails' : 'fail'}`;
  if (report.interrupted) {
    const judged = idsWith(sheet, ['pass', 'fail', 'warn']).size;
    return [
      `${number(judged)} of ${all} judged`,
      failing > 0 ? `${number(failing)} failed so far` : 'no fail so far',
    ];
  }
  if (report.verdict === 'nonconformant') return [fails];
  if (report.verdict === 'incomplete') {
    const open = idsWith(sheet, ['inconclusive', 'error']).size;
    return [`${number(open)} of ${all} left open`, 'what is missing is listed above'];
  }
  const versions = report.target.versionsExamined.join(' ');
  const empty = hollowness(report).length > 0 ? ['no MUST was judged'] : [];
  return [...empty, versions, all];
}

/** The requirements that came to one of some verdicts in any version. */
function idsWith({ report }: Sheet, verdicts: Verdict[]): Set<string> {
  const results = report.results.filter(({ verdict }) => verdicts.includes(verdict));
  return new Set(results.map(({ requirement }) => requirement));
}
