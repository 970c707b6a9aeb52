import { harmless } from './harmless.js';

/** @typedef {Node | string | undefined | readonly Child[]} Child */

/**
 * Makes an element. Text becomes text and never markup, and what a browser would obey in it is
 * shown instead. An attribute that is undefined is left out.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | undefined>} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(key, value);
  }
  append(made, children);
  return made;
}

/**
 * @param {Element} parent
 * @param {readonly Child[]} children
 */
function append(parent, children) {
  for (const child of children) {
    if (child === undefined) continue;
    if (typeof child === 'string') parent.append(harmless(child));
    else if (child instanceof Node) parent.append(child);
    else append(parent, child);
  }
}

/**
 * A button that does something.
 *
 * @param {Record<string, string | undefined>} attributes
 * @param {string} text
 * @param {() => void} act
 */
export function button(attributes, text, act) {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

/**
 * An element of the page that has to be there.
 *
 * @param {string} id
 */
export function partOfPage(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no part "${id}"`);
  return found;
}
