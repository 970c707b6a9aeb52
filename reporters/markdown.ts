import type { Report } from '../harness/report.js';
import { INSTALLED_PROGRAM } from '../harness/shell.js';
import { code } from './markdown/escape.js';
import { head } from './markdown/head.js';
import { fitted } from './markdown/room.js';
import { sections } from './markdown/sections.js';
import type { Rendering } from './rendering.js';

/**
 * The report as GitHub's Markdown, for a comment on a pull request or the summary of a step. It is short
 * enough for both, and says what it leaves out. Text from the instance is escaped: no markup, no
 * link, no mention.
 */
export function renderMarkdown(
  report: Report,
  { program = INSTALLED_PROGRAM }: Rendering = {},
): string {
  return fitted(head(report), sections(report, program), elsewhere(program));
}

/** Where the whole of a run is. */
function elsewhere(program: string): string {
  return (
    'The other reports of this run have everything: `--report run.json` writes one, and ' +
    `${code(`${program} report run.json --report run.html`)} makes a page of it.`
  );
}
