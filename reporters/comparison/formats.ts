import type { Comparison } from '../../analysis/comparison/comparison.js';
import { byExtension } from '../by-extension.js';
import { jsonText } from '../json-text.js';
import { renderComparisonHtml } from './html.js';
import { renderComparisonMarkdown } from './markdown.js';

/** Makes a text of a comparison. */
export type ComparisonRenderer = (comparison: Comparison) => string;

/** The formats of `compare --report FILE`, by the extension of the file. */
const FORMATS: ReadonlyMap<string, ComparisonRenderer> = new Map<string, ComparisonRenderer>([
  ['.json', jsonText],
  ['.md', renderComparisonMarkdown],
  ['.html', renderComparisonHtml],
]);

/**
 * The format that a file's extension asks for, in upper or lower case. Throws a RangeError that
 * lists what is allowed if there is no such format.
 */
export function comparisonFormatFor(path: string): ComparisonRenderer {
  return byExtension(FORMATS, path, 'a comparison');
}
