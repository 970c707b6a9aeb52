import { partOfPage } from './element.js';
import { isFiltering } from './row-match.js';

/** @import { View } from './address.js' */

/** The names of the lists to choose from, as the page and the view call them. */
const CHOICES = /** @type {const} */ (['level', 'chapter', 'version']);

/**
 * Calls back with what the filters are set to, whenever one is changed.
 *
 * @param {(filters: Partial<View>) => void} changed
 */
export function listenForFilters(changed) {
  const bar = partOfPage('filters');
  bar.addEventListener('submit', (event) => event.preventDefault());
  bar.addEventListener('input', () => changed(filtersSet()));
  bar.addEventListener('click', ({ target }) => {
    const chip = target instanceof Element ? target.closest('[aria-pressed]') : null;
    if (chip === null) return;
    chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
    changed(filtersSet());
  });
  for (const id of ['clear', 'clear-empty']) {
    partOfPage(id).addEventListener('click', () => {
      changed({ verdicts: [], level: '', chapter: '', version: '', text: '' });
      textField().focus();
    });
  }
}

/** @returns {Partial<View>} */
function filtersSet() {
  const pressed = chips().filter((chip) => chip.getAttribute('aria-pressed') === 'true');
  return {
    verdicts: pressed.map((chip) => chip.dataset.filter ?? ''),
    text: textField().value,
    ...Object.fromEntries(CHOICES.map((name) => [name, choice(name).value])),
  };
}

/**
 * Sets the filters to what a view says, and says how much it shows.
 *
 * @param {View} view
 * @param {number} shown
 * @param {number} all
 */
export function sayFilters(view, shown, all) {
  for (const chip of chips()) {
    const pressed = view.verdicts.includes(chip.dataset.filter ?? '');
    chip.setAttribute('aria-pressed', String(pressed));
  }
  for (const name of CHOICES) choice(name).value = view[name];
  // Writing what is there already would move the cursor of somebody who types.
  if (textField().value !== view.text) textField().value = view.text;
  const filtering = isFiltering(view);
  partOfPage('clear').hidden = !filtering && view.version === '';
  partOfPage('empty').hidden = shown > 0;
  const count = filtering ? `${grouped(shown)} of ${grouped(all)}` : grouped(all);
  const text = `${count} ${all === 1 ? 'requirement' : 'requirements'}`;
  const status = partOfPage('shown');
  if (status.textContent !== text) status.textContent = text;
}

/**
 * What a view asks for and the report does not have is dropped.
 *
 * @param {View} view
 * @returns {View}
 */
export function knownView(view) {
  const words = chips().map((chip) => chip.dataset.filter);
  const known = { ...view, verdicts: view.verdicts.filter((each) => words.includes(each)) };
  for (const name of CHOICES) {
    const values = [...choice(name).options].map(({ value }) => value);
    if (!values.includes(known[name])) known[name] = '';
  }
  return known;
}

/** @returns {HTMLElement[]} */
function chips() {
  return [...partOfPage('filters').querySelectorAll('button')].filter(
    (each) => each.dataset.filter !== undefined,
  );
}

function textField() {
  return /** @type {HTMLInputElement} */ (partOfPage('filter-text'));
}

/** @param {string} name */
function choice(name) {
  return /** @type {HTMLSelectElement} */ (partOfPage(`filter-${name}`));
}

/** @param {number} value */
function grouped(value) {
  return value.toLocaleString('en-US');
}
