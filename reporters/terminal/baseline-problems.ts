import type { AgainstBaseline, BaselineProblem } from '../../harness/report.js';
import { renderEntry } from '../baseline.js';
import { several } from './quantities.js';
import { ruled, type Sheet, SYMBOLS } from './sheet.js';
import { PROBLEM_SIGNS } from './sign.js';
import { cut, hang, wrap } from './text.js';

/** Problems of one kind shown, and entries to paste, unless verbose. */
const SHOWN = 20;

/**
 * What makes the results others than the baseline expects, what comes to the same together, and the
 * entries that would accept what fails, ready to be pasted.
 */
export function baselineProblemLines(sheet: Sheet): string[] {
  const { baseline } = sheet.report;
  if (baseline === undefined || baseline.problems.length === 0) return [];
  const count = several(baseline.problems.length, 'departure');
  return [
    ...ruled(sheet, `${count} from the baseline ${baseline.file}`),
    ...groupsOf(baseline).flatMap((group) => ['', ...groupLines(sheet, group)]),
    ...entryLines(sheet, baseline),
  ];
}

type Group = [BaselineProblem, ...BaselineProblem[]];

function groupsOf({ problems }: AgainstBaseline): Group[] {
  const groups = new Map<string, Group>();
  for (const problem of problems) {
    const key = `${problem.kind} ${problem.message}`;
    const group = groups.get(key);
    if (group) group.push(problem);
    else groups.set(key, [problem]);
  }
  return [...groups.values()];
}

function groupLines(sheet: Sheet, group: Group): string[] {
  const { paint, width, verbose } = sheet;
  const [{ kind, message }] = group;
  const head = hang(`${SYMBOLS[PROBLEM_SIGNS[kind]]} `, message, width).map(
    paint.verdict[PROBLEM_SIGNS[kind]],
  );
  if (kind === 'unexpected-inconclusive') {
    // What is missing is told further down, for each of them.
    const ids = group.map(({ requirement }) => requirement).join(', ');
    return [...head, ...hang('    ', ids, width, verbose ? undefined : 2)];
  }
  const shown = verbose ? group : group.slice(0, SHOWN);
  const more = group.length - shown.length;
  return [
    ...head,
    ...shown.flatMap((problem) => hang('    ', placeOf(problem), width)),
    ...(more > 0 ? [paint.faint(`    and ${more} more`)] : []),
  ];
}

function placeOf({ requirement, versions, line }: BaselineProblem): string {
  const where = line === undefined ? '' : ` (line ${line})`;
  return `${requirement} in ${versions.join(' ')}${where}`;
}

function entryLines(sheet: Sheet, { problems, file }: AgainstBaseline): string[] {
  const failures = problems.filter(({ kind }) => kind === 'unexpected-failure');
  if (failures.length === 0) return [];
  const shown = sheet.verbose ? failures : failures.slice(0, SHOWN);
  const hint = `To accept ${failures.length === 1 ? 'it' : 'them'}, add to ${file}, with a reason:`;
  const rest = `And ${failures.length - shown.length} more; --write-baseline FILE writes all of them.`;
  return [
    '',
    ...wrap(hint, sheet.width).map(sheet.paint.faint),
    '',
    ...shown
      .flatMap(({ requirement, versions }) =>
        renderEntry({ requirement, versions, verdict: 'fail' }, ['reason']).split('\n'),
      )
      .map((line) => cut(line, sheet.width)),
    ...(shown.length < failures.length
      ? ['', ...wrap(rest, sheet.width).map(sheet.paint.faint)]
      : []),
  ];
}
