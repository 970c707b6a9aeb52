import { html } from 'hono/html';
import type { Mark } from '../document.js';
import { printable } from '../printable.js';

/** Finished HTML, with all text escaped. */
export type Markup = { readonly isEscaped: true; toString(): string };

/** Values for a template: `undefined` becomes nothing, lists are joined. */
export type Content = Markup | string | number | undefined | readonly Content[];

/**
 * Makes HTML from a template. Every text is escaped, and characters that a browser would obey rather
 * than show (control characters, changes of direction) are made visible.
 */
export function markup(strings: TemplateStringsArray, ...values: Content[]): Markup {
  const made = html(strings, ...values.map(harmless));
  if (made instanceof Promise) throw new TypeError('markup takes no promises');
  return made;
}

function harmless(content: Content): unknown {
  // A line break is only a blank in a page, and a line break in `pre`.
  if (typeof content === 'string') return content.split('\n').map(printable).join('\n');
  return Array.isArray(content) ? content.map(harmless) : content;
}

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
