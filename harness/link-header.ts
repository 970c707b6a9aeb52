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

/** A syntax error in a header. */
export interface MalformedLink {
  /** The index of the header. */
  header: number;
  /** The index of the character. */
  position: number;
  why: string;
}

/** The parsed `Link` headers of one response. */
export interface LinkHeader {
  links: Link[];
  malformed: MalformedLink[];
  /** The number of characters read; linear in the length of the headers. */
  steps: number;
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
  const found: LinkHeader = { links: [], malformed: [], steps: 0 };
  const all = typeof headers === 'string' ? [headers] : (headers ?? []);
  all.forEach((text, header) => {
    const reader = new Reader(text, header, url, found);
    reader.readLinks();
    found.steps += reader.steps;
  });
  return found;
}

/** The links of this page with a relation. */
export function linksTo({ links }: LinkHeader, relation: string): Link[] {
  return links.filter((link) => link.ofThisPage && link.relations.includes(relation));
}

const BLANK = ' \t';

/** RFC 9110: `token`. */
const TOKEN_CHARACTER = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]$/;

/** RFC 5988: `ptoken`, which allows more than the `token` of RFC 8288. */
const UNQUOTED_CHARACTER = /^[!#$%&'()*+\-./0-9:<=>?@A-Z[\]^_`a-z{|}~]$/;

/** RFC 3986 allows no other character in a URI reference; brackets are tolerated. */
const URI_CHARACTER = /^[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]$/;

/** Reads one header from left to right. */
class Reader {
  steps = 0;
  #position = 0;

  constructor(
    private readonly text: string,
    private readonly header: number,
    private readonly url: string,
    private readonly found: LinkHeader,
  ) {}

  /** `#link-value`: elements between commas, which may be empty. */
  readLinks(): void {
    for (;;) {
      this.#skip(BLANK);
      const next = this.#peek();
      if (next === '') return;
      if (next === ',') this.#position += 1;
      else if (next === '<') this.#readLink();
      else this.#recover('expected "<"');
    }
  }

  /** `"<" URI-Reference ">" *( OWS ";" OWS [ link-param ] )`, up to a comma or the end. */
  #readLink(): void {
    const start = this.#position;
    const target = this.#readTarget();
    if (target === undefined) return;
    const parameters: Link['parameters'] = [];
    for (;;) {
      this.#skip(BLANK);
      const next = this.#peek();
      if (next === '' || next === ',') break;
      if (next !== ';') {
        this.#recover('expected ";" or ","');
        break;
      }
      this.#skip(`;${BLANK}`);
      const parameter = this.#readParameter();
      if (parameter !== undefined) parameters.push(parameter);
    }
    this.#keep(target, parameters, start);
  }

  #readTarget(): string | undefined {
    const start = this.#position + 1;
    let odd: number | undefined;
    for (this.#position = start; ; this.#position += 1) {
      const next = this.#peek();
      if (next === '>') break;
      if (next === '') {
        this.#malformed('missing ">" after the target', start - 1);
        return undefined;
      }
      if (!URI_CHARACTER.test(next)) odd ??= this.#position;
    }
    if (odd !== undefined) this.#malformed('a character that is not allowed in a URI', odd);
    this.#position += 1;
    return this.text.slice(start, this.#position - 1);
  }

  /** `token BWS [ "=" BWS ( token / quoted-string ) ]`; undefined if there is none. */
  #readParameter(): [string, string | null] | undefined {
    const name = this.#take(TOKEN_CHARACTER).toLowerCase();
    if (name === '') return undefined;
    this.#skip(BLANK);
    if (this.#peek() !== '=') return [name, null];
    this.#position += 1;
    this.#skip(BLANK);
    if (this.#peek() === '"') return [name, this.#readQuoted()];
    const start = this.#position;
    const value = this.#take(UNQUOTED_CHARACTER);
    if (value === '') this.#malformed(`\`${name}\` has "=" but no value`, start);
    return [name, value];
  }

  /** A quoted-string without its escapes; if unterminated, up to the end. */
  #readQuoted(): string {
    const start = this.#position;
    const parts: string[] = [];
    for (this.#position += 1; ; this.#position += 1) {
      const next = this.#peek();
      if (next === '"') break;
      if (next === '\\') this.#position += 1;
      const one = next === '\\' ? this.#peek() : next;
      if (one === '') {
        this.#malformed('an unterminated quoted string', start);
        return parts.join('');
      }
      parts.push(one);
    }
    this.#position += 1;
    return parts.join('');
  }

  /** "The rel parameter MUST be present"; only the first one counts. */
  #keep(target: string, parameters: Link['parameters'], start: number): void {
    const relations = parameters.filter(([name]) => name === 'rel');
    const words = relations[0]?.[1]?.toLowerCase().split(/[ \t]+/) ?? [];
    const named = words.filter((word) => word !== '');
    if (named.length === 0) this.#malformed('a link without `rel`', start);
    if (relations.length > 1) this.#malformed('a link with more than one `rel`', start);
    const anchor = parameters.find(([name]) => name === 'anchor')?.[1];
    if (!URL.canParse(target, this.url)) {
      this.#malformed('the target is not a URL', start);
      return;
    }
    this.found.links.push({
      target: new URL(target, this.url).href,
      relations: named,
      parameters,
      ofThisPage: anchor === undefined || anchor === null || this.#isThisPage(anchor),
    });
  }

  #isThisPage(anchor: string): boolean {
    return URL.canParse(anchor, this.url) && new URL(anchor, this.url).href === this.url;
  }

  /** Reports a syntax error and skips to the next comma outside of quotes. */
  #recover(why: string): void {
    this.#malformed(why, this.#position);
    let quoted = false;
    for (; this.#peek() !== ''; this.#position += 1) {
      const next = this.#peek();
      if (next === '"') quoted = !quoted;
      if (next === ',' && !quoted) return;
      if (next === '\\' && quoted) this.#position += 1;
    }
  }

  #malformed(why: string, position: number): void {
    this.found.malformed.push({ header: this.header, position, why });
  }

  /** The next character; empty at the end. */
  #peek(): string {
    this.steps += 1;
    return this.text.charAt(this.#position);
  }

  #skip(characters: string): void {
    for (let next = this.#peek(); next !== '' && characters.includes(next); next = this.#peek()) {
      this.#position += 1;
    }
  }

  #take(character: RegExp): string {
    const start = this.#position;
    while (character.test(this.#peek())) this.#position += 1;
    return this.text.slice(start, this.#position);
  }
}
