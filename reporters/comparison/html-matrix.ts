import type { Comparison, Matrix } from '../../analysis/comparison/comparison.js';
import type { Verdict } from '../../harness/verdict.js';
import { breakable, signOnly, withCode } from '../html/inline.js';
import { type Content, type Markup, markup } from '../html/markup.js';
import { groupedBy } from '../view/grouped-by.js';
import { verdictsIn } from './words.js';

/** The verdicts on each requirement that changed, the subjects side by side. */
export function htmlMatrix({ matrix, of, requirements }: Comparison): Content {
  if (matrix.rows.length === 0) return undefined;
  const titles = new Map(requirements.map(({ id, title }) => [id, title]));
  return markup`<section id="verdicts"><h2>Verdicts side by side</h2>
<div class="wide" role="region" aria-labelledby="verdicts-caption" tabindex="0">
<table class="beside"><caption class="unseen" id="verdicts-caption">The verdicts on the requirements that changed</caption>
<thead>${of === 'reports' ? headOfReports(matrix) : headOfVersions(matrix)}</thead>
<tbody>
${matrix.rows.map(
  ({ requirement, verdicts }) =>
    markup`<tr><th scope="row">${withCode(titles.get(requirement) ?? '')} <span class="id">${breakable(
      requirement,
    )}</span></th>${verdicts.map((verdict, index) => cell(verdict, isFirst(matrix, index)))}</tr>
`,
)}</tbody></table></div>
<p class="note">${verdictsIn(matrix).map(
    (verdict) => markup`<span class="${verdict}">${signOnly(verdict)} ${verdict}</span> `,
  )}</p></section>`;
}

function headOfReports({ columns }: Matrix): Markup {
  const groups = groupedBy(columns, ({ version }) => version);
  return markup`<tr class="versions-row"><td rowspan="2"></td>${groups.map(
    (group) =>
      markup`<th scope="colgroup" class="first" colspan="${group.length}">${group[0].version}</th>`,
  )}</tr>
<tr class="names">${columns.map(
    ({ subject, version }, index) =>
      markup`<th scope="col"${first(isFirst({ columns }, index))}>${subject}<span class="unseen"> in ${version}</span></th>`,
  )}</tr>`;
}

function headOfVersions({ columns }: Matrix): Markup {
  return markup`<tr class="versions-row"><td></td>${columns.map(
    ({ version }) => markup`<th scope="col">${version}</th>`,
  )}</tr>`;
}

/** Whether a column is the first of its version. */
function isFirst({ columns }: Pick<Matrix, 'columns'>, index: number): boolean {
  return columns[index]?.version !== columns[index - 1]?.version;
}

function first(wanted: boolean): Markup | undefined {
  return wanted ? markup` class="first"` : undefined;
}

function cell(verdict: Verdict | null, isFirstOfVersion: boolean): Markup {
  if (verdict === null) return markup`<td${first(isFirstOfVersion)}></td>`;
  const look = isFirstOfVersion ? `${verdict} first` : verdict;
  return markup`<td class="${look}" title="${verdict}">${signOnly(verdict)}<span class="unseen">${verdict}</span></td>`;
}
