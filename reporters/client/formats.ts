import type { ClientAnswer } from '../../analysis/client-profile/answer.js';
import { byExtension } from '../by-extension.js';
import { jsonText } from '../json-text.js';
import { renderClientMarkdown } from './markdown.js';

/** Makes a text of what a report says of a client's needs. */
export type ClientRenderer = (answer: ClientAnswer) => string;

/** The formats of `client --report FILE`, by the extension of the file. */
const FORMATS: ReadonlyMap<string, ClientRenderer> = new Map<string, ClientRenderer>([
  ['.json', jsonText],
  ['.md', renderClientMarkdown],
]);

/**
 * The format that a file's extension asks for, in upper or lower case. Throws a RangeError that
 * lists what is allowed if there is no such format.
 */
export function clientFormatFor(path: string): ClientRenderer {
  return byExtension(FORMATS, path, "a client's answer");
}
