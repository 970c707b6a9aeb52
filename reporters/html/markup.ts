import { html } from 'hono/html';
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
  if (typeof content === 'string') return printable(content);
  return Array.isArray(content) ? content.map(harmless) : content;
}
