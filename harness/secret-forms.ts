import { decodedTexts } from './decoded-text.js';

/** The shortest secret, or part of a secret, that can be distinguished from other text. */
export const SHORTEST_SECRET = 4;

/** The shortest recognizable part of a secret in base64 or hexadecimal. */
const TELLING = 8;

/**
 * The forms of a secret that can be decoded: plain, with `+` for spaces, and in base64 and
 * hexadecimal, once or twice, also inside of other text, and for the secret as escaped in JSON,
 * URLs or HTML. Other escapes are decoded before the search (see decoded-text.ts).
 */
export function formsOf(secret: string): { plain: string[]; encoded: string[] } {
  // A secret that looks escaped is decoded together with its text.
  const decoded = [...decodedTexts(secret)].map(({ text }) => text);
  const turnedBack = decoded.filter(({ length }) => length >= SHORTEST_SECRET);
  const plain = turnedBack.flatMap((text) => [text, text.replaceAll(' ', '+')]);
  const written = [secret, JSON.stringify(secret).slice(1, -1), inUrl(secret), inHtml(secret)];
  const once = [...new Set(written)].flatMap(encodings);
  const twice = once.flatMap(encodings);
  return { plain: [...new Set(plain)], encoded: [...new Set([...once, ...twice])] };
}

/** In base64, without the characters that also encode neighbouring text, and in hexadecimal. */
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
  // The last byte may be missing.
  const end = Math.floor((all.length - 1) / 3) * 4;
  return all.toString('base64').slice(before === 0 ? 0 : before + 1, end);
}

/** An unpaired surrogate cannot be encoded in a URL. */
function inUrl(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

function inHtml(text: string): string {
  const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (sign) => `&${entities[sign]};`);
}
