import type { Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { chaptersOf } from '../terminal/grid.js';
import { number } from '../terminal/quantities.js';
import { type Sign, signOf } from '../terminal/sign.js';
import { text } from './escape.js';
import { MARKS, MEANINGS, TELLING } from './marks.js';

/** The suite has some thirty chapters; a report that somebody else has made may have any number. */
const MOST_CHAPTERS = 100;

/** How many results of each kind there are in each version, which is the legend of the signs as well. */
export function figures({ results, target }: Report): string {
  const versions = target.versionsExamined;
  const rows = MEANINGS.flatMap(([sign, meaning]) => {
    const counts = versions.map((version) => count(of(results, version), sign));
    if (counts.every((each) => each === 0)) return [];
    return [[`${MARKS[sign]} **${sign}**: ${meaning}`, ...counts.map(number)]];
  });
  return table(['verdict', ...versions], rows);
}

/** A line for each chapter, a column for each version: the gravest that there is, and how often. */
export function matrix(report: Report): string {
  const versions = report.target.versionsExamined;
  const chapters = chaptersOf(report);
  const rows = chapters.slice(0, MOST_CHAPTERS).map(({ name, rows: own }) => {
    const results = own.flatMap((row) => [...row.results.values()]);
    const cells = versions.map((version) => cell(of(results, version)));
    return [`${text(name)} (${number(own.length)})`, ...cells];
  });
  const more = chapters.length - rows.length;
  const last = more > 0 ? [[`and ${number(more)} more chapters`, ...versions.map(() => '')]] : [];
  return table(['chapter (requirements)', ...versions], [...rows, ...last]);
}

function cell(results: readonly Result[]): string {
  const told = TELLING.find((sign) => count(results, sign) > 0);
  if (told === undefined) return '';
  if (told === 'not-applicable') return MARKS[told];
  return `${MARKS[told]} ${number(count(results, told))}`;
}

function of(results: readonly Result[], version: Version): Result[] {
  return results.filter((result) => result.version === version);
}

function count(results: readonly Result[], sign: Sign): number {
  return results.filter((result) => signOf(result) === sign).length;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
