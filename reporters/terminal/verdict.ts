import type { Report, Result } from '../../harness/report.js';
import { extensionsOf } from '../view/extensions.js';
import { number, several } from '../view/quantities.js';
import { summaryOf } from '../view/summary.js';
import { ruled, type Sheet } from './sheet.js';
import { hang, wrap } from './text.js';

/** Ids that a command line still takes well. */
const MOST_IDS = 40;

/** The verdict with its scope, how much was checked, and what makes it; the last of the report. */
export function verdictLines({ report, paint, width }: Sheet): string[] {
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const extensions = extensionsOf(report).map(({ suite, says }) => `${suite}: ${says}`);
  const versions = report.target.versionsExamined.join(' ');
  const facts = [...reasons, checked, versions, ...extensions];
  const badge = ` ${name.toUpperCase()} `;
  const [first = '', ...more] = wrap(`(${scope}) · ${facts.join(' · ')}`, width - badge.length - 1);
  const indent = ' '.repeat(badge.length + 1);
  return [`${paint.badge[tone](badge)} ${first}`, ...more.map((text) => indent + text)];
}

/** What to act on: the ids that fail, each with its versions, and the command that checks them again. */
export function rerunLines(sheet: Sheet): string[] {
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
