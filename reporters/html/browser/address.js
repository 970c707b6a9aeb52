/**
 * What is shown: the filters, and the cell whose evidence is open. Empty means no filter.
 *
 * @typedef {object} View
 * @property {string[]} verdicts
 * @property {string} level
 * @property {string} chapter
 * @property {string} version
 * @property {string} text
 * @property {{ requirement: string, version: string } | undefined} open
 */

/**
 * The view that a fragment of an address (`#verdict=fail&q=actor`) stands for.
 *
 * @param {string} fragment
 * @returns {View}
 */
export function readAddress(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  return {
    verdicts: (given.get('verdict') ?? '').split(',').filter((verdict) => verdict !== ''),
    level: given.get('level') ?? '',
    chapter: given.get('chapter') ?? '',
    version: given.get('version') ?? '',
    text: given.get('q') ?? '',
    open: readCell(given.get('open') ?? ''),
  };
}

/** @param {string} text */
function readCell(text) {
  const at = text.lastIndexOf('@');
  if (at < 1) return undefined;
  return { requirement: text.slice(0, at), version: text.slice(at + 1) };
}

/**
 * The fragment that stands for a view; `#` for one that shows everything.
 *
 * @param {View} view
 * @returns {string}
 */
export function writeAddress({ verdicts, level, chapter, version, text, open }) {
  const parts = new URLSearchParams();
  if (verdicts.length > 0) parts.set('verdict', verdicts.join(','));
  if (level !== '') parts.set('level', level);
  if (chapter !== '') parts.set('chapter', chapter);
  if (version !== '') parts.set('version', version);
  if (text !== '') parts.set('q', text);
  if (open !== undefined) parts.set('open', `${open.requirement}@${open.version}`);
  // Commas, slashes and @ need no escape in a fragment, and a link is read by people too.
  const readable = parts.toString().replace(/%(2C|40|2F|3A)/g, (sign) => decodeURIComponent(sign));
  return `#${readable}`;
}

/**
 * Whether a fragment stands for a view at all, and not for a place on the page.
 *
 * @param {string} fragment
 */
export function isView(fragment) {
  return fragment === '' || fragment === '#' || fragment.includes('=');
}
