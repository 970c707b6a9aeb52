import fc, { type Arbitrary } from 'fast-check';
import type { CheckContext } from '../../../harness/check-context.js';
import { mixed } from '../../../harness/property.js';
import { PLAIN_LENGTH, plainTexts } from './values.js';

/** A property that a plain text, or a plain URL, does not have. */
export interface TextProperty {
  /** In words: "capital letters". */
  name: string;
  /** Whether it is one of URLs. */
  ofUrls?: true;
  /** The characters that a field must hold to be sent it; by default those of a plain text. */
  least?: number;
  /** A text with it, and with no other such property, that has the mark of the run. */
  textWith(mark: string): Arbitrary<string>;
}

/** Texts of the usual length, with some of these characters between plain ones. */
function among(name: string, ...characters: Arbitrary<string>[]): TextProperty {
  return {
    name,
    textWith: (mark) =>
      fc
        .tuple(plainTexts(2), ...characters, plainTexts(2))
        .map((parts) => `${parts.join('')}-${mark}`),
  };
}

const LONG = 50;

/**
 * What instances store in another form, or refuse. Each is tried by itself: one that is not kept says nothing of the
 * others. What is known to break instances, such as emoji, is a hazardous value.
 */
export const TEXT_PROPERTIES: readonly TextProperty[] = [
  among('capital letters', fc.constantFrom(...'ABCXYZ'), fc.constantFrom(...'DEFGHI')),
  among(
    'letters beyond ASCII',
    fc.constantFrom(...'äöçéñø'),
    fc.constantFrom(
      ...'łžşğ',
      ...'бвжя',
      ...'αβγω',
      ...'中文日本語한국',
      ...'אבגש',
      ...'مرحبا',
      ...'नमसत',
    ),
  ),
  among('spaces', fc.constantFrom(' ', '  ')),
  {
    name: `${LONG} characters`,
    least: LONG,
    textWith: (mark) => plainTexts(LONG - mark.length - 1).map((text) => `${text}-${mark}`),
  },
  among('combining marks', fc.constantFrom('e\u0301', 'n\u0303', 'स\u0947')),
  among('underscores and punctuation', fc.constant('_'), fc.constantFrom(..."._,'&+#()")),
  {
    name: 'blanks at both ends',
    textWith: (mark) => plainTexts(4).map((text) => ` ${text}-${mark} `),
  },
];

/** A URL with a property. */
function address(name: string, urlWith: (mark: string, word: string) => string): TextProperty {
  return {
    name,
    ofUrls: true,
    textWith: (mark) => plainTexts(6).map((word) => urlWith(mark, word)),
  };
}

/** What instances may refuse in a URL, or write otherwise: no sentence gives the form of the URLs that are sent. */
export const URL_PROPERTIES: readonly TextProperty[] = [
  address('the scheme `http`', (mark, word) => `http://example.org/${mark}/${word}`),
  address('a fragment', (mark, word) => `https://example.org/${mark}/#${word}`),
  address('percent-encoding', (mark, word) => `https://example.org/${mark}/${word}%C3%A9?b=%2F`),
  address('tildes and underscores', (mark, word) => `https://example.org/~${mark}/${word}_~a`),
];

/** A text with a property, which the seed generates. */
export function textWith(
  { api, queries }: Pick<CheckContext, 'api' | 'queries'>,
  { name, textWith: drawn }: TextProperty,
  { id, mark }: Record<'id' | 'mark', string>,
): string {
  const seed = mixed(queries.seed, `${id} ${name} ${api.version}`);
  return fc.sample(fc.noBias(drawn(mark)), { seed, numRuns: 1 })[0] ?? mark;
}

/** How an instance stored a text, in words. */
export function formOf(sent: string, shown: unknown): string {
  if (shown === sent) return 'kept';
  const forms: [name: string, form: string][] = [
    ['in NFC', sent.normalize('NFC')],
    ['in NFD', sent.normalize('NFD')],
    ['without blanks at its ends', sent.trim()],
    ['with single blanks', sent.trim().replaceAll(/\s+/g, ' ')],
    ['in lower case', sent.toLowerCase()],
  ];
  const known = forms.find(([, form]) => form === shown)?.[0];
  if (known !== undefined) return `stored ${known}`;
  return typeof shown === 'string' && shown !== '' && sent.startsWith(shown)
    ? `cut after ${shown.length} characters`
    : 'stored in another form';
}

/**
 * Whether a text can be read back in some form: in another case, composed otherwise, without accents, or with other
 * blanks and punctuation; of a long text, but of no URL, its beginning.
 */
export function isReadableAs(sent: string, shown: unknown, isUrl: boolean): boolean {
  if (typeof shown !== 'string') return false;
  const [one, other] = [folded(sent), folded(shown)];
  return one === other || (!isUrl && shown.length >= PLAIN_LENGTH && one.startsWith(other));
}

/** The letters and digits of a text, in one case and without accents; a URL may encode any character. */
function folded(text: string): string {
  return decoded(text)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .toLowerCase();
}

/** A text without percent-encoding, if it is one with it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
