/** @typedef {{ requirement: string, version: string }} Cell a cell of the matrix */

/**
 * The filters and the open cell that a fragment (`#verdict=fail&q=actor&open=page.last@1.3`) stands for.
 *
 * @param {string} fragment
 * @returns {{ filters: URLSearchParams, open: Cell | undefined }}
 */
export function readAddress(fragment) {
  const filters = new URLSearchParams(fragment.replace(/^#/, ''));
  const [, requirement, version] = /^(.+)@([^@]+)$/s.exec(filters.get('open') ?? '') ?? [];
  filters.delete('open');
  const open = requirement && version ? { requirement, version } : undefined;
  return { filters, open };
}

/**
 * The fragment for some filters and an open cell; `#` where there are none.
 *
 * @param {Iterable<[string, string]>} filters
 * @param {Cell | undefined} open
 */
export function writeAddress(filters, open) {
  const set = [...filters].filter(([, value]) => value.trim() !== '');
  const cell = open === undefined ? [] : [['open', `${open.requirement}@${open.version}`]];
  const text = new URLSearchParams([...set, ...cell]).toString();
  // These need no escape in a fragment, and people read links.
  return `#${text.replace(/%(2C|40|2F|3A)/g, (sign) => decodeURIComponent(sign))}`;
}

/** @param {string} fragment which may name a part of the page instead */
export function isView(fragment) {
  return fragment.length < 2 || fragment.includes('=');
}
