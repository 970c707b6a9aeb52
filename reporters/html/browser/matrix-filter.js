import { reportData } from './report-data.js';
import { isFiltering, isShown } from './row-match.js';

/** @import { View } from './address.js' */

/**
 * The searched text of each requirement, as it is first asked for.
 *
 * @type {Map<string, string>}
 */
const TEXTS = new Map();

/**
 * Shows the requirements and the columns of a view, and unfolds the chapters that hold some. When
 * nothing is filtered any more the chapters are folded as at the beginning.
 *
 * @param {HTMLTableElement} table
 * @param {View} view
 * @returns {number} how many requirements are shown, folded or not
 */
export function filterMatrix(table, view) {
  const filtering = isFiltering(view);
  const before = table.classList.contains('filtering');
  table.classList.toggle('filtering', filtering);
  const versions = showColumns(table, view.version);
  let count = 0;
  for (const chapter of table.querySelectorAll('tbody')) {
    const rows = [...chapter.querySelectorAll('tr')].filter((row) => row.dataset.id !== undefined);
    const shown = rows.filter((row) => {
      const show = isShown(view, {
        chapter: chapter.dataset.chapter ?? '',
        level: row.dataset.level ?? '',
        signs: signsOf(row, versions, view.version),
        text: () => textOf(row.dataset.id ?? ''),
      });
      if (row.hidden === show) row.hidden = !show;
      return show;
    });
    count += shown.length;
    chapter.hidden = shown.length === 0;
    if (filtering) chapter.classList.remove('folded');
    else if (before) chapter.classList.toggle('folded', chapter.dataset.folded === 'true');
  }
  return count;
}

/**
 * Hides the columns of the other versions, if one is named. Returns the versions of all columns.
 *
 * @param {HTMLTableElement} table
 * @param {string} version
 */
function showColumns(table, version) {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])].slice(1);
  const versions = heads.map((head) => head.dataset.version ?? '');
  const known = versions.includes(version);
  const hidden = versions.map((each) => known && each !== version);
  const columns = [...table.querySelectorAll('col')].slice(1);
  columns.forEach((column, index) => {
    column.hidden = hidden[index] === true;
  });
  const seen = String(1 + hidden.filter((hide) => !hide).length);
  for (const row of table.rows) {
    // A row of one cell goes across all columns that are seen; more would make new ones.
    if (row.cells.length === 1) row.cells[0]?.setAttribute('colspan', seen);
    else
      hidden.forEach((hide, index) => {
        const cell = row.cells[index + 1];
        if (cell !== undefined && cell.hidden !== hide) cell.hidden = hide;
      });
  }
  return versions;
}

/**
 * @param {HTMLTableRowElement} row
 * @param {string[]} versions
 * @param {string} version
 */
function signsOf(row, versions, version) {
  const one = versions.indexOf(version);
  const cells = [...row.cells].slice(1);
  return (one < 0 ? cells : cells.slice(one, one + 1)).flatMap(
    ({ dataset: { sign } }) => sign ?? [],
  );
}

/** @param {string} id */
function textOf(id) {
  const known = TEXTS.get(id);
  if (known !== undefined) return known;
  const { requirements, results } = reportData();
  const requirement = requirements.get(id);
  const said = [...(results.get(id)?.values() ?? [])].flatMap(({ reason, violations }) => [
    reason ?? '',
    ...violations.map(({ message }) => message),
  ]);
  const facts = [requirement?.title, requirement?.spec, requirement?.chapter];
  const text = [id, ...facts, requirement?.consequence, ...said].join('\n').toLowerCase();
  TEXTS.set(id, text);
  return text;
}
