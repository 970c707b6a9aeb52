import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Matrix, MatrixGroup } from '../document.js';
import {
  countsIn,
  type Group,
  groupsOf,
  isReached,
  needsAttention,
  type Row,
  reasonOfAll,
} from './groups.js';
import { MEANINGS, markOf, SIGNS, signOf } from './signs.js';
import { columnsOf } from './version-range.js';
import { shareOf, versionSummaries } from './versions.js';

/** With more rows than these that need attention, only those that were found to be wrong are shown. */
const FEW = 30;

/** A column, of a version that was tested, or of one that the instance does not offer. */
interface Column {
  version: Version;
  isTested: boolean;
}

/** The cell of a group in a version that the instance does not offer. */
const NOT_OFFERED: MatrixGroup['cells'][number] = {
  counts: [{ mark: markOf('not-applicable'), count: 1 }],
  share: { passed: 0, failed: 0, of: 0 },
};

/** The compatibility matrix of a report. */
export function matrixOf(report: Report): Matrix {
  const groups = groupsOf(report);
  const columns = columnsOf(report).map((version): Column => {
    return { version, isTested: report.target.versionsExamined.includes(version) };
  });
  const open = groups.flatMap(openRows);
  const shown = new Set(open.length <= FEW ? open : open.filter(isFound));
  return {
    type: 'matrix',
    versions: versionSummaries(report),
    groups: groups.map((group) => groupOf(columns, group, shown)),
    totals: SIGNS.flatMap((sign) => {
      const own = report.results.filter((result) => signOf(result) === sign);
      const counts = columns.map(({ version, isTested }) =>
        isTested ? own.filter((result) => result.version === version).length : undefined,
      );
      if (counts.every((count = 0) => count === 0)) return [];
      return [{ mark: markOf(sign), meaning: MEANINGS[sign], counts }];
    }),
  };
}

/** The rows of a group that need attention, unless all are inconclusive for one reason. */
function openRows({ rows }: Group): Row[] {
  const open = rows.filter(needsAttention);
  return reasonOfAll(open) === undefined ? open : [];
}

function isFound({ results }: Row): boolean {
  return [...results.values()].some(({ verdict }) => ['fail', 'error', 'warn'].includes(verdict));
}

function groupOf(columns: readonly Column[], group: Group, shown: ReadonlySet<Row>): MatrixGroup {
  const { name, rows } = group;
  return {
    name,
    isReached: isReached(group),
    cells: columns.map(({ version, isTested }) => {
      if (!isTested) return NOT_OFFERED;
      const counts = countsIn(rows, version);
      return {
        counts: counts.map(({ sign, count }) => ({ mark: markOf(sign), count })),
        share: shareOf(rows.flatMap((row) => row.results.get(version) ?? [])),
      };
    }),
    rows: rows.map((row) => ({
      id: row.requirement.id,
      title: row.requirement.title,
      level: row.requirement.level,
      codes: [...new Set([...row.results.values()].flatMap(({ code }) => code ?? []))],
      cells: columns.map(({ version, isTested }) => {
        const result = row.results.get(version);
        return result === undefined || !isTested ? undefined : markOf(signOf(result));
      }),
      isOpen: shown.has(row),
    })),
    reason: reasonOfAll(rows.filter(needsAttention)),
  };
}
