import type { Mark } from '../document.js';
import { type Content, type Markup, markup } from './markup.js';

/** A text, with what stands between backticks as code. */
export function textOf(text: string): Content {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part));
}

/** The sign of a mark, for the eye, and its word, for the ear. */
export function signOf({ symbol, word, look }: Mark): Markup {
  return markup`<span class="verdict ${look}"><span aria-hidden="true">${symbol}</span> ${word}</span>`;
}

/** The anchor of a finding: the first of its requirement. */
export function findingAnchor({ look }: Mark, id: string): string {
  return `${look}:${encodeURIComponent(id.toWellFormed())}`;
}
