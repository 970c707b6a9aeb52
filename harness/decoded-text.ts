/** A decoded text, with the source position of each of its characters. */
export interface DecodedText {
  text: string;
  /** The start and end of the source of each character. */
  starts: ArrayLike<number>;
  ends: ArrayLike<number>;
}

/** How often a text may have been embedded in another; JSON in JSON doubles each backslash. */
const MOST_STEPS = 6;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

const CONTROL: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Escapes of JSON and programming languages, URLs, HTML and mails. An escape cut by an ellipsis
 * decodes to nothing.
 */
const ESCAPE = new RegExp(
  [
    String.raw`\\u\{(?<point>[0-9a-f]{1,6})\}`,
    String.raw`(?:\\u|%u)(?<unit>[0-9a-f]{4})`,
    String.raw`\\x(?<byte>[0-9a-f]{2})`,
    String.raw`\\(?<octal>[0-3][0-7]{2})`,
    String.raw`(?<cut>(?:\\|\\[ux][0-9a-f]{0,3}|%u?[0-9a-f]{0,3}|&[a-z]{0,4}|&#x?[0-9a-f]{0,6})(?=…))`,
    String.raw`\\(?<sign>[^])`,
    '(?<inUrl>(?:%[0-9a-f]{2})+)',
    '(?<inMail>(?:=[0-9a-f]{2})+)',
    '&#x0{0,9}(?<hex>[0-9a-f]{1,6});?',
    '&#0{0,9}(?<decimal>[0-9]{1,7});?',
    '&(?<named>amp|lt|gt|quot|apos|nbsp);',
  ].join('|'),
  'gi',
);

/** A text as it is, decoded once, twice, and so on, until nothing is left to decode. */
export function* decodedTexts(text: string): Generator<DecodedText> {
  const places = new Int32Array(text.length + 1);
  for (let at = 0; at <= text.length; at += 1) places[at] = at;
  let view: DecodedText = { text, starts: places, ends: places.subarray(1) };
  yield view;
  for (let step = 0; step < MOST_STEPS && /[\\%&=]/.test(view.text); step += 1) {
    const next = decodedOnce(view);
    if (next === undefined) return;
    yield next;
    view = next;
  }
}

/** Undefined if there is nothing to decode. */
function decodedOnce({ text, starts, ends }: DecodedText): DecodedText | undefined {
  const matches = [...text.matchAll(ESCAPE)];
  if (matches.length === 0) return undefined;
  const parts: string[] = [];
  // A decoded text is never longer than its source.
  const from = new Int32Array(text.length + 1);
  const to = new Int32Array(text.length + 1);
  let length = 0;
  const keep = (begin: number, end: number) => {
    parts.push(text.slice(begin, end));
    for (let at = begin; at < end; at += 1, length += 1) {
      from[length] = starts[at] ?? 0;
      to[length] = ends[at] ?? 0;
    }
  };
  let done = 0;
  for (const match of matches) {
    keep(done, match.index);
    done = match.index + match[0].length;
    const plain = plainOf(match.groups ?? {});
    parts.push(plain);
    // Bytes are decoded together; their positions within a character are not needed.
    for (let unit = 0; unit < plain.length; unit += 1, length += 1) {
      from[length] = starts[match.index] ?? 0;
      to[length] = ends[done - 1] ?? 0;
    }
  }
  keep(done, text.length);
  return { text: parts.join(''), starts: from, ends: to };
}

function plainOf(found: Readonly<Record<string, string | undefined>>): string {
  const { point, unit, byte, octal, cut, sign, inUrl, inMail, hex, decimal, named } = found;
  const code = point ?? unit ?? byte ?? hex;
  if (code !== undefined) return character(Number.parseInt(code, 16));
  if (octal !== undefined) return character(Number.parseInt(octal, 8));
  if (decimal !== undefined) return character(Number(decimal));
  if (cut !== undefined) return '';
  if (sign !== undefined) return CONTROL[sign] ?? sign;
  if (named !== undefined) return NAMED[named.toLowerCase()] ?? '';
  const bytes = Buffer.from((inUrl ?? inMail ?? '').replace(/[%=]/g, ''), 'hex');
  const utf8 = bytes.toString('utf8');
  return utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8;
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
