import type { Comparison } from '../analysis/comparison/comparison.js';
import { Refusal } from '../cli/refusal.js';
import { shown } from '../harness/expect.js';
import type { Report } from '../harness/report.js';
import { renderComparison } from '../reporters/comparison/terminal.js';
import { comparisonFormatFor, formatFor } from '../reporters/formats.js';
import { renderTerminal } from '../reporters/terminal.js';

/** The formats of a report, by the extensions of their files. */
export type Format = 'json' | 'html' | 'md' | 'xml' | 'har' | 'svg' | 'txt';

/** The formats of a comparison. */
export type ComparisonFormat = 'json' | 'html' | 'md' | 'txt';

const APPEARANCE = { colour: false, columns: 80 };

/**
 * A report, or a comparison, as text: what `--report FILE` writes to a file of that extension, and
 * with `txt` what the command shows, without colours and 80 columns wide. Throws a Refusal for a format
 * that there is not.
 */
export function render(report: Report, format: Format): string;
export function render(comparison: Comparison, format: ComparisonFormat): string;
export function render(told: Report | Comparison, format: Format): string {
  if (told.format === 'conformance-comparison/1') {
    if (format === 'txt') return renderComparison(told, APPEARANCE);
    return found(format, comparisonFormatFor)(told);
  }
  if (format === 'txt') return renderTerminal(told, { ...APPEARANCE, verbose: false });
  return found(format, formatFor)(told);
}

function found<T>(format: string, formatOf: (path: string) => T): T {
  try {
    return formatOf(`report.${format}`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(
      `format: ${shown(format)} is none; expected json, html, md, xml, har, svg, txt`,
    );
  }
}
