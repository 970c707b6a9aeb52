import type { Report } from '../../harness/report.js';
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

/** The compatibility matrix of a report. */
export function matrixOf(report: Report): Matrix {
  const groups = groupsOf(report);
  const open = groups.flatMap(openRows);
  const shown = new Set(open.length <= FEW ? open : open.filter(isFound));
  return {
    type: 'matrix',
    versions: versionSummaries(report),
    groups: groups.map((group) => groupOf(report, group, shown)),
    totals: SIGNS.flatMap((sign) => {
      const own = report.results.filter((result) => signOf(result) === sign);
      if (own.length === 0) return [];
      const counts = columnsOf(report).map(
        (version) => own.filter((result) => result.version === version).length,
      );
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

function groupOf(report: Report, group: Group, shown: ReadonlySet<Row>): MatrixGroup {
  const { name, rows } = group;
  const versions = columnsOf(report);
  return {
    name,
    isReached: isReached(group),
    cells: versions.map((version) => ({
      counts: countsIn(rows, version).map(({ sign, count }) => ({ mark: markOf(sign), count })),
      share: shareOf(rows.flatMap((row) => row.results.get(version) ?? [])),
    })),
    rows: rows.map((row) => ({
      id: row.requirement.id,
      title: row.requirement.title,
      level: row.requirement.level,
      codes: [...new Set([...row.results.values()].flatMap(({ code }) => code ?? []))],
      cells: versions.map((version) => {
        const result = row.results.get(version);
        return result === undefined ? undefined : markOf(signOf(result));
      }),
      isOpen: shown.has(row),
    })),
    reason: reasonOfAll(rows.filter(needsAttention)),
  };
}
