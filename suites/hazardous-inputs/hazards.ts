import type { Writable } from '../../specification/resource.js';

/**
 * Texts that deployed instances have been seen to take and then to choke on, or to make something else of:
 * in an address that is made of them, a template, a query, a page or a log. `..` is whole, since only a
 * whole segment of a path is left out.
 */
const TEXTS: readonly string[] = [
  'a/b',
  '..',
  '.a.',
  '{',
  '{}',
  '{name}',
  '%s',
  '100%',
  'a?b',
  'a#b',
  'a\\b',
  `a"b'c`,
  '<b>a</b>',
  'a\u0000b',
  'a\u0007b',
  'a\nb',
  'a\u2028b',
  '😀',
];

/** Addresses that any reader of URLs takes, or may refuse, but must not choke on. */
const ADDRESSES: readonly string[] = [
  'https://a/{',
  'https://example.org/{}',
  'https://example.org/{0}/{name}',
  'https://example.org/..',
  'https://example.org/100%',
  'https://example.org/%s/%(x)s',
  'https://example.org/a%20b%0A',
  'https://example.org/😀',
];

/** What may follow the address of a template where one pair of braces should. */
const TAILS: readonly string[] = [
  '',
  '{',
  '}',
  '{0}',
  '{name}',
  '{}{}',
  '{0.x}',
  '{!x}',
  '100%',
  '%s',
  '%(x)s',
];

/**
 * The hazardous values of a field, the same in every run; none where it holds no text. `unlike` begins
 * the names of an object, so that no other has one of them, but for `..`.
 */
export function hazardsOf(value: Writable, unlike: string): string[] {
  switch (value.kind) {
    case 'name': {
      const names = TEXTS.map((text) => (text === '..' ? text : `${unlike} ${text}`));
      return [...names, `${unlike} `.padEnd(value.most, 'x')];
    }
    case 'text':
      return [...TEXTS, 'x'.repeat(value.hazardous)];
    case 'url':
      return [...ADDRESSES, 'https://example.org/'.padEnd(value.hazardous, 'x')];
    case 'url-template':
      return TAILS.map((tail) => `https://example.org/${tail}`);
    case 'label':
      return ['conformance/..{}%s'];
    case 'number':
    case 'flag':
    case 'patch-ids':
    case 'state':
      return [];
  }
}

/** A text with as many of the hazards as fit into it: for what cannot be taken back, and is made once. */
export function allHazardsIn(value: Writable): string | undefined {
  switch (value.kind) {
    case 'text':
      // NUL is refused by many, and all the rest with it.
      return [...TEXTS.filter((text) => !text.includes('\0')), 'end'].join(' ');
    case 'url':
      return 'https://example.org/{/{}/{0}/{name}/../%s/%(x)s/a%20b/100%';
    default:
      return hazardsOf(value, 'conformance')[0];
  }
}
