import { type Content, markup } from './markup.js';

/** A sentence, with text between backticks as code. */
export function withCode(text: string): Content {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part));
}

/** An id or a pointer that may be broken after each of its parts. */
export function breakable(text: string): Content {
  return text.split(/(?<=[./])/).map((part, index) => (index > 0 ? markup`<wbr>${part}` : part));
}
