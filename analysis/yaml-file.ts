import type { ErrorObject, SchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { nearest } from '../harness/nearest.js';

/** Something wrong in a file. */
export interface Problem {
  line: number;
  /** What was expected, and what was received. */
  message: string;
}

/** A text is not the YAML that its schema describes. The message has the problems: `line 3: …; line 7: …`. */
export class BadYaml extends Error {
  override readonly name = 'BadYaml';

  constructor(problems: readonly Problem[]) {
    const sorted = [...problems].sort((a, b) => a.line - b.line);
    const all = [...new Set(sorted.map(({ line, message }) => `line ${line}: ${message}`))];
    const more = all.length - MOST_SHOWN;
    super([...all.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
  }
}

/** Maximum number of errors whose lines are looked for, which takes time in a large file. */
const MOST_LOCATED = 100;

/** Maximum number of problems in a message. */
const MOST_SHOWN = 20;

/** Where a value is: the keys and indexes that lead to it. */
export type Path = readonly (string | number)[];

/** A file that has been read. */
export interface YamlFile<T> {
  value: T;
  /** The line of a value; with `key`, of that key of a mapping. */
  lineAt(path: Path, key?: string): number;
}

/**
 * Reads one YAML document and validates it against a JSON Schema. Scalars are trimmed text, so that versions and
 * dates are not converted, or null if they are blank. In the schema, `description` completes "expected …", and
 * `title` says what the names of an `enum` or the keys of an object are. Throws a BadYaml with every problem.
 */
export function readYaml<T>(text: string, schema: SchemaObject): YamlFile<T> {
  try {
    const counter = new LineCounter();
    const document = parsed(text, counter);
    const reviver = (_key: unknown, value: unknown) =>
      typeof value === 'string' ? value.trim() || null : value;
    const value: T = document.toJS({ reviver });
    const lineAt = (path: Path, key?: string) => lineIn(document, counter, path, key);
    const validate = ajv.compile(schema);
    if (validate(value)) return { value, lineAt };
    const errors = (validate.errors ?? []).slice(0, MOST_LOCATED);
    throw new BadYaml(errors.flatMap((error) => problemOf(error, lineAt)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadYaml([{ line: 1, message: TOO_DEEP }]);
  }
}

/** No file of this suite has longer lists; what is compared with each other takes time as the square. */
const MOST_ITEMS = 5000;

const TOO_DEEP = 'lists or mappings are nested too deeply';

// Without the schema of schemas, which takes long to compile: the tests read files by every part of the schemas.
const ajv = new Ajv2020({
  meta: false,
  validateSchema: false,
  allErrors: true,
  allowUnionTypes: true,
  strictTypes: false,
  verbose: true,
  inlineRefs: false,
  formats: {
    'web-address': (text) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text),
  },
});
addFormats.default(ajv, ['date']);
// As `enum`, of texts only.
ajv.addKeyword({
  keyword: 'names',
  type: 'string',
  schemaType: 'array',
  validate: (known: readonly string[], name: string) => known.includes(name),
});

function parsed(text: string, lineCounter: LineCounter): Document {
  const document = parseDocument(text, {
    schema: 'failsafe',
    customTags: (tags) => [...tags, 'null'],
    lineCounter,
    logLevel: 'error',
    prettyErrors: false,
    // The library compares each key of a mapping with every other one.
    uniqueKeys: false,
  });
  const lineOf = (offset: number) => lineCounter.linePos(offset).line;
  const [wrong] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (wrong !== undefined) {
    const message =
      wrong.code === 'MULTIPLE_DOCS'
        ? 'a second document begins; expected one'
        : // The parser of the library calls itself for each level, and says so.
          `invalid YAML: ${/call stack/i.test(wrong.message) ? TOO_DEEP : wrong.message}`;
    throw new BadYaml([{ line: lineOf(wrong.pos[0]), message }]);
  }
  const refuse = (node: Node, message: string): never => {
    throw new BadYaml([{ line: lineOf(node.range?.[0] ?? 0), message }]);
  };
  visit(document, {
    // Not needed, and a small file could become endless.
    Alias: (_, alias) => refuse(alias, 'an alias (*…) is not supported here'),
    Seq: (_, list) => {
      if (list.items.length > MOST_ITEMS) refuse(list, `a list of more than ${MOST_ITEMS} items`);
    },
    Map: (_, { items }) => {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value)) refuse(key, 'invalid YAML: Map keys must be unique');
        names.add(key.value);
      }
    },
    Pair: (_, { key }) =>
      isNode(key) && !isScalar(key) ? refuse(key, 'expected a name before the colon') : undefined,
  });
  return document;
}

function lineIn(document: Document, counter: LineCounter, path: Path, key?: string): number {
  const node = document.getIn(path, true);
  const pair = isMap(node)
    ? node.items.find((each) => isScalar(each.key) && each.key.value === key)
    : undefined;
  const place = pair?.key ?? node;
  return isNode(place) && place.range ? counter.linePos(place.range[0]).line : 1;
}

/** Those of `propertyNames` only sum up others. */
function problemOf(error: ErrorObject, lineAt: YamlFile<unknown>['lineAt']): Problem[] {
  const { keyword, params, data, parentSchema = {}, propertyName } = error;
  if (keyword === 'propertyNames') return [];
  const path = error.instancePath.split('/').slice(1).map(unescaped);
  const { title = 'key', description = `one of ${params.allowedValues}` } = parentSchema;
  switch (keyword) {
    case 'additionalProperties': {
      const name: string = params.additionalProperty;
      const known = Object.keys(parentSchema.properties ?? {});
      return [{ line: lineAt(path, name), message: unknownName(title, name, known) }];
    }
    case 'names':
    case 'enum':
      if (typeof data === 'string') {
        const known: unknown[] = parentSchema[keyword];
        const names = known.filter((each) => typeof each === 'string');
        return [{ line: lineAt(path, propertyName), message: unknownName(title, data, names) }];
      }
  }
  const received =
    keyword === 'required' ? `but it has no ${params.missingProperty}` : `received ${kindOf(data)}`;
  return [{ line: lineAt(path), message: `expected ${description}, ${received}` }];
}

/** The message for a name that is none of those that are known. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = known.length > FEW ? nearest(name, known) : [];
  const hint =
    near.length > 0
      ? `similar: ${near.join(', ')}`
      : `expected one of ${known.slice(0, MOST_NAMED).join(', ')}${known.length > MOST_NAMED ? ', …' : ''}`;
  return `unknown ${what} ${quotation(name)}; ${hint}`;
}

/** So few names are all listed, whatever is similar. */
const FEW = 6;

/** Maximum number of names in a message. */
const MOST_NAMED = 12;

function kindOf(value: unknown): string {
  if (typeof value === 'string') return quotation(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return value === null ? 'nothing' : 'a mapping';
}

/** Maximum length of quoted text. */
const LONGEST = 60;

function quotation(text: string): string {
  return text.length > LONGEST ? `"${text.slice(0, LONGEST)}…"` : `"${text}"`;
}

/** A token of a JSON pointer. */
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
