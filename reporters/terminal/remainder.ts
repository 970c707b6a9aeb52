import type { Result } from '../../harness/report.js';
import type { Version } from '../../harness/version.js';
import { several } from './quantities.js';
import { ruled, type Sheet, SYMBOLS } from './sheet.js';
import { hang } from './text.js';

/** Reasons shown, and lines of requirements to a reason, unless verbose. */
const REASONS = 20;
const LINES = 2;

interface Group {
  verdict: 'inconclusive' | 'skipped';
  reason: string;
  requirements: Set<string>;
  versions: Set<Version>;
}

/** What was inconclusive and what was skipped, by reason, in one short list. */
export function remainderLines(sheet: Sheet): string[] {
  const groups = [...groupsOf(sheet, 'inconclusive'), ...groupsOf(sheet, 'skipped')];
  if (groups.length === 0) return [];
  const shown = sheet.verbose ? groups : groups.slice(0, REASONS);
  const more = groups.length - shown.length;
  return [
    ...ruled(sheet, 'inconclusive and skipped'),
    '',
    ...shown.flatMap((group) => groupLines(sheet, group)),
    ...(more > 0 ? [sheet.paint.faint(`  and ${several(more, 'reason')} more`)] : []),
  ];
}

/** The results of one verdict by reason, the most frequent reason first. */
function groupsOf({ report }: Sheet, verdict: Group['verdict']): Group[] {
  const groups = new Map<string, Group>();
  for (const result of report.results.filter((each) => each.verdict === verdict)) {
    const reason = reasonOf(result);
    const group = groups.get(reason) ?? {
      verdict,
      reason,
      requirements: new Set(),
      versions: new Set(),
    };
    group.requirements.add(result.requirement);
    group.versions.add(result.version);
    groups.set(reason, group);
  }
  return [...groups.values()].sort((a, b) => b.requirements.size - a.requirements.size);
}

/** The same reason in two versions reads the same: the version in a path is left open. */
function reasonOf({ reason, version }: Result): string {
  return (reason ?? 'no reason given').replaceAll(`/api/${version}/`, '/api/{v}/');
}

function groupLines({ report, width, verbose, paint }: Sheet, group: Group): string[] {
  const examined = report.target.versionsExamined;
  const partial = examined.some((version) => !group.versions.has(version));
  const versions = examined.filter((version) => group.versions.has(version)).join(' ');
  const size = `${several(group.requirements.size, 'requirement')}${partial ? ` in ${versions}` : ''}`;
  const text = `${group.verdict}, ${group.reason}: ${size}`;
  return [
    ...hang(`${SYMBOLS[group.verdict]} `, text, width, verbose ? undefined : 3).map(
      paint.verdict[group.verdict],
    ),
    ...hang('    ', [...group.requirements].join(', '), width, verbose ? undefined : LINES).map(
      paint.faint,
    ),
  ];
}
