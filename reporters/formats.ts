import { extname } from 'node:path';
import type { Report } from '../harness/report.js';
import { renderJson } from './json.js';

/** Makes a text of a report. */
export type Renderer = (report: Report) => string;

/** The formats of `--report FILE`, by the extension of the file. */
const FORMATS: ReadonlyMap<string, Renderer> = new Map([['.json', renderJson]]);

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
