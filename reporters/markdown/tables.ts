import type { Report } from '../../harness/report.js';
import { countsIn, groupsOf } from '../view/groups.js';
import { number } from '../view/quantities.js';
import { BY_WEIGHT, MEANINGS, signOf } from '../view/signs.js';
import { columnsOf } from '../view/version-range.js';
import { versionSummaries } from '../view/versions.js';
import { text } from './escape.js';
import { MARKS } from './marks.js';

/** The suite has some thirty groups; a report from elsewhere may have any number. */
const MOST_GROUPS = 100;

/** Signs that a cell counts. */
const MOST_SIGNS = 3;

/** Whether each version conforms, the share that was checked, and how often each sign occurs: the legend as well. */
export function totals(report: Report): string {
  const { results } = report;
  const versions = columnsOf(report);
  const verdicts = versionSummaries(report);
  const head = [
    ['**conformant**', ...verdicts.map(({ conformant }) => `**${conformant}**`)],
    ['requirements checked', ...verdicts.map(({ checked }) => checked)],
  ];
  const rows = BY_WEIGHT.flatMap((sign) => {
    const own = results.filter((result) => signOf(result) === sign);
    if (own.length === 0) return [];
    const counts = versions.map((version) => own.filter((each) => each.version === version).length);
    return [[`${MARKS[sign]} **${sign}**: ${MEANINGS[sign]}`, ...counts.map(number)]];
  });
  return table(['verdict', ...versions], [...head, ...rows]);
}

/** A line for each group, a column for each version: its two most serious signs, and how often each occurs. */
export function matrix(report: Report): string {
  const versions = columnsOf(report);
  const groups = groupsOf(report);
  const rows = groups.slice(0, MOST_GROUPS).map(({ name, rows: own }) => {
    const cells = versions.map((version) =>
      countsIn(own, version, MOST_SIGNS)
        .map(({ sign, count }) =>
          sign === 'not-applicable' ? MARKS[sign] : `${MARKS[sign]} ${number(count)}`,
        )
        .join(' '),
    );
    return [`${text(name)} (${number(own.length)})`, ...cells];
  });
  const more = groups.length - rows.length;
  const last = more > 0 ? [[`and ${number(more)} more groups`, ...versions.map(() => '')]] : [];
  const body = table(['group (requirements)', ...versions], [...rows, ...last]);
  return `<details><summary>Matrix by group</summary>\n\n${body}\n\n</details>`;
}

/** A table of GitHub's Markdown, its first column to the left; cells must be escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
