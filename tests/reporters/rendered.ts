import type { Report } from '../../harness/report.js';
import type { Product } from '../../reporters/formats.js';
import { renderHtml } from '../../reporters/html.js';
import { renderMarkdown } from '../../reporters/markdown.js';
import { runDocument } from '../../reporters/run.js';
import { renderTerminal, type TerminalLook } from '../../reporters/terminal.js';

/** A report as text for a terminal. */
export function terminalOf(
  report: Report,
  { program, ...look }: TerminalLook & { program?: string },
): string {
  return renderTerminal(runDocument(report, { program, verbose: look.verbose }), look);
}

/** A report as Markdown. */
export function markdownOf(report: Report): string {
  return renderMarkdown(runDocument(report));
}

/** A report as a page. */
export function htmlOf(report: Report): string {
  return renderHtml(runDocument(report));
}

/** What a command tells, as text for a terminal. */
export function textOf<T>({ documentOf }: Product<T>, subject: T, look: TerminalLook): string {
  return renderTerminal(documentOf(subject, { verbose: look.verbose }), look);
}
