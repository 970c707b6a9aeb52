import { harmless } from './harmless.js';

/** @typedef {Node | string | undefined | readonly Child[]} Child */

/**
 * Makes an element (`p`, `p.consequence`). Text becomes text and never markup; what a browser would
 * obey in it is made visible.
 *
 * @param {string} name
 * @param {Record<string, string> | Child} first attributes, or the first child
 * @param {...Child} children
 */
export function element(name, first, ...children) {
  const [tag = '', look] = name.split('.');
  const made = document.createElement(tag);
  if (look !== undefined) made.className = look;
  if (typeof first === 'object' && !(first instanceof Node) && !isList(first)) {
    for (const [key, value] of Object.entries(first)) made.setAttribute(key, value);
  } else append(made, first);
  append(made, children);
  return made;
}

/** @param {unknown} value @returns {value is readonly Child[]} */
function isList(value) {
  return Array.isArray(value);
}

/** @param {Element} parent @param {Child} child */
function append(parent, child) {
  if (isList(child)) for (const each of child) append(parent, each);
  else if (child !== undefined) parent.append(typeof child === 'string' ? harmless(child) : child);
}

/** @param {string} text with code between backticks */
export function withCode(text) {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? element('code', part) : part));
}

/** @param {string} address only one of the web becomes a link @param {string} text */
export function webLink(address, text) {
  if (!/^https?:\/\//i.test(address)) return text;
  return element('a', { href: address, rel: 'noreferrer' }, text);
}
