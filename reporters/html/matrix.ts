import type { Mark, Matrix, MatrixGroup, MatrixRow, MatrixVersion } from '../document.js';
import { countText, number } from '../view/words.js';
import { findingAnchor, type Markup, markup, textOf } from './markup.js';

/** Signs whose results the page shows as findings of their own. */
const FOUND: readonly Mark['look'][] = ['fail', 'error', 'warn', 'expected'];

/**
 * The compatibility matrix: a column for each version with its verdict, a row for each group with the share that
 * passes, and the rows of the group that were found to be wrong; the others when the group is opened. The totals explain
 * the signs. A cell that was found to be wrong leads to its finding.
 */
export function matrixOf({ versions, groups, totals }: Matrix): Markup {
  return markup`<table id="matrix">
<caption class="unseen">The verdict on each requirement in each version</caption>
<thead><tr><th scope="col">Group</th>${versions.map(versionHead)}</tr></thead>
${groups.map(groupRows)}<tfoot>
${totals.map(
  ({ mark: { symbol, word, look }, meaning, counts }) =>
    markup`<tr><th scope="row"><span class="verdict ${look}"><span aria-hidden="true">${symbol}</span> ${word}</span> <span class="faint">${meaning}</span></th>${counts.map(
      (count) => markup`<td class="${count ? look : 'faint'}">${countText(count)}</td>`,
    )}</tr>
`,
)}</tfoot>
</table>`;
}

function versionHead({ version, name, tone, conformant, checked }: MatrixVersion): Markup {
  const ratio =
    conformant === '·' ? undefined : markup`<span class="ratio">${checked} checked</span>`;
  return markup`<th scope="col" class="${tone}"><b>${version}</b> <span class="word">${soft(name)}</span> ${ratio}</th>`;
}

/** A verdict that may be broken in a narrow column. */
function soft(name: string): string {
  return name.replace('conformant', '\u00adcon\u00adformant').replace('complete', '\u00adcomplete');
}

function groupRows({ name, rows, cells }: MatrixGroup): Markup {
  return markup`<tbody data-group="${name}">
<tr class="group"><th scope="rowgroup"><details><summary>${name} <span class="faint">${number(rows.length)}</span></summary></details></th>${cells.map(groupCell)}</tr>
${rows.map(requirementRow)}</tbody>
`;
}

/** The share that passes, behind the most serious sign and how often it was given. */
function groupCell({ counts: [worst], share }: MatrixGroup['cells'][number]): Markup {
  if (worst === undefined) return markup`<td></td>`;
  const { symbol, word, look } = worst.mark;
  const sign = markup`<span aria-hidden="true">${symbol}</span>`;
  if (share.of === 0) {
    return markup`<td class="${look}">${sign}<span class="unseen">${word}</span></td>`;
  }
  const text = markup`${sign}${number(worst.count)}<span class="unseen"> ${word},</span>`;
  const marked = FOUND.includes(look) ? markup`<b>${text}</b> ` : markup`${text} `;
  return markup`<td class="${look}">${look === 'pass' ? undefined : marked}<span class="ratio">${number(share.passed)}/${number(share.of)}</span></td>`;
}

function requirementRow({ id, title, level, codes, cells, isOpen }: MatrixRow): Markup {
  const aside =
    level === 'must' ? undefined : markup` <span class="level faint">${level.toUpperCase()}</span>`;
  const code = codes.length === 0 ? undefined : markup` data-code="${codes.join(' ')}"`;
  return markup`<tr${isOpen ? undefined : markup` class="well"`} data-id="${id}"${code}><th scope="row"><span class="id">${id}</span>${aside} <span class="title">${textOf(title)}</span></th>${cells.map(
    (mark) => cell(id, mark),
  )}</tr>
`;
}

/** Thousands of cells: their end tags, which HTML lets one leave out, are left out. */
function cell(id: string, mark: Mark | undefined): Markup {
  if (mark === undefined) return markup`<td>`;
  const { symbol, look } = mark;
  if (!FOUND.includes(look)) return markup`<td class="${look}">${symbol}`;
  return markup`<td class="${look}"><a href="#${findingAnchor(mark, id)}">${symbol}</a>`;
}
