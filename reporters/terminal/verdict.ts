import type { Report, Result } from '../../harness/report.js';
import { extensionsOf } from '../extensions.js';
import { printable } from '../printable.js';
import { summaryOf } from '../summary.js';
import { number, several } from './quantities.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** Ids that a command line still takes well. */
const MOST_IDS = 40;

/**
 * What to act on, at the very end: the ids that fail, each with its versions, the command that checks
 * them again, and in the last line the verdict with its scope.
 */
export function verdictLines(sheet: Sheet): string[] {
  const { report, paint } = sheet;
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const extensions = extensionsOf(report).map(({ suite, says }) => `${suite}: ${says}`);
  const versions = report.target.versionsExamined.join(' ');
  const badge = paint.badge[tone](` ${name.toUpperCase()} `);
  const facts = [...reasons, checked, versions, ...extensions];
  return [...rerunLines(sheet), '', `${badge} ${printable(`(${scope}) · ${facts.join(' · ')}`)}`];
}

function rerunLines(sheet: Sheet): string[] {
  const { report, paint, width } = sheet;
  const failing = failingIn(report);
  if (failing.size === 0) return [];
  const ids = [...failing.keys()];
  const shown = ids.slice(0, MOST_IDS);
  const more = ids.length - shown.length;
  const widest = Math.max(...shown.map((id) => id.length));
  return [
    ...ruled(sheet, `${several(ids.length, 'requirement')} to look at`),
    '',
    ...shown.flatMap((id) =>
      hang(`  ${id.padEnd(widest)}  `, failing.get(id)?.join(' ') ?? '', width),
    ),
    ...(more > 0 ? [paint.faint(`  and ${number(more)} more; --report RUN.json lists them`)] : []),
    '',
    more > 0
      ? '  rerun: conformance --last-failed RUN.json, after a run with --report RUN.json'
      : `  rerun: conformance --only ${ids.join(',')}`,
    ...shown.slice(0, 1).map((id) => `  explain: conformance explain ${id}`),
  ];
}

/** What fails unexpectedly or ended in an error, and in which versions. */
function failingIn({ results, extensions = [] }: Report): Map<string, string[]> {
  const isFailing = ({ verdict, expected }: Result) =>
    (verdict === 'fail' || verdict === 'error') && expected === undefined;
  const failing = new Map<string, string[]>();
  for (const result of [results, ...extensions.map((each) => each.results)].flat()) {
    if (!isFailing(result)) continue;
    failing.set(result.requirement, [...(failing.get(result.requirement) ?? []), result.version]);
  }
  return failing;
}
