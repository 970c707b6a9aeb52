/**
 * Lets the arrow keys, Home and End go from cell to cell. The matrix is one stop of the tab key,
 * since it may have thousands of cells.
 *
 * @param {HTMLTableElement} table
 */
export function listenForKeys(table) {
  table.addEventListener('keydown', (event) => {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement) || !isCell(link)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = neighbour(table, link, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  table.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLAnchorElement && isCell(target)) makeStop(table, target);
  });
  settleStop(table);
}

/**
 * Sees to it that the tab key stops at a cell that is seen.
 *
 * @param {HTMLTableElement} table
 */
export function settleStop(table) {
  const stop = table.querySelector('a[tabindex="0"]');
  if (stop instanceof HTMLElement && isSeen(stop)) return;
  const first = seenRows(table)[0]?.querySelector('td:not([hidden]) > a');
  if (first instanceof HTMLAnchorElement) makeStop(table, first);
}

/**
 * @param {HTMLTableElement} table
 * @param {HTMLAnchorElement} link
 */
function makeStop(table, link) {
  for (const stop of table.querySelectorAll('a[tabindex="0"]')) {
    stop.setAttribute('tabindex', '-1');
  }
  link.tabIndex = 0;
}

/** @param {HTMLAnchorElement} link */
function isCell(link) {
  return link.parentElement?.dataset.sign !== undefined;
}

/**
 * @param {HTMLTableElement} table
 * @param {HTMLAnchorElement} link
 * @param {string} key
 */
function neighbour(table, link, key) {
  const row = link.closest('tr');
  if (row === null) return undefined;
  const own = cellLinks(row);
  const column = own.indexOf(link);
  if (key === 'ArrowRight') return own[column + 1];
  if (key === 'ArrowLeft') return own[column - 1];
  if (key === 'Home') return own[0];
  if (key === 'End') return own.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const rows = seenRows(table);
  const other = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)];
  const links = other === undefined ? [] : cellLinks(other);
  const version = (/** @type {HTMLElement | undefined} */ each) => each?.closest('td')?.cellIndex;
  return links.find((each) => version(each) === version(link)) ?? links[0];
}

/**
 * @param {HTMLTableRowElement} row
 * @returns {HTMLAnchorElement[]}
 */
function cellLinks(row) {
  return [...row.querySelectorAll('a')].filter((link) => isCell(link) && isSeen(link));
}

/** @param {HTMLTableElement} table */
function seenRows(table) {
  return [...table.rows].filter((row) => row.dataset.id !== undefined && isSeen(row));
}

/** @param {HTMLElement} node */
function isSeen(node) {
  return node.getClientRects().length > 0;
}
