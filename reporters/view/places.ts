import { groupedBy } from '../../harness/grouped-by.js';
import type { Report } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Item, Part } from '../document.js';
import { resultsOf } from './advisory.js';
import { findingOf } from './findings.js';
import { type Row, rowsWith } from './groups.js';
import { byPlace, placeInWords } from './shared.js';
import { markOf } from './signs.js';
import { uncheckedItems } from './unchecked.js';
import { AND, inOrder, listed, several, versionRange } from './words.js';

/** Requirements named of a place. */
const NAMED = 8;

/** A line for each place at which something fails or warns: who is hurt, and what it hides. */
export function placesPart(report: Report): Part | undefined {
  const { extensions = [] } = report;
  const all: Report = {
    ...report,
    requirements: [report, ...extensions].flatMap(({ requirements }) => requirements),
    results: [...report.results, ...extensions.flatMap(resultsOf)],
  };
  const hiddenBy = new Map<string, string[]>();
  for (const { cause, ids } of uncheckedItems(report)) {
    if (cause !== undefined) hiddenBy.set(cause, [...(hiddenBy.get(cause) ?? []), ...ids]);
  }
  const places = byPlace(all, [...rowsWith(all, 'fail'), ...rowsWith(all, 'warn')])
    .map((rows) => {
      const hidden = rows.flatMap(({ requirement }) => hiddenBy.get(requirement.id) ?? []);
      return { rows, hidden: new Set(hidden).size };
    })
    .sort((a, b) => Number(isAccess(b.rows)) - Number(isAccess(a.rows)) || b.hidden - a.hidden);
  const items = places.map(({ rows, hidden }) => itemFor(all, rows, hidden));
  const inError = all.results.filter(({ verdict }) => verdict === 'error');
  for (const lost of groupedBy(inError, ({ code }) => [code])) {
    const ids = new Set(lost.map(({ requirement }) => requirement));
    const versions = versionRange(inOrder(lost.map(({ version }) => version)));
    const text = `${several(ids.size, 'requirement')} ended in an error in ${versions}: ${lost[0].reason}`;
    items.push({ mark: markOf('error'), text });
  }
  if (items.length === 0) return undefined;
  return {
    id: 'places',
    title: `In short: ${several(items.length, 'place')} to look at`,
    label: 'In short',
    sums: true,
    blocks: [{ type: 'list', items }],
  };
}

/** Who may read and write comes first: what leaks or is overwritten hurts most. */
function isAccess([{ requirement }]: readonly [Row, ...Row[]]): boolean {
  return requirement.spec === 'Authentication' || requirement.group === 'authorisation';
}

/** `mbox.a, mbox.b (warns) in 1.0–1.4, field `patch.mbox`: breaks b4. …` */
function itemFor(report: Report, rows: readonly [Row, ...Row[]], hidden: number): Item {
  const [first] = rows;
  const sign = signOf(first);
  const names = rows.map((row) => row.requirement.id + (signOf(row) === sign ? '' : ' (warns)'));
  const versions = versionRange(inOrder(rows.flatMap(({ results }) => [...results.keys()])));
  const at = placeInWords(report, first);
  const breaks = [...new Set(rows.flatMap(({ requirement }) => requirement.breaks ?? []))];
  const text = [
    `${listed(names, NAMED)} in ${versions}${at === undefined ? '' : `, ${at}`}:`,
    ...(breaks.length === 0 ? [] : [`breaks ${AND.format(breaks)}.`]),
    findingOf(report, sign, first, 1).client?.[1] ?? '',
    ...(hidden === 0 ? [] : [`It hides ${several(hidden, 'requirement')}, not checked.`]),
  ];
  return { mark: markOf(sign), text: text.join(' ') };
}

/** All results of a row have the same one. */
function signOf({ results }: Row): Verdict {
  return [...results.values()][0]?.verdict ?? 'fail';
}
