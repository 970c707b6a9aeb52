import { printable } from './printable.js';

/** No character either, and XML 1.0 has no way to write them. */
const NO_CHARACTERS = /[\ufffe\uffff]/g;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text from anywhere as the content of an element, in the lines that it has. */
export function xmlText(text: string): string {
  return text
    .split('\n')
    .map((line) => harmless(line).replace(/[&<>]/g, entity))
    .join('\n');
}

/** A text from anywhere as the value of an attribute in double quotes, on one line. */
export function xmlAttribute(text: string): string {
  return harmless(text).replace(/[&<>"]/g, entity);
}

/**
 * What XML forbids is written as `\u{b}`, as everywhere in the reports, so that it can be seen: the
 * same control characters, halves of a pair and signs of direction that a terminal would obey.
 */
function harmless(text: string): string {
  return printable(text).replace(
    NO_CHARACTERS,
    (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`,
  );
}

function entity(sign: string): string {
  return ENTITIES[sign] ?? sign;
}
