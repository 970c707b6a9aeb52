/** A text, if decoded with the place in its source of each of its characters, and of its end. */
export interface Decoded {
  text: string;
  places?: Int32Array;
}

/** How often a text is decoded: a body is JSON, and what is in it may be escaped twice. */
const MOST_DECODINGS = 3;

/** The names that HTML has for the letters and signs of Latin 1 from U+00A0 on, in small letters. */
const OF_LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr ' +
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml times oslash ugrave uacute ucirc uuml yacute thorn szlig';

/** The signs and letters that HTML has names for, as far as passwords hold them; the case of letters is ignored. */
const ENTITY_SIGNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    OF_LATIN_1.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)]),
  ),
  ...{ divide: '÷', yuml: 'ÿ', euro: '€' },
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\' },
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
    // In an encoded word of a mail (RFC 2047).
    String.raw`=(?<inWord>[0-9a-f]{2})(?<==\?[\w-]{1,40}\?q\?[^?\s]{0,200})`,
    // A token of a JSON pointer.
    '~(?<pointer>[01])',
    // Base64 is often wrapped.
    String.raw`(?<wrap>(?<=[\w+/-])(?:\r?\n[\t ]*(?=[\w+/=…-])|\r(?=…)))`,
  ].join('|'),
  'gi',
);

/** What every escape has. */
const MAY_ESCAPE = /[\\%&\r\n~]|=\?/;

const SIGNS: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...ENTITY_SIGNS,
};

/** A text as it is, decoded once, twice, and so on. */
export function* decodings(whole: Decoded): Generator<Decoded> {
  let last = whole;
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
  const { unit, byte, cut, sign, inUrl, inWord, hex, decimal, named, wrap, pointer } = groups;
  if (cut !== undefined || wrap !== undefined) return '';
  if (pointer !== undefined) return pointer === '1' ? '/' : '~';
  if (inUrl !== undefined) {
    const own = Buffer.from(inUrl.replaceAll('%', ''), 'hex');
    const utf8 = own.toString('utf8');
    return utf8.includes('\ufffd') ? own.toString('latin1') : utf8;
  }
  const written = sign ?? named?.toLowerCase();
  if (written !== undefined) return SIGNS[written] ?? written;
  const code = Number(decimal ?? `0x${unit ?? byte ?? inWord ?? hex}`);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
