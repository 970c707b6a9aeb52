import type { Comparison } from '../analysis/comparison/comparison.js';
import { refusing } from '../cli/refusal.js';
import { shown } from '../harness/expect.js';
import type { Report } from '../harness/report.js';
import { COMPARISON, formatFor, type Product, RUN } from '../reporters/formats.js';
import { renderTerminal } from '../reporters/terminal.js';

/** The formats of a report, by file extension. */
export type Format = 'json' | 'html' | 'md' | 'xml' | 'har' | 'svg' | 'txt';

/** The formats of a comparison. */
export type ComparisonFormat = 'json' | 'html' | 'md' | 'txt';

const APPEARANCE = { colour: false, columns: 80 };

/**
 * Renders a report or a comparison: the content of `--report FILE` with that extension or, for `txt`, the
 * terminal output without colours, 80 columns wide. The commands to run next start with
 * `npx --no -- patchwork-conformance`. Throws a Refusal for an unknown format.
 */
export function render(report: Report, format: Format): string;
export function render(comparison: Comparison, format: ComparisonFormat): string;
export function render(input: Report | Comparison, format: Format): string {
  return input.format === 'conformance-comparison/1'
    ? rendered(input, COMPARISON, format)
    : rendered(input, RUN, format);
}

function rendered<T>(subject: T, product: Product<T>, format: Format): string {
  if (format === 'txt') return renderTerminal(product.documentOf(subject), APPEARANCE);
  const renderer = refusing(
    RangeError,
    () => formatFor(product, `report.${format}`),
    () => `format of ${product.what}: expected ${formatsOf(product)}, received ${shown(format)}`,
  );
  return renderer(subject);
}

/** `json, html, md or txt` */
function formatsOf<T>({ formats = {} }: Product<T>): string {
  const own = Object.keys(formats).map((extension) => extension.slice(1));
  return `${['json', 'html', 'md', ...own].join(', ')} or txt`;
}
