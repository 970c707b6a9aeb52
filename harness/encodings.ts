import type { Decoded } from './escapes.js';

/** The shortest recognizable part of a secret in base64 or hexadecimal. */
export const TELLING = 8;

/** What base64 may be, in both alphabets, and hexadecimal, also with a sign between the bytes. */
const BASE64 = /[\w+/-]{8,}={0,2}/g;
const HEXADECIMAL = /(?:[\da-f]{2}[ :-]?){4,}/gi;

/** A text that may be encoded in another, with the places of its characters there. */
interface Encoded {
  text: string;
  startOf(at: number): number;
  endOf(at: number): number;
}

/**
 * What base64 and hexadecimal in a text encode, if that may be a text of at least `shortest` characters. Where they
 * begin is not known, so each possible beginning is tried. Bytes are read as Latin 1. Where the encoded text was cut,
 * it ends in an ellipsis.
 */
export function* encodedIn({ text }: Pick<Decoded, 'text'>, shortest: number): Generator<Encoded> {
  const isLong = (run: string, end: number, length: number) =>
    run.length >= length || text[end] === '…';
  for (const { index, 0: run } of text.matchAll(BASE64)) {
    const end = index + run.length;
    // The last byte may be missing.
    if (!isLong(run, end, Math.floor(((shortest - 1) * 4) / 3))) continue;
    for (let shift = 0; shift < 4; shift += 1) {
      const bytes = Buffer.from(run.slice(shift), 'base64');
      const start = index + shift;
      yield {
        text: bytes.toString('latin1') + (text[end] === '…' ? '…' : ''),
        startOf: (at) => start + Math.floor((at * 4) / 3),
        endOf: (at) => (at >= bytes.length ? end : start + Math.ceil((at * 4) / 3)),
      };
    }
  }
  for (const { index, 0: run } of text.matchAll(HEXADECIMAL)) {
    const end = index + run.length;
    if (!isLong(run, end, shortest * 2)) continue;
    const places = [...run.matchAll(/[\da-f]/gi)].map(({ index: at }) => index + at);
    const digits = run.replace(/[ :-]/g, '');
    for (let shift = 0; shift < 2; shift += 1) {
      const bytes = Buffer.from(digits.slice(shift), 'hex');
      yield {
        text: bytes.toString('latin1') + (text[end] === '…' ? '…' : ''),
        startOf: (at) => places[shift + at * 2] ?? index,
        endOf: (at) => (at >= bytes.length ? end : (places[shift + at * 2 - 1] ?? end) + 1),
      };
    }
  }
}

/** A text in both alphabets of base64, without what also encodes neighbouring text, and in hexadecimal. */
export function encodings(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const inside = [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes]);
    // The last byte may be missing.
    const end = Math.floor((all.length - 1) / 3) * 4;
    return all.toString('base64').slice(before === 0 ? 0 : before + 1, end);
  });
  const long = [...inside, bytes.toString('hex')].filter(({ length }) => length >= TELLING);
  const isShort = (inside[0] ?? '').length < TELLING;
  const all = isShort ? [bytes.toString('base64').replace(/={1,2}$/, ''), ...long] : long;
  return [...all, ...all.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'))];
}
