import { isMap, isScalar, isSeq } from 'yaml';
import { COLLECTION_OF } from '../../specification/endpoints.js';
import { isVersion, VERSIONS, type Version } from '../../specification/versions.js';
import { quotation } from '../baseline/quotation.js';
import { BadBaseline, BadYaml, parseYaml } from '../baseline/yaml.js';
import { nearNames } from './near-names.js';
import { NEED_KINDS, type Need, type NeedKind, type Profile } from './profile.js';
import { namesOf, placesOf, USUAL_PAGES } from './vocabulary.js';

/** Maximum number of problems in a message. */
const MOST_SHOWN = 20;

/** The problems of a profile, each with its line. */
export class BadProfile extends Error {
  override readonly name = 'BadProfile';
  constructor(readonly problems: readonly { line: number; message: string }[]) {
    const shown = problems
      .slice(0, MOST_SHOWN)
      .map(({ line, message }) => `line ${line}: ${message}`);
    const more = problems.length - shown.length;
    super([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
  }
}

const KEYS = ['name', 'about', 'versions', ...NEED_KINDS];

/** Kinds with a second level: `fields` by form, `filters` and `order` by list. */
const PARTED: readonly NeedKind[] = ['fields', 'filters', 'order'];

/**
 * Parses a profile. Anything unknown is a problem, so that no need is ignored silently. `requirements` are
 * the known ids. Throws a BadProfile that lists every problem with its line.
 */
export function readProfile(text: string, requirements: readonly string[]): Profile {
  const { contents, lineOf } = parsed(text);
  const reader = new Reader(lineOf, requirements);
  const profile = reader.profile(contents);
  if (reader.problems.length > 0) throw new BadProfile(reader.problems);
  return profile;
}

function parsed(text: string): { contents: unknown; lineOf(offset: number): number } {
  try {
    const { document, lineOf } = parseYaml(text);
    return { contents: document.contents, lineOf };
  } catch (error) {
    if (!(error instanceof BadBaseline)) throw error;
    const message =
      error instanceof BadYaml
        ? error.message
        : 'expected a profile: a name and the needs of the client';
    throw new BadProfile([{ line: error.line, message }]);
  }
}

/** An item of a list: a name and an optional first version. */
interface Item {
  name: string;
  since?: Version;
  line: number;
}

class Reader {
  readonly problems: { line: number; message: string }[] = [];

  constructor(
    private readonly lineOf: (offset: number) => number,
    private readonly requirements: readonly string[],
  ) {}

  profile(contents: unknown): Profile {
    const entries = this.entries(contents, 'a profile: a name and the needs of the client');
    const texts: { name?: string; about?: string } = {};
    let versions: Profile['versions'];
    const needs: Need[] = [];
    for (const { key, value, line } of entries) {
      const kind = NEED_KINDS.find((each) => each === key);
      if (kind !== undefined) needs.push(...this.needs(kind, value, line));
      else if (key === 'versions') versions = this.versions(value, line);
      else if (key === 'name' || key === 'about') texts[key] = this.text(value, line, key);
      else this.unknown(line, 'key', key, KEYS);
    }
    if (!texts.name) this.wrong(1, 'expected a name: the name of the client');
    if (needs.length === 0 && this.problems.length === 0) {
      this.wrong(1, `expected at least one need: ${NEED_KINDS.join(', ')}`);
    }
    const { name = '', about } = texts;
    return { name, about, versions, needs };
  }

  private versions(value: unknown, line: number): Profile['versions'] {
    if (isScalar(value) && value.value === 'latest') return 'latest';
    const items = isSeq(value) ? value.items : [];
    const texts = items.map((item) => (isScalar(item) ? String(item.value) : ''));
    if (texts.length > 0 && texts.every(isVersion)) return texts.filter(isVersion);
    this.wrong(
      this.lineAt(value, line),
      `expected latest, or a list of versions among ${VERSIONS.join(', ')}`,
    );
    return undefined;
  }

  private needs(kind: NeedKind, value: unknown, line: number): Need[] {
    if (!PARTED.includes(kind)) return this.needsOf(kind, undefined, value, line);
    const places = placesOf(kind);
    const wanted = `lists of names, by one of ${places.slice(0, 3).join(', ')}, …`;
    return this.entries(value, wanted, line).flatMap((entry) => {
      const place = places.find((each) => each === ofOne(kind, entry.key));
      if (place !== undefined) return this.needsOf(kind, place, entry.value, entry.line);
      this.unknown(entry.line, `place of ${kind}`, entry.key, places);
      return [];
    });
  }

  private needsOf(kind: NeedKind, of: string | undefined, value: unknown, line: number): Need[] {
    if (kind === 'pages' && isScalar(value) && value.value === 'true') {
      return USUAL_PAGES.map((name) => ({ kind, name, line }));
    }
    const known = kind === 'requirements' ? this.requirements : namesOf(kind, of);
    const wanted = kind === 'pages' ? 'true, or a list of names' : 'a list of names';
    return this.items(value, wanted, line).flatMap((item) => {
      if (known !== undefined && !known.includes(item.name)) {
        this.unknown(item.line, of === undefined ? kind : `${kind} of ${of}`, item.name, known);
        return [];
      }
      return [{ kind, of, ...item }];
    });
  }

  /** The items of a list: `mbox`, or `web_url: { since: 1.1 }`. */
  private items(value: unknown, wanted: string, line: number): Item[] {
    if (!isSeq(value)) return this.wrong(this.lineAt(value, line), `expected ${wanted}`);
    return value.items.flatMap((item) => {
      const own = this.lineAt(item, line);
      if (isScalar(item) && typeof item.value === 'string' && item.value !== '') {
        return [{ name: item.value, line: own }];
      }
      const says = 'a name, or a name with since (web_url: { since: 1.1 })';
      const [entry, ...more] = this.entries(item, says, own);
      if (entry === undefined) return [];
      if (more.length > 0) return this.wrong(own, `expected ${says}; one per item`);
      const since = this.since(entry.value, entry.line);
      return since === undefined ? [] : [{ name: entry.key, since, line: entry.line }];
    });
  }

  private since(value: unknown, line: number): Version | undefined {
    const [entry, ...more] = this.entries(value, 'since and a version ({ since: 1.1 })', line);
    if (entry === undefined) return undefined;
    const text = isScalar(entry.value) ? String(entry.value.value) : '';
    if (entry.key === 'since' && more.length === 0 && isVersion(text)) return text;
    this.wrong(entry.line, `expected since and one of ${VERSIONS.join(', ')}`);
    return undefined;
  }

  private text(value: unknown, line: number, key: string): string {
    if (isScalar(value) && typeof value.value === 'string') return value.value.trim();
    this.wrong(this.lineAt(value, line), `expected a text for ${key}`);
    return '';
  }

  /** The keys and values of a mapping; none, and a problem, where it is none. */
  private entries(value: unknown, wanted: string, line = 1) {
    if (!isMap(value)) return this.wrong(this.lineAt(value, line), `expected ${wanted}`);
    return value.items.flatMap((pair) => {
      const own = this.lineAt(pair.key, line);
      if (isScalar(pair.key) && typeof pair.key.value === 'string') {
        return [{ key: pair.key.value, value: pair.value, line: own }];
      }
      return this.wrong(own, 'expected a name before the colon');
    });
  }

  private lineAt(node: unknown, line: number): number {
    const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined;
    return range === undefined || range === null ? line : this.lineOf(range[0]);
  }

  private unknown(line: number, what: string, name: string, known: readonly string[]): void {
    const near = nearNames(name, known);
    const hint =
      near.length > 0
        ? `similar: ${near.join(', ')}`
        : `expected one of ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}`;
    this.wrong(line, `unknown ${what} ${quotation(name)}; ${hint}`);
  }

  private wrong(line: number, message: string): never[] {
    this.problems.push({ line, message });
    return [];
  }
}

/** `cover.list` is `covers.list`: the table of fields names a resource in the singular. */
function ofOne(kind: NeedKind, place: string): string {
  if (kind !== 'fields') return place;
  const [resource = '', form = ''] = place.split('.');
  return `${PLURALS[resource] ?? resource}.${form}`;
}

const PLURALS: Readonly<Record<string, string>> = COLLECTION_OF;
