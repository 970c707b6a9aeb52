import { reportData } from './report-data.js';

/** @type {Map<string, string>} the searched text of each requirement, made on first use */
const TEXTS = new Map();

/**
 * Shows the rows of the matrix and the findings that match the filters. Without a filter the groups
 * decide which rows are shown.
 *
 * @param {URLSearchParams} filters
 * @returns {number} how many requirements match
 */
export function filterPage(filters) {
  const verdicts = filters.getAll('verdict');
  const group = filters.get('group') ?? '';
  const words = (filters.get('q') ?? '').toLowerCase().match(/\S+/g) ?? [];
  const isVerdict = (/** @type {string | undefined} */ sign) =>
    verdicts.length === 0 || verdicts.includes(sign ?? '');
  const matched = new Set();
  for (const body of elements(document, 'tbody[data-group]')) {
    const isInGroup = group === '' || body.dataset.group === group;
    for (const row of elements(body, 'tr[data-id]')) {
      const { id = '' } = row.dataset;
      const isShown =
        isInGroup &&
        elements(row, 'td[data-sign]').some(({ dataset }) => isVerdict(dataset.sign)) &&
        words.every((word) => textOf(id).includes(word));
      if (isShown) matched.add(id);
      row.hidden = !isShown;
    }
    body.hidden = !elements(body, 'tr[data-id]').some(({ hidden }) => !hidden);
  }
  for (const part of elements(document, 'section[data-sign]')) {
    const articles = elements(part, 'article');
    for (const article of articles) {
      article.hidden = !isVerdict(part.dataset.sign) || !matched.has(article.dataset.id);
    }
    part.hidden = articles.every(({ hidden }) => hidden);
  }
  return matched.size;
}

/** @param {ParentNode} parent @param {string} selector @returns {HTMLElement[]} */
function elements(parent, selector) {
  return [...parent.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);
}

/** @param {string} id */
function textOf(id) {
  const known = TEXTS.get(id);
  if (known !== undefined) return known;
  const { requirements, results } = reportData();
  const { title, spec, group, consequence } = requirements.find((each) => each.id === id) ?? {};
  const found = results
    .filter(({ requirement }) => requirement === id)
    .flatMap(({ reason, violations }) => [reason, ...violations.map(({ message }) => message)]);
  const text = [id, title, spec, group, consequence, ...found].join('\n').toLowerCase();
  TEXTS.set(id, text);
  return text;
}
