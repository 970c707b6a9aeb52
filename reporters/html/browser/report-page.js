import { isView, readAddress, writeAddress } from './address.js';
import { partOfPage } from './element.js';
import { cellLink, showEvidence } from './evidence-row.js';
import { knownView, listenForFilters, sayFilters } from './filter-bar.js';
import { filterMatrix } from './matrix-filter.js';
import { foldAll, listenForFolding, sayFolded } from './matrix-folding.js';
import { listenForKeys, settleStop } from './matrix-keys.js';

/** @import { View } from './address.js' */

// The page is whole without this script; the style sheet shows what needs it only with this class.
document.documentElement.classList.add('js');
document.addEventListener('DOMContentLoaded', startReportPage);

function startReportPage() {
  const table = /** @type {HTMLTableElement} */ (partOfPage('matrix'));
  const all = table.querySelectorAll('tr[data-id]').length;
  /** @type {View} */
  let view = readAddress('');

  /**
   * Shows a view.
   *
   * @param {View} next
   * @returns {HTMLElement | undefined} the heading of the evidence that is open
   */
  function show(next) {
    view = knownView(next);
    const shown = filterMatrix(table, view);
    const heading = showEvidence(table, view, close);
    if (heading === undefined) view = { ...view, open: undefined };
    for (const chapter of table.tBodies) sayFolded(chapter);
    sayFilters(view, shown, all);
    settleStop(table);
    return heading;
  }

  /** @param {View['open']} cell */
  function open(cell) {
    const wanted = { ...view, open: cell };
    const fitting = show(wanted);
    // A link from elsewhere on the page may lead to what the filters leave out.
    const heading = fitting ?? show({ ...readAddress(''), open: cell });
    history.pushState(null, '', writeAddress(view));
    bringIntoView(heading);
  }

  function close() {
    const cell = cellLink(table, view);
    show({ ...view, open: undefined });
    history.pushState(null, '', writeAddress(view));
    cell?.focus();
  }

  /** @param {HTMLElement | undefined} heading */
  function bringIntoView(heading) {
    const evidence = heading?.closest('tr');
    if (!heading || !evidence) return;
    const room = evidence.getBoundingClientRect().bottom <= innerHeight;
    evidence.previousElementSibling?.scrollIntoView({ block: room ? 'nearest' : 'start' });
    heading.focus({ preventScroll: true });
  }

  function goToAddress() {
    if (isView(location.hash)) {
      bringIntoView(show(readAddress(location.hash)));
      return;
    }
    const section = document.getElementById(location.hash.slice(1));
    section?.querySelector('details')?.setAttribute('open', '');
    section?.scrollIntoView();
  }

  listenForFolding(table, () => settleStop(table));
  listenForKeys(table);
  listenForFilters((filters) => {
    show({ ...view, ...filters });
    history.replaceState(null, '', writeAddress(view));
  });
  partOfPage('unfold').addEventListener('click', () => foldAll(table, false));
  partOfPage('fold').addEventListener('click', () => foldAll(table, true));
  addEventListener('hashchange', goToAddress);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && view.open !== undefined) close();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const cell = link === null ? undefined : cellOf(link);
    if (cell === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const same = view.open?.requirement === cell.requirement && view.open.version === cell.version;
    if (same) close();
    else open(cell);
  });
  goToAddress();
}

/**
 * The cell that a link on the page leads to.
 *
 * @param {HTMLAnchorElement} link
 */
function cellOf(link) {
  const address = link.getAttribute('href') ?? '';
  return address.startsWith('#') ? readAddress(address).open : undefined;
}
