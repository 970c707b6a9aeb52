import { extname } from 'node:path';
import type { Exchange, Report } from '../harness/report.js';
import { renderBadge } from './badge.js';
import { renderHar } from './har.js';
import { renderHtml } from './html.js';
import { renderJson } from './json.js';
import { renderJunit } from './junit.js';
import { renderMarkdown } from './markdown.js';

/**
 * Makes a text of a report. `exchanges` are all of the run, where they were kept: see
 * `wantsEveryExchange`.
 */
export type Renderer = (report: Report, exchanges?: readonly Exchange[]) => string;

/** The formats of `--report FILE`, by the extension of the file. */
const FORMATS: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ['.json', renderJson],
  ['.html', renderHtml],
  ['.md', renderMarkdown],
  ['.xml', renderJunit],
  ['.har', renderHar],
  ['.svg', renderBadge],
]);

/** Whether a file's format shows all that was exchanged, so that the run has to keep it. */
export function wantsEveryExchange(path: string): boolean {
  return extname(path).toLowerCase() === '.har';
}

/**
 * The format that a file's extension asks for, in upper or lower case. Throws a RangeError that
 * lists what is allowed if there is no such format.
 */
export function formatFor(path: string): Renderer {
  const renderer = FORMATS.get(extname(path).toLowerCase());
  if (renderer !== undefined) return renderer;
  const allowed = [...FORMATS.keys()].join(', ');
  throw new RangeError(
    `"${path}" names no format of a report: expected a file ending in ${allowed}`,
  );
}
