/** The relations of docs/api.md, "Limits". */
export const RELATIONS = ['first', 'prev', 'next', 'last'] as const;

/**
 * A link of a `Link` header (RFC 8288, section 3; docs/api.md, "Limits").
 */
export interface Link {
  /** Its absolute target URL. */
  target: string;
  /** Its relation types in lower case, with duplicates. */
  relations: string[];
  /** Its parameters in order, names in lower case; null for a parameter without value. */
  parameters: [name: string, value: string | null][];
  /** False if `anchor` names another page than the requested one. */
  ofThisPage: boolean;
}

/** The parsed `Link` headers of one response. */
export interface LinkHeader {
  links: Link[];
  /** The syntax errors, by the indexes of the header and of the character. */
  malformed: { header: number; position: number; why: string }[];
}

/**
 * Parses the `Link` headers of a response to a request of `url` in linear time, also for hostile
 * headers. Never throws: malformed parts are reported and skipped up to the next comma. Unquoted
 * values may contain what RFC 5988 allows.
 */
export function parseLinkHeader(
  headers: string | readonly string[] | undefined,
  url: string,
): LinkHeader {
  const found: LinkHeader = { links: [], malformed: [] };
  [headers ?? []].flat().forEach((text, header) => {
    readLinks(text, url, found.links, (why, position) => {
      found.malformed.push({ header, position, why });
    });
  });
  return found;
}

/** The links of this page with a relation. */
export function linksTo({ links }: LinkHeader, relation: string): Link[] {
  return links.filter((link) => link.ofThisPage && link.relations.includes(relation));
}

/** Empty elements before a link, its target, and what is skipped after an error. */
const BETWEEN = /[ \t,]*/y;
const TARGET = /<([^>]*)>/y;
const UP_TO_COMMA = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|\\?$))*/sy;

/** RFC 3986 allows no other character in a URI reference; brackets are tolerated. */
const NOT_OF_URI = /[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/;

/**
 * `";" token BWS [ "=" BWS ( ptoken / quoted-string ) ]`: a name of RFC 9110 and an unquoted value of RFC 5988,
 * which allows more than RFC 8288. `open` is set for a quoted string without end.
 */
const PARAMETER = new RegExp(
  [
    String.raw`[ \t]*;[; \t]*`,
    String.raw`(?:(?<name>[!#$%&'*+\-.^_|~\w\x60]+)[ \t]*`,
    String.raw`(?:(?<equals>=)[ \t]*`,
    String.raw`(?:"(?<quoted>(?:[^"\\]|\\.)*)(?:"|(?<open>\\?$))`,
    String.raw`|(?<plain>[!#$%&'()*+\-./:<=>?@[\]^{|}~\w\x60]+))?)?)?`,
  ].join(''),
  'sy',
);

/** Reads one header from left to right: elements between commas, which may be empty. */
function readLinks(
  text: string,
  url: string,
  links: Link[],
  report: (why: string, position: number) => void,
): void {
  let position = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match !== null) position = pattern.lastIndex;
    return match;
  };
  for (next(BETWEEN); position < text.length; next(BETWEEN)) {
    const start = position;
    const target = next(TARGET)?.[1];
    if (target === undefined) {
      const isOpen = text.startsWith('<', start);
      report(isOpen ? 'missing ">" after the target' : 'expected "<"', start);
      if (isOpen) return;
      next(UP_TO_COMMA);
      continue;
    }
    const odd = target.search(NOT_OF_URI);
    if (odd >= 0) report('a character that is not allowed in a URI', start + 1 + odd);
    const parameters: Link['parameters'] = [];
    for (let match = next(PARAMETER); match !== null; match = next(PARAMETER)) {
      const { name, equals, quoted, open, plain } = match.groups ?? {};
      if (open !== undefined)
        report('an unterminated quoted string', text.indexOf('"', match.index));
      if (name === undefined) continue;
      const value = quoted?.replace(/\\(.)/gs, '$1') ?? plain;
      if (equals !== undefined && value === undefined) {
        report(`\`${name}\` has "=" but no value`, position);
      }
      parameters.push([name.toLowerCase(), equals === undefined ? null : (value ?? '')]);
    }
    next(/[ \t]*/y);
    if (position < text.length && text[position] !== ',') {
      report('expected ";" or ","', position);
      next(UP_TO_COMMA);
    }
    const link = linkOf(target, parameters, url, (why) => report(why, start));
    if (link !== undefined) links.push(link);
  }
}

/** "The rel parameter MUST be present"; only the first one counts. */
function linkOf(
  target: string,
  parameters: Link['parameters'],
  url: string,
  report: (why: string) => void,
): Link | undefined {
  const [first, ...more] = parameters.filter(([name]) => name === 'rel');
  const relations = first?.[1]?.toLowerCase().match(/[^ \t]+/g) ?? [];
  if (relations.length === 0) report('a link without `rel`');
  if (more.length > 0) report('a link with more than one `rel`');
  if (!URL.canParse(target, url)) {
    report('the target is not a URL');
    return undefined;
  }
  const anchor = parameters.find(([name]) => name === 'anchor')?.[1] ?? url;
  const ofThisPage = URL.canParse(anchor, url) && new URL(anchor, url).href === url;
  return { target: new URL(target, url).href, relations, parameters, ofThisPage };
}
