import type { Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import {
  type Counted,
  countsIn,
  type Group,
  groupsOf,
  needsAttention,
  type Row,
  reasonOfAll,
} from '../view/groups.js';
import { number } from '../view/quantities.js';
import { MEANINGS, SIGNS, type Sign, SYMBOLS, signOf } from '../view/signs.js';
import { columnsOf } from '../view/version-range.js';
import { type Share, shareOf, type VersionSummary, versionSummaries } from '../view/versions.js';
import { findingAnchor, idOf, rowAnchor, signOnly, withCode } from './inline.js';
import { type Markup, markup } from './markup.js';

/** With more rows than these, the matrix would no longer be read at a glance. */
const FEW = 30;

/** Signs whose results the page shows as findings of their own. */
const FOUND: readonly Sign[] = ['fail', 'error', 'warn', 'expected'];

/**
 * The compatibility matrix: a column for each version with its verdict, a row for each group, coloured
 * by the share that passes, and the rows of the group that need attention, as long as these are few;
 * the others when the group is opened. The totals explain the signs. A cell leads to its finding or its
 * row; with the script it opens its evidence.
 */
export function matrix(report: Report): Markup {
  const versions = columnsOf(report);
  const groups = groupsOf(report);
  const found = groups.flatMap(({ rows }) => rows.filter(isFound));
  const shown = new Set([groups.flatMap(openRows), found].find(({ length }) => length <= FEW));
  return markup`<table id="matrix" class="versioned">
<caption class="unseen">The verdict on each requirement in each version</caption>
<thead><tr><th scope="col">Group</th>${versionSummaries(report).map(versionHead)}</tr></thead>
${groups.map((group) => groupRows(versions, group, shown))}<tfoot>
${SIGNS.map((sign) => totalRow(report, sign))}</tfoot>
</table>`;
}

/** The rows of a group that need attention, unless all are inconclusive for one reason, which is listed elsewhere. */
function openRows({ rows }: Group): Row[] {
  const open = rows.filter(needsAttention);
  return reasonOfAll(open) === undefined ? open : [];
}

function isFound({ results }: Row): boolean {
  return [...results.values()].some((result) => FOUND.includes(signOf(result)));
}

function versionHead(summary: VersionSummary): Markup {
  const { version, name, tone, conformant, passed, failed, of, checked } = summary;
  return markup`<th scope="col" class="${tone} ${stepOf({ passed, failed, of })}"><b>${version}</b> <span class="word">${soft(name)}</span> ${conformant === '·' ? undefined : markup`<span class="ratio">${checked} checked</span>`}</th>`;
}

/** A verdict that may be broken in a narrow column. */
function soft(name: string): string {
  return name.replace('conformant', '\u00adcon\u00adformant').replace('complete', '\u00adcomplete');
}

/** The classes for the shares that pass and fail, in steps of 5 %: 0 and 100 stand for nothing and everything alone. */
function stepOf({ passed, failed, of }: Share): string {
  const step = (count: number) =>
    count === 0 || of === 0 ? 0 : Math.max(5, Math.floor((20 * count) / of) * 5);
  return `share-${step(passed)} failed-${step(failed)}`;
}

function groupRows(
  versions: readonly Version[],
  { name, rows }: Group,
  shown: ReadonlySet<Row>,
): Markup {
  return markup`<tbody data-group="${name}">
<tr class="group"><th scope="rowgroup"><details><summary>${name} <span class="faint">${number(rows.length)}</span></summary></details></th>${versions.map(
    (version) => groupCell(rows, version),
  )}</tr>
${rows.map((row) => requirementRow(versions, row, shown.has(row)))}</tbody>
`;
}

/** The share that passes, behind the most serious sign and how often it was given. */
function groupCell(rows: readonly Row[], version: Version): Markup {
  const results = rows.flatMap((row) => row.results.get(version) ?? []);
  const [worst] = countsIn(rows, version);
  if (worst === undefined) return markup`<td></td>`;
  const share = shareOf(results);
  if (share.of === 0) {
    return markup`<td class="${worst.sign}">${signOnly(worst.sign)}<span class="unseen">${worst.sign}</span></td>`;
  }
  return markup`<td class="${worst.sign} ${stepOf(share)}">${marked(worst)}<span class="ratio">${number(share.passed)}/${number(share.of)}</span></td>`;
}

function marked({ sign, count }: Counted): Markup | undefined {
  if (sign === 'pass') return undefined;
  const text = markup`${signOnly(sign)}${number(count)}<span class="unseen"> ${sign},</span>`;
  return FOUND.includes(sign) ? markup`<b>${text}</b> ` : markup`${text} `;
}

function requirementRow(versions: readonly Version[], row: Row, isShown: boolean): Markup {
  const { id, title, level } = row.requirement;
  const look = isShown ? undefined : markup` class="well"`;
  const aside =
    level === 'must' ? undefined : markup` <span class="level faint">${level.toUpperCase()}</span>`;
  return markup`<tr${look} id="${rowAnchor(id)}" data-id="${id}"><th scope="row">${idOf(row.requirement)}${aside} <span class="title">${withCode(title)}</span></th>${versions.map(
    (version) => cell(row.results.get(version)),
  )}</tr>
`;
}

function cell(result: Result | undefined): Markup {
  if (result === undefined) return markup`<td></td>`;
  const { requirement, version } = result;
  const sign = signOf(result);
  const anchor = FOUND.includes(sign) ? findingAnchor(sign, requirement) : rowAnchor(requirement);
  return markup`<td class="${sign}" data-sign="${sign}"><a href="#${anchor}" data-version="${version}" aria-label="${version}: ${sign}">${SYMBOLS[sign]}</a></td>`;
}

/** How often a sign was given in each version, and what it means. */
function totalRow(report: Report, sign: Sign): Markup | undefined {
  const own = report.results.filter((result) => signOf(result) === sign);
  if (own.length === 0) return undefined;
  const cells = columnsOf(report).map((version) => {
    const count = own.filter((result) => result.version === version).length;
    return markup`<td class="${count === 0 ? 'faint' : sign}">${number(count)}</td>`;
  });
  return markup`<tr><th scope="row"><span class="verdict ${sign}">${signOnly(sign)} ${sign}</span> <span class="faint">${MEANINGS[sign]}</span></th>${cells}</tr>
`;
}
