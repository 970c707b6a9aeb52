import type { Writable } from '../../specification/resource.js';

/**
 * Texts that deployed instances accepted and then failed on, or altered: in a generated URL, a
 * template, a query, a page or a log. `..` is sent alone, because only a whole path segment is
 * removed.
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

/** URLs that a parser may accept or refuse, but that must not break an instance. */
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

/** Endings of a URL template other than the expected pair of braces. */
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
 * The hazardous values of a field, the same in every run; empty for fields without text. `unlike`
 * is the prefix of object names, so that they are unique, except `..`.
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

/**
 * One text with as many hazards as fit: for objects that cannot be deleted and are created once.
 */
export function allHazardsIn(value: Writable): string | undefined {
  switch (value.kind) {
    case 'text':
      // Many instances refuse NUL, and with it all other hazards.
      return [...TEXTS.filter((text) => !text.includes('\0')), 'end'].join(' ');
    case 'url':
      return 'https://example.org/{/{}/{0}/{name}/../%s/%(x)s/a%20b/100%';
    default:
      return hazardsOf(value, 'conformance')[0];
  }
}
