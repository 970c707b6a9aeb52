import { element } from './element.js';
import { evidenceOf } from './evidence.js';
import { unfoldTo } from './matrix-folding.js';

/** @import { View } from './address.js' */

/**
 * Shows the evidence of the cell that a view names below its row, and of no other.
 *
 * @param {HTMLTableElement} table
 * @param {View} view
 * @param {() => void} close
 * @returns {HTMLElement | undefined} the heading of the evidence, if the view names a cell that is there
 */
export function showEvidence(table, view, close) {
  const link = cellLink(table, view);
  const row = link?.closest('tr');
  const wanted = row?.hidden === false ? link?.getAttribute('href') : undefined;
  const before = table.querySelector('tr.evidence-row');
  // What somebody has unfolded in the evidence stays as it is while they filter.
  if (before instanceof HTMLElement && before.dataset.of === wanted) return headingOf(before);
  before?.remove();
  table.querySelector('a[aria-expanded]')?.removeAttribute('aria-expanded');
  const evidence = wanted ? evidenceOf(view, close) : undefined;
  if (!link || !row || !wanted || evidence === undefined) return undefined;
  link.setAttribute('aria-expanded', 'true');
  unfoldTo(row);
  const columns = [...row.cells].filter((cell) => !cell.hidden).length;
  const cell = element('td', { colspan: String(columns) }, evidence);
  row.after(element('tr', { class: 'evidence-row', 'data-of': wanted }, cell));
  return headingOf(evidence);
}

/** @param {Element} evidence */
function headingOf(evidence) {
  return evidence.querySelector('h3') ?? undefined;
}

/**
 * The cell that a view has open.
 *
 * @param {HTMLTableElement} table
 * @param {View} view
 */
export function cellLink(table, { open }) {
  if (open === undefined) return undefined;
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const column = heads.findIndex((head) => head.dataset.version === open.version);
  const row = [...table.rows].find((each) => each.dataset.id === open.requirement);
  const link = row?.cells[column]?.querySelector('a');
  return link ?? undefined;
}
