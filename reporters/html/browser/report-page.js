import { isView, readAddress, writeAddress } from './address.js';
import { evidenceOf } from './evidence.js';
import { filterPage } from './filter.js';

/** @import { Cell } from './address.js' */

// The page is readable without this script; the style sheet shows what needs it only with this class.
document.documentElement.classList.add('js');
document.addEventListener('DOMContentLoaded', startPage);

function startPage() {
  const form = /** @type {HTMLFormElement} */ (partOfPage('filters'));
  const dialog = /** @type {HTMLDialogElement} */ (partOfPage('evidence'));
  const all = document.querySelectorAll('tr[data-id]').length;
  /** @type {Cell | undefined} */
  let opened;

  const filters = () =>
    new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
    );

  function filter() {
    const set = filters();
    partOfPage('matrix').classList.toggle('filtering', set.size > 0);
    const shown = filterPage(set);
    const count = set.size > 0 ? `${shown} of ${all}` : `${all}`;
    partOfPage('shown').textContent = `${count} ${all === 1 ? 'requirement' : 'requirements'}`;
    partOfPage('clear').hidden = set.size === 0;
    partOfPage('empty').hidden = shown > 0;
  }

  /** @param {Cell | undefined} cell */
  function show(cell) {
    const evidence = cell && evidenceOf(cell);
    opened = evidence && cell;
    if (evidence === undefined) return dialog.close();
    dialog.replaceChildren(...evidence);
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  }

  const address = () => writeAddress(filters(), opened);

  function goToAddress() {
    if (!isView(location.hash)) {
      show(undefined);
      // A row of a group that is not open has no place to scroll to.
      const target = document.getElementById(location.hash.slice(1));
      target?.closest('tbody')?.querySelector('details')?.setAttribute('open', '');
      target?.scrollIntoView();
      return;
    }
    const { filters: wanted, open } = readAddress(location.hash);
    for (const field of form.elements) {
      if (field instanceof HTMLInputElement && field.type === 'checkbox') {
        field.checked = wanted.getAll(field.name).includes(field.value);
      } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = wanted.get(field.name) ?? '';
        // A group that the report does not have.
        if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = '';
      }
    }
    filter();
    show(open);
  }

  const changed = () => {
    filter();
    history.replaceState(null, '', address());
  };
  form.addEventListener('input', changed);
  form.addEventListener('submit', (event) => event.preventDefault());
  // The fields are reset after the event.
  form.addEventListener('reset', () => setTimeout(changed));
  dialog.addEventListener('close', () => {
    if (opened === undefined) return;
    opened = undefined;
    history.pushState(null, '', address());
  });
  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = target.closest('a[data-version]');
    if (link instanceof HTMLElement) {
      event.preventDefault();
      const own = link.closest('[data-id]');
      const requirement = own instanceof HTMLElement ? own.dataset.id : opened?.requirement;
      show({ requirement: requirement ?? '', version: link.dataset.version ?? '' });
      history.pushState(null, '', address());
    }
    if (target.matches('.close')) dialog.close();
    if (target.matches('.copy')) copy(target);
    if (target.id === 'unfold') toggleGroups(target);
  });
  addEventListener('hashchange', goToAddress);
  goToAddress();
}

/**
 * Copies the text before a button. Where the browser refuses, selects it for the reader to copy.
 *
 * @param {Element} button
 */
async function copy(button) {
  const text = button.previousElementSibling;
  if (text === null) return;
  try {
    await navigator.clipboard.writeText(text.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(text);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

/** @param {Element} button which opens every group of the matrix, or closes all */
function toggleGroups(button) {
  const isOpening = button.textContent === 'Open all groups';
  for (const group of document.querySelectorAll('tbody details')) {
    group.toggleAttribute('open', isOpening);
  }
  button.textContent = isOpening ? 'Close all groups' : 'Open all groups';
}

/** @param {string} id */
function partOfPage(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no part "${id}"`);
  return found;
}
