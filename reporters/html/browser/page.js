// The page is readable without this script; the style sheet shows what needs it only with this class.
document.documentElement.classList.add('js');
document.addEventListener('DOMContentLoaded', startPage);

function startPage() {
  const form = /** @type {HTMLFormElement} */ (partOfPage('filters'));
  const all = document.querySelectorAll('tr[data-id]').length;

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

  /** Filters as the address says (`#verdict=fail&q=actor`), unless it names a part of the page. */
  function goToAddress() {
    const fragment = location.hash.slice(1);
    if (fragment !== '' && !fragment.includes('=')) return;
    const wanted = new URLSearchParams(fragment);
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
  }

  const changed = () => {
    filter();
    history.replaceState(null, '', `#${filters()}`);
  };
  form.addEventListener('input', changed);
  form.addEventListener('submit', (event) => event.preventDefault());
  // The fields are reset after the event.
  form.addEventListener('reset', () => setTimeout(changed));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.matches('.copy')) copy(target);
  });
  addEventListener('hashchange', goToAddress);
  filter();
  goToAddress();
}

/**
 * Shows the rows of the matrix and the findings that match the filters. Without a filter the groups
 * decide which rows are shown.
 *
 * @param {URLSearchParams} filters
 * @returns {number} how many requirements match
 */
function filterPage(filters) {
  const verdicts = filters.getAll('verdict');
  const [group, code] = [filters.get('group') ?? '', filters.get('code') ?? ''];
  const words = (filters.get('q') ?? '').toLowerCase().match(/\S+/g) ?? [];
  const isVerdict = (/** @type {string} */ sign) =>
    verdicts.length === 0 || verdicts.includes(sign);
  const texts = words.length === 0 ? new Map() : textsById();
  const matched = new Set();
  for (const body of elements(document, 'tbody[data-group]')) {
    const isInGroup = group === '' || body.dataset.group === group;
    for (const row of elements(body, 'tr[data-id]')) {
      const { id = '', code: codes = '' } = row.dataset;
      const isShown =
        isInGroup &&
        (code === '' || codes.split(' ').includes(code)) &&
        elements(row, 'td').some(({ className }) => isVerdict(className)) &&
        words.every((word) => texts.get(id).includes(word));
      if (isShown) matched.add(id);
      row.hidden = !isShown;
    }
    body.hidden = !elements(body, 'tr[data-id]').some(({ hidden }) => !hidden);
  }
  for (const part of elements(document, 'section[data-sign]')) {
    const articles = elements(part, 'article');
    for (const article of articles) {
      article.hidden = !isVerdict(part.dataset.sign ?? '') || !matched.has(article.dataset.id);
    }
    part.hidden = articles.every(({ hidden }) => hidden);
  }
  return matched.size;
}

/** @param {ParentNode} parent @param {string} selector @returns {HTMLElement[]} */
function elements(parent, selector) {
  return [...parent.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);
}

/** The text of each requirement and its findings, to be searched. */
function textsById() {
  const texts = new Map();
  for (const { dataset, textContent } of elements(document, '[data-id]')) {
    texts.set(dataset.id, `${texts.get(dataset.id) ?? ''} ${textContent?.toLowerCase()}`);
  }
  return texts;
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

/** @param {string} id */
function partOfPage(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no part "${id}"`);
  return found;
}
