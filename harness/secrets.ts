import type { Passage } from './masked.js';

/** The shortest secret, or part of a secret, that can be distinguished from other text. */
export const SHORTEST_SECRET = 4;

/** The shortest recognizable part of a secret in base64 or hexadecimal. */
const TELLING = 8;

/** A secret that overlaps something else that is masked gives the mask its name. */
const LEAST_WEIGHT = 10;

/** How long an escaped character is that programs write: `%25u0040`. */
const LONGEST_ESCAPE = 8;

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

/**
 * Finds secrets in texts, in any letter case: as they are, in the escapes of JSON, URLs and HTML, and in
 * base64 or hexadecimal, once or twice, also inside of other text. Escapes are decoded in the text, since each
 * character may be written in several ways; base64 and hexadecimal are looked for as forms of the secret. The
 * beginning of a form before an ellipsis, where a text was cut, counts as well.
 */
export class SecretSearch {
  /** By the low bytes of their first four characters. */
  readonly #forms = new Map<number, Form[]>();
  /** By the last bits of the same: whether there may be such a form. */
  readonly #mayBe = new Uint8Array(2 ** 16);
  #longest = 0;

  /** Adds a secret; if `isEncoded`, one that is sent in base64 only. */
  add(secret: Secret, isEncoded = false): void {
    // In another letter case it is encoded otherwise.
    const cases = [secret.text, secret.text.toLowerCase(), secret.text.toUpperCase()];
    for (const text of new Set(cases.flatMap((each) => [...encodedForms(each)]))) {
      this.#add({ text, telling: TELLING, secret });
    }
    if (isEncoded) return;
    // A secret that looks escaped is decoded together with its text.
    for (const { text } of decodings(secret.text)) {
      for (const form of new Set([text, text.replaceAll(' ', '+')])) {
        this.#add({ text: form, telling: SHORTEST_SECRET, secret });
      }
    }
  }

  /** Whether a text has a secret, in whatever form. */
  isIn(text: string): boolean {
    return [...decodings(text)].some((each) => this.find(each).length > 0);
  }

  /** The passages of a decoded text that are secrets; they may overlap. */
  find({ text, places }: Decoded): Passage[] {
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
    // Each character may be an escape.
    this.#longest = Math.max(this.#longest, text.length * LONGEST_ESCAPE);
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

/** A secret in base64 and hexadecimal, also as escaped in JSON, URLs or HTML, and encoded twice. */
function encodedForms(secret: string): Set<string> {
  const inHtml = secret.replace(/[&<>"]/g, (sign) => `&${ENTITIES[sign]};`);
  // An unpaired surrogate cannot be encoded in a URL.
  const inUrl = encodeURIComponent(Buffer.from(secret, 'utf8').toString('utf8'));
  const once = encodings(secret);
  const escaped = [JSON.stringify(secret).slice(1, -1), inUrl, inHtml].flatMap(encodings);
  return new Set([...once, ...escaped, ...once.flatMap(encodings)]);
}

const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** In both alphabets of base64, without what also encodes neighbouring text, and in hexadecimal. */
function encodings(text: string): string[] {
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

/** A text, if decoded with the place in its source of each of its characters, and of its end. */
export interface Decoded {
  text: string;
  places?: Int32Array;
}

/** How often a text is decoded: a body is JSON, and what is in it may be escaped twice. */
const MOST_DECODINGS = 3;

/** The signs that HTML has names for, as far as passwords hold them. */
const ENTITY_SIGNS: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', sol: '/', bsol: '\\' },
  ...{ equals: '=', period: '.', commat: '@', plus: '+', colon: ':', dollar: '$', percnt: '%' },
  ...{ lowbar: '_', excl: '!', num: '#', ast: '*', lpar: '(', rpar: ')', semi: ';', comma: ',' },
  ...{ quest: '?', lsqb: '[', rsqb: ']', lbrack: '[', rbrack: ']', lcub: '{', rcub: '}' },
  ...{ lbrace: '{', rbrace: '}', verbar: '|', vert: '|', hat: '^', grave: '`', tab: '\t' },
  newline: '\n',
};

/** Escapes of JSON and programs, URLs and HTML; an escape that is cut, and a wrapped line. */
const ESCAPE = new RegExp(
  [
    String.raw`(?:\\|%)u(?<unit>[0-9a-f]{4})|\\x(?<byte>[0-9a-f]{2})`,
    String.raw`(?<cut>(?:\\(?:[ux][0-9a-f]{0,3})?|%u?[0-9a-f]{0,3}|&[a-z]{0,6}|&#x?[0-9a-f]{0,15}|~)(?=…))`,
    String.raw`\\(?<sign>[^])`,
    // One character in UTF-8.
    '(?<inUrl>%[0-9a-f]{2}(?:%[89ab][0-9a-f])*)',
    '&#x0{0,9}(?<hex>[0-9a-f]{1,6});?|&#0{0,9}(?<decimal>[0-9]{1,7});?',
    `&(?<named>${Object.keys(ENTITY_SIGNS).join('|')});`,
    // A token of a JSON pointer.
    '~(?<pointer>[01])',
    // Base64 is often wrapped.
    String.raw`(?<wrap>(?<=[\w+/-])(?:\r?\n[\t ]*(?=[\w+/=…-])|\r(?=…)))`,
  ].join('|'),
  'gi',
);

/** What every escape has. */
const MAY_ESCAPE = /[\\%&\r\n~]/;

const SIGNS: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...ENTITY_SIGNS,
};

/** A text as it is, decoded once, twice, and so on. */
export function* decodings(text: string): Generator<Decoded> {
  let last: Decoded = { text };
  yield last;
  for (let times = 0; times < MOST_DECODINGS && MAY_ESCAPE.test(last.text); times += 1) {
    const next = decodedOnce(last);
    if (next.text === last.text) return;
    yield next;
    last = next;
  }
}

function decodedOnce({ text, places: before }: Decoded): Decoded {
  const parts: string[] = [];
  // No character is longer than what it is written as.
  const places = new Int32Array(text.length + 1);
  let length = 0;
  let done = 0;
  const keep = (end: number) => {
    parts.push(text.slice(done, end));
    for (; done < end; done += 1, length += 1) places[length] = before?.[done] ?? done;
  };
  for (const { index, 0: written, groups } of text.matchAll(ESCAPE)) {
    keep(index);
    const plain = decoded(groups ?? {});
    parts.push(plain);
    places.fill(before?.[index] ?? index, length, length + plain.length);
    length += plain.length;
    done += written.length;
  }
  keep(text.length);
  places[length] = before?.[done] ?? done;
  return { text: parts.join(''), places };
}

function decoded(groups: Readonly<Record<string, string | undefined>>): string {
  const { unit, byte, cut, sign, inUrl, hex, decimal, named, wrap, pointer } = groups;
  if (cut !== undefined || wrap !== undefined) return '';
  if (pointer !== undefined) return pointer === '1' ? '/' : '~';
  if (inUrl !== undefined) {
    const own = Buffer.from(inUrl.replaceAll('%', ''), 'hex');
    const utf8 = own.toString('utf8');
    return utf8.includes('\ufffd') ? own.toString('latin1') : utf8;
  }
  const written = sign ?? named?.toLowerCase();
  if (written !== undefined) return SIGNS[written] ?? written;
  const code = Number(decimal ?? `0x${unit ?? byte ?? hex}`);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** As long as the text: a letter whose small form is longer stays. */
function inSmallLetters(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}
