import { outcomeOf } from '../../harness/outcome.js';
import type { Report, Result } from '../../harness/report.js';
import { judgedOf } from '../../harness/scope.js';
import type { Version } from '../../specification/versions.js';
import type { Matrix, MatrixGroup, MatrixVersion, Share } from '../document.js';
import { type Group, groupsOf, type Row } from './groups.js';
import { BY_WEIGHT, markOf, meaningOf, SIGNS, signOf } from './signs.js';
import { inOrder } from './words.js';

/** A column, of a version that was tested, or of one that the instance does not offer. */
interface Column {
  version: Version;
  isTested: boolean;
}

const NOTHING: Share = { passed: 0, of: 0 };

/** The compatibility matrix of a report. */
export function matrixOf(report: Report): Matrix {
  const groups = groupsOf(report);
  const columns = columnsOf(report);
  return {
    type: 'matrix',
    versions: columns.map((column) => headOf(report, column)),
    groups: groups.map((group) => groupOf(columns, group)),
    totals: SIGNS.flatMap((sign) => {
      const own = report.results.filter((result) => signOf(result) === sign);
      const counts = columns.map(({ version, isTested }) =>
        isTested ? own.filter((result) => result.version === version).length : undefined,
      );
      if (counts.every((count = 0) => count === 0)) return [];
      return [{ mark: markOf(sign), meaning: meaningOf(sign), counts }];
    }),
  };
}

/** The versions tested, and those between them that the instance does not offer, so that a gap is seen. */
function columnsOf({ target, results }: Report): Column[] {
  const { versionsExamined, versionsOffered } = target;
  const all = inOrder([...versionsExamined, ...results.map(({ version }) => version)]).map(
    (version): Column => ({ version, isTested: versionsExamined.includes(version) }),
  );
  const first = all.findIndex(({ isTested }) => isTested);
  const last = all.findLastIndex(({ isTested }) => isTested);
  return all.filter(
    ({ version, isTested }, index) =>
      isTested || (!versionsOffered.includes(version) && index > first && index < last),
  );
}

/** The verdict on a version, from its results alone. */
function headOf(report: Report, { version, isTested }: Column): MatrixVersion {
  if (!isTested) {
    const name = 'not offered';
    return { version, name, tone: 'open', conformant: '·', checked: '·' };
  }
  const own = report.results.filter((result) => result.version === version);
  const { verdict, name, tone } = outcomeOf({ ...report, results: own, baseline: undefined });
  const { requirements, of } = judgedOf(own);
  const isFailing = own.some(({ verdict }) => verdict === 'fail');
  // What a baseline accepts is open all the same.
  const isOpen = verdict === 'conformant' && tone !== 'open' ? 'yes' : 'open';
  return {
    version,
    name,
    tone,
    conformant: isFailing ? 'no' : isOpen,
    checked: `${requirements}/${of}`,
  };
}

/** How many of some results pass, without those that have nothing to pass. */
function shareOf(results: readonly Result[]): Share {
  const able = results.filter(
    ({ verdict }) => verdict !== 'not-applicable' && verdict !== 'observed',
  );
  return { passed: able.filter(({ verdict }) => verdict === 'pass').length, of: able.length };
}

function groupOf(columns: readonly Column[], { name, rows }: Group): MatrixGroup {
  return {
    name,
    cells: columns.map(({ version, isTested }) => {
      const results = rows.flatMap((row) => row.results.get(version) ?? []);
      if (isTested) return { counts: countsOf(results), share: shareOf(results) };
      return { counts: [{ mark: markOf('not-applicable'), count: rows.length }], share: NOTHING };
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
      isOpen: isFoundWrong(row),
    })),
  };
}

/** The signs of results, the most serious first. What is not in the version counts where there is nothing else. */
function countsOf(results: readonly Result[]): MatrixGroup['cells'][number]['counts'] {
  const counts = BY_WEIGHT.map((sign) => ({
    mark: markOf(sign),
    count: results.filter((result) => signOf(result) === sign).length,
  })).filter(({ count }) => count > 0);
  const own = counts.filter(({ mark }) => mark.look !== 'not-applicable');
  return own.length === 0 ? counts.slice(0, 1) : own;
}

/** What could not be checked has a list of its own, by reason. */
function isFoundWrong({ results }: Row): boolean {
  return [...results.values()].some(
    ({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'warn',
  );
}
