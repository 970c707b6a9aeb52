import type { ReportedRequirement } from '../../harness/report.js';
import { type Sign, SYMBOLS } from '../view/signs.js';
import { type Content, type Markup, markup } from './markup.js';

/** The sign alone, for the eye: a screen reader reads the word beside it. */
export function signOnly(sign: Sign): Markup {
  return markup`<span class="sign" aria-hidden="true">${SYMBOLS[sign]}</span>`;
}

/** The sign of each tone that a run can end in. */
export const SEALS = { good: '✓', bad: '✗', open: '?' };

/** `2026-01-02 03:04 UTC`, or the text as it is where it is no time. */
export function minute(startedAt: string): Markup {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(startedAt);
  const text = parts === null ? startedAt : `${parts[1]} ${parts[2]} UTC`;
  return markup`<time datetime="${startedAt}">${text}</time>`;
}

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

/** The anchor of the row of a requirement in the matrix. */
export function rowAnchor(requirement: string): string {
  return `row:${encoded(requirement)}`;
}

/** The anchor of the finding of one sign for a requirement. */
export function findingAnchor(sign: Sign, requirement: string): string {
  return `${sign}:${encoded(requirement)}`;
}

function encoded(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}

/** The id of a requirement. */
export function idOf({ id }: ReportedRequirement): Markup {
  return markup`<span class="id">${breakable(id)}</span>`;
}
