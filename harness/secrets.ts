import { encodedIn, encodings, TELLING } from './encodings.js';
import { type Decoded, decodings } from './escapes.js';
import type { Passage } from './masked.js';

/** The shortest secret, or part of a secret, that can be distinguished from other text. */
export const SHORTEST_SECRET = 4;

/** A secret that overlaps something else that is masked gives the mask its name. */
const LEAST_WEIGHT = 10;

/** How long a byte of a secret may become: an escape that programs write, `%25u0040`, twice in hexadecimal. */
const LONGEST_BYTE = 32;

/** A secret and its placeholder. */
export interface Secret {
  text: string;
  name: string;
}

/** A form of a secret. */
interface Form {
  text: string;
  /** The shortest beginning by which it is recognised where a text was cut. */
  telling: number;
  secret: Secret;
}

/** What may follow an encoded secret: characters that encode neighbouring text as well, and padding. */
const REST = /[\w+/-]{0,12}(?:=|%(?:25){0,3}3[dD]){0,2}/y;

/** How often what base64 and hexadecimal encode is decoded. */
const MOST_ENCODINGS = 2;

/**
 * Finds secrets in texts, in any letter case: as they are, in the escapes of JSON, URLs and HTML, and in
 * base64 or hexadecimal, once or twice, also inside of other text. All of these are decoded in the text, since each
 * character may be written in several ways; base64 is also looked for as a form of the secret, since its own letter
 * case may have been changed. The beginning of a form before an ellipsis, where a text was cut, counts as well.
 */
export class SecretSearch {
  /** By the low bytes of their first four characters. */
  readonly #forms = new Map<number, Form[]>();
  /** By the last bits of the same: whether there may be such a form. */
  readonly #mayBe = new Uint8Array(2 ** 16);
  #longest = 0;
  /** The length of the shortest secret. */
  #shortest = Number.POSITIVE_INFINITY;

  /** Adds a secret; if `isEncoded`, one that is sent in base64 only. */
  add(secret: Secret, isEncoded = false): void {
    this.#longest = Math.max(this.#longest, Buffer.byteLength(secret.text) * LONGEST_BYTE);
    for (const text of new Set(encodings(secret.text)))
      this.#add({ text, telling: TELLING, secret });
    if (isEncoded) return;
    const plain = new Set<string>();
    for (const written of writtenForms(secret.text)) {
      // A secret that looks escaped is decoded together with its text.
      for (const { text } of decodings({ text: written })) {
        plain.add(inSmallLetters(text)).add(inSmallLetters(text.replaceAll(' ', '+')));
      }
    }
    for (const text of plain) {
      this.#add({ text, telling: SHORTEST_SECRET, secret });
      this.#shortest = Math.min(this.#shortest, Math.max(text.length, SHORTEST_SECRET));
    }
  }

  /** Whether a text contains a secret, in whatever form. */
  isIn(text: string): boolean {
    return [...decodings({ text })].some((each) => this.find(each).length > 0);
  }

  /** The passages of a decoded text that are secrets; they may overlap. */
  find(decoded: Decoded, encodingsLeft = MOST_ENCODINGS): Passage[] {
    const { places } = decoded;
    const found = this.#written(decoded);
    if (encodingsLeft === 0) return found;
    for (const { text, startOf, endOf } of encodedIn(decoded, this.#shortest)) {
      for (const each of decodings({ text })) {
        for (const { start, end, ...passage } of this.find(each, encodingsLeft - 1)) {
          const [from, to] = [startOf(start), endOf(end)];
          found.push({ ...passage, start: places?.[from] ?? from, end: places?.[to] ?? to });
        }
      }
    }
    return found;
  }

  /** The same without what is encoded. */
  #written({ text, places }: Decoded): Passage[] {
    const found: Passage[] = [];
    const small = inSmallLetters(text);
    let key = 0;
    for (let last = 0; last < small.length; last += 1) {
      key = withNext(key, small.charCodeAt(last));
      if (this.#mayBe[key & 0xffff] === 0) continue;
      const start = last + 1 - SHORTEST_SECRET;
      for (const form of this.#forms.get(key) ?? []) {
        const end = endOf(form, small, start);
        if (end === undefined) continue;
        found.push({
          start: places?.[start] ?? start,
          end: places?.[end] ?? end,
          mask: { name: form.secret.name },
          weight: LEAST_WEIGHT + form.secret.text.length,
        });
      }
    }
    return found;
  }

  /** The length of the longest form of a secret. */
  get longest(): number {
    return this.#longest;
  }

  #add(form: Form): void {
    const text = inSmallLetters(form.text);
    if (text.length < SHORTEST_SECRET) return;
    let key = 0;
    for (let at = 0; at < SHORTEST_SECRET; at += 1) key = withNext(key, text.charCodeAt(at));
    this.#forms.set(key, [...(this.#forms.get(key) ?? []), { ...form, text }]);
    this.#mayBe[key & 0xffff] = 1;
  }
}

function withNext(key: number, code: number): number {
  return (key << 8) | (code & 0xff);
}

/** Where a form ends that stands at a position, whole or cut; undefined if it does not. */
function endOf({ text: form, telling }: Form, text: string, start: number): number | undefined {
  if (text.startsWith(form, start)) {
    REST.lastIndex = start + form.length;
    if (telling === TELLING) REST.test(text);
    return REST.lastIndex;
  }
  const cut = text.slice(start, start + form.length).indexOf('…');
  if (cut < telling || !form.startsWith(text.slice(start, start + cut))) return undefined;
  return start + cut;
}

/** A text as instances write it in clear: in other letter cases and sets of characters, without blanks around it. */
function* writtenForms(text: string): Generator<string> {
  // The capitals of some letters are two letters.
  for (const each of [text, text.toUpperCase(), text.toLowerCase()]) {
    yield each;
    yield each.trim().replace(/\s+/g, ' ');
    yield Buffer.from(each, 'utf8').toString('latin1');
    // A header is sent in Latin 1, and read back as UTF-8.
    if (/^[\0-\xff]*$/.test(each)) yield Buffer.from(each, 'latin1').toString('utf8');
  }
}

/** As long as the text: a letter whose small form is longer stays. */
function inSmallLetters(text: string): string {
  // No letter of Latin 1 has a longer one.
  if (/^[\0-\xff]*$/.test(text)) return text.toLowerCase();
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}
