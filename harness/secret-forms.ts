import { decodedTexts } from './decoded-text.js';

/** How many characters a secret must have, or a part of it, to be told from other text. */
export const SHORTEST_SECRET = 4;

/** What is told of a secret must have as many characters as this in base64 or in hexadecimal digits. */
const TELLING = 8;

/**
 * What a secret may be written as, so that a reader can turn it back: as it is, with `+` for blanks, and in base64
 * and hexadecimal digits, once or twice, also behind and before other text, and of the secret as it stands in
 * JSON, in a URL or in HTML. Other escapes are turned back before it is looked for (see decoded-text.ts).
 */
export function formsOf(secret: string): { plain: string[]; encoded: string[] } {
  // A secret that looks escaped itself is turned back with the text that it is in.
  const decoded = [...decodedTexts(secret)].map(({ text }) => text);
  const turnedBack = decoded.filter(({ length }) => length >= SHORTEST_SECRET);
  const plain = turnedBack.flatMap((text) => [text, text.replaceAll(' ', '+')]);
  const written = [secret, JSON.stringify(secret).slice(1, -1), inUrl(secret), inHtml(secret)];
  const once = [...new Set(written)].flatMap(encodings);
  const twice = once.flatMap(encodings);
  return { plain: [...new Set(plain)], encoded: [...new Set([...once, ...twice])] };
}

/** In base64, as far as neither what is before nor what is behind has a part in it, and in hexadecimal digits. */
function encodings(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const inside = [0, 1, 2].map((before) => insideOf(bytes, before));
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const short = inside[0] !== undefined && inside[0].length < TELLING ? [whole] : [];
  const long = [...inside, bytes.toString('hex')].filter(({ length }) => length >= TELLING);
  return [...short, ...long];
}

function insideOf(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes]);
  // Its last byte may have been left out.
  const end = Math.floor((all.length - 1) / 3) * 4;
  return all.toString('base64').slice(before === 0 ? 0 : before + 1, end);
}

/** Half of a surrogate pair cannot be put into a URL. */
function inUrl(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

function inHtml(text: string): string {
  const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (sign) => `&${entities[sign]};`);
}
