import { describe, expect, test } from 'vitest';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { readOtherwiseByLibrary } from '../../harness/read-by-parse-link-header.js';

const URL_ASKED = 'http://patches.test/api/1.2/covers/?page=2&per_page=1';

const parse = (...headers: string[]) => parseLinkHeader(headers, URL_ASKED);

/** What a header is read as: target and relations of each link. */
const read = (...headers: string[]) =>
  parse(...headers).links.map(({ target, relations }) => [target, ...relations]);

const [A, B] = ['http://patches.test/a', 'http://patches.test/b'];

const BOTH = [
  [A, 'next'],
  [B, 'last'],
];

describe('a sound header', () => {
  const sound: [what: string, headers: string[], links: string[][]][] = [
    ['several links', [`<${A}>; rel="next", <${B}>; rel="last"`], BOTH],
    ['several headers', [`<${A}>; rel="next"`, `<${B}>; rel="last"`], BOTH],
    ['several relations', [`<${A}>; rel="next \t last"`], [[A, 'next', 'last']]],
    ['an unquoted value', [`<${A}>; rel=next`], [[A, 'next']]],
    ['a name and a relation in capitals', [`<${A}>; REL="NEXT"`], [[A, 'next']]],
    [
      'a comma and a semicolon in the target',
      ['</a?q=1,2;3>; rel=next'],
      [[`${A}?q=1,2;3`, 'next']],
    ],
    ['both in a quotation', [`<${A}>; title="x, <y>; rel=last"; rel=next`], [[A, 'next']]],
    ['quoted-pairs', [`<${A}>; title="\\"; rel=\\"last\\\\"; rel="n\\ext"`], [[A, 'next']]],
    ['empty elements', [`, ,<${A}>; rel=next,\t, <${B}>;rel=last ,`], BOTH],
    ['blanks wherever they may be', [` \t<${A}> \t; \t rel \t= \t"next" \t`], [[A, 'next']]],
    ['no blanks', [`<${A}>;rel=next,<${B}>;rel=last`], BOTH],
    ['empty parameters', [`<${A}>;; rel=next;`], [[A, 'next']]],
    ['a parameter without value', [`<${A}>; crossorigin; rel=next`], [[A, 'next']]],
    ['a relative path', ['</a>; rel=next'], [[A, 'next']]],
    [
      'a relative query',
      ['<?page=3>; rel=next'],
      [['http://patches.test/api/1.2/covers/?page=3', 'next']],
    ],
    ['an empty target', ['<>; rel=self'], [[URL_ASKED, 'self']]],
    ['a relation that is a URL', [`<${A}>; rel=http://rels.test/up`], [[A, 'http://rels.test/up']]],
    ['nothing', [], []],
    ['an empty header', [''], []],
  ];

  test.for(sound)('with %s', ([, headers, links]) => {
    expect(read(...headers)).toEqual(links);
    expect(parse(...headers).malformed).toEqual([]);
  });

  test('that is absent has no links', () => {
    expect(parseLinkHeader(undefined, URL_ASKED).links).toEqual([]);
  });

  test('shows its parameters in order, null where one has no value', () => {
    const [link] = parse(`<${A}>; b="1, 2"; C; rel=next`).links;
    expect(link?.parameters).toEqual([
      ['b', '1, 2'],
      ['c', null],
      ['rel', 'next'],
    ]);
  });

  test('with an anchor speaks of another page, unless it is the one that was asked for', () => {
    const header = parse(
      `</a>; rel=next; anchor="/other", </b>; rel=next; anchor="?page=2&per_page=1"`,
    );
    expect(header.links).toHaveLength(2);
    expect(linksTo(header, 'next').map(({ target }) => target)).toEqual([B]);
  });
});

describe('a malformed header is read as far as it goes, and it says where it is wrong', () => {
  const malformed: [header: string, position: number, why: string, links: string[][]][] = [
    [`${A}; rel=next, <${B}>; rel=last`, 0, 'expected "<"', [[B, 'last']]],
    [`<${A}; rel=next`, 0, 'missing ">" after the target', []],
    [`<${A}> rel=next, <${B}>; rel=last`, 24, 'expected ";" or ","', [[A], [B, 'last']]],
    [`<${A}>; rel="next, <${B}>`, 29, 'an unterminated quoted string', [[A, 'next,', `<${B}>`]]],
    [`<${A}>; rel=, <${B}>; rel=last`, 29, '`rel` has "=" but no value', [[A], [B, 'last']]],
    [`<${A}>; title=x`, 0, 'a link without `rel`', [[A]]],
    [`<${A}>; rel=next; rel=last`, 0, 'a link with more than one `rel`', [[A, 'next']]],
    ['<http://[x>; rel=next', 0, 'the target is not a URL', []],
    [
      '</a b>; rel=next',
      3,
      'a character that is not allowed in a URI',
      [['http://patches.test/a%20b', 'next']],
    ],
    [`<${A}>; ="x"; rel=next`, 25, 'expected ";" or ","', [[A]]],
  ];

  test.for(malformed)('%s', ([header, position, why, links]) => {
    expect(parse(header).malformed).toContainEqual({ header: 0, position, why });
    expect(read(header)).toEqual(links);
  });

  test('also in the second header', () => {
    expect(parse(`<${A}>; rel=next`, ' next').malformed).toEqual([
      { header: 1, position: 1, why: 'expected "<"' },
    ]);
  });
});

describe('the library parse-link-header', () => {
  const otherwise = (header: string) => readOtherwiseByLibrary(header, parse(header), URL_ASKED);

  test('reads what releases send alike', () => {
    expect(otherwise(`<${A}>; rel="next", <${B}>; rel="last"`)).toEqual([]);
    expect(otherwise('</api/1.2/covers/?page=3>; rel="next"')).toEqual([]);
  });

  test('reads some sound headers otherwise', () => {
    expect(otherwise(`<${A}>; REL="next"`)).toEqual(['the library does not find next']);
    expect(otherwise(`<${A}>; title="x, <y>"; rel="next"`)).toEqual([
      'the library reads another URL for next',
    ]);
    expect(otherwise(`<${A}>; rel="up"; title="; rel=next"`)).toEqual([
      'the library finds next where there is none',
    ]);
  });

  test('is not shown what would keep it busy', () => {
    expect(otherwise(`<${A}>; rel="next"${' '.repeat(9)}`)).toEqual([
      'not checked: the header has a long run of spaces',
    ]);
    expect(otherwise(`<${A}>; title="${'x'.repeat(2000)}"; rel="next"`)).toEqual([
      'not checked: the header has more than 2000 characters',
    ]);
  });
});
