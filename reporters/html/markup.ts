import { html } from 'hono/html';
import { printable } from '../printable.js';

/** A piece of HTML that is finished: what came from anywhere else is escaped in it. */
export type Markup = { readonly isEscaped: true; toString(): string };

/** What can be put into markup. Nothing is left out of what is `undefined`; lists follow each other. */
export type Content = Markup | string | number | undefined | readonly Content[];

/**
 * HTML from a template. Every text that is put in is escaped, and what a browser would obey rather
 * than show (control characters, text that changes its direction) is made visible.
 */
export function markup(strings: TemplateStringsArray, ...values: Content[]): Markup {
  const made = html(strings, ...values.map(harmless));
  if (made instanceof Promise)
    throw new TypeError('markup holds nothing that has to be waited for');
  return made;
}

function harmless(content: Content): unknown {
  if (typeof content === 'string') return printable(content);
  return Array.isArray(content) ? content.map(harmless) : content;
}
