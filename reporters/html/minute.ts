import { type Markup, markup } from './markup.js';

/** `2026-01-02 03:04 UTC`, or the text as it is where it is no time. */
export function minute(startedAt: string): Markup {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(startedAt);
  const text = parts === null ? startedAt : `${parts[1]} ${parts[2]} UTC`;
  return markup`<time datetime="${startedAt}">${text}</time>`;
}
