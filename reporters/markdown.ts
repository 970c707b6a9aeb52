import type { Report } from '../harness/report.js';
import { head } from './markdown/head.js';
import { fitted } from './markdown/room.js';
import { sections } from './markdown/sections.js';

/**
 * The report as GitHub's Markdown, for a comment on a pull request or the summary of a step. It is short
 * enough for both, and says what it leaves out. Text from the instance is escaped: no markup, no
 * link, no mention.
 */
export function renderMarkdown(report: Report): string {
  return fitted(head(report), sections(report));
}
