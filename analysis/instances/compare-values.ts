import { isObject, type JsonObject } from '../../harness/place.js';
import { COLLECTION_OF } from '../../specification/endpoints.js';
import type { ResourceName } from '../../specification/resource.js';
import { ALL_TABLES, type TableField } from '../../specification/tables.js';
import { around, cut, sameStart } from '../trial/contrast.js';
import type { Shown } from './asked.js';
import { align, type Identities, nameOf } from './identities.js';
import type { Finding, Kind } from './result.js';
import type { Side } from './side.js';

/** The resource of the object, or the objects, in a field. */
const INSIDE: ReadonlyMap<string, ResourceName> = new Map<string, ResourceName>([
  ...ALL_TABLES.flatMap(({ fields }) => fields.flatMap(held)),
  // Of patches, whose fields docs/api.md does not give.
  ['delegate', 'user'],
  ['related', 'patch'],
  ['comment', 'patch-comment'],
]);

function held({ name, type }: TableField): [string, ResourceName][] {
  if (typeof type !== 'object') return [];
  if ('one' in type) return [[name, type.one]];
  return 'many' in type ? [[name, type.many]] : [];
}

/** Objects whose keys are data. */
const DATA = ['headers', 'tags'];

const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$/;

/** The longest part of a text that is told apart from the object that it stands in. */
const LONGEST_CHANGE = 40;

/** What both instances show, and where they are. */
export interface Sides {
  identities: Identities;
  old: Pick<Side, 'ownUrl'>;
  new: Pick<Side, 'ownUrl'>;
}

/** Where in an answer a value is. */
interface At extends Shown {
  /** Names of fields below the object of the resource. */
  path: readonly string[];
  pointer: string;
  /** The field that holds this embedded object, or the array of it. */
  holder?: At;
}

/** Compares two values with everything inside them. */
export class ValueComparison {
  constructor(private readonly sides: Sides) {}

  /** What differs in the rows of the list itself is said of `rows`. */
  bodies(shown: Shown, old: unknown, received: unknown): Finding[] {
    return this.#values(old, received, { ...shown, path: [], pointer: '' });
  }

  #values(old: unknown, received: unknown, at: At): Finding[] {
    if (typeName(old) !== typeName(received)) return [typeFinding(at, old, received)];
    if (Array.isArray(old) && Array.isArray(received)) return this.#arrays(old, received, at);
    if (isObject(old) && isObject(received)) return this.#objects(old, received, at);
    if (this.#isSame(old, received, at)) return [];
    const found = contrast('value', at, old, received);
    if (typeof old !== 'string' || typeof received !== 'string') return [found];
    const key = changeOf(old, received, this.sides);
    return key === undefined ? [] : [{ ...found, key: key || found.key }];
  }

  #objects(old: JsonObject, received: JsonObject, at: At): Finding[] {
    // Another object in a field is one difference of the field.
    if (at.path.length === 0 && this.#isOther(old, received, at) && at.holder !== undefined) {
      return [contrast('value', at.holder, old, received)];
    }
    return [...new Set([...Object.keys(old), ...Object.keys(received)])].flatMap((name) => {
      const inside = below(at, name);
      if (!Object.hasOwn(received, name)) {
        return [finding('missing field', inside, shownValue(old[name]), 'no such field')];
      }
      if (!Object.hasOwn(old, name)) {
        return [finding('added field', inside, 'no such field', shownValue(received[name]))];
      }
      return this.#values(old[name], received[name], enteredIf(inside, old));
    });
  }

  #isOther(old: JsonObject, received: JsonObject, { resource }: At): boolean {
    const { identities } = this.sides;
    const name = nameOf(resource, old);
    const isSameName = name === nameOf(resource, received);
    if (isSameName && name !== undefined) identities.learn(resource, old, received);
    const expected = identities.idOnNew(resource, old.id);
    return !isSameName && expected !== undefined && expected !== String(received.id);
  }

  #arrays(old: readonly unknown[], received: readonly unknown[], at: At): Finding[] {
    const { resource, path, holder } = at;
    const ofObjects = [old, received].filter((all) => all.some(isObject));
    if (ofObjects.length === 0 || path.length > 0) {
      const isSame = (one: unknown, index: number) =>
        this.#values(one, received[index], at).length === 0;
      if (old.length === received.length && old.every(isSame)) return [];
      return [contrast('value', at, old, received)];
    }
    if (ofObjects.length === 1 && old.length > 0 && received.length > 0) {
      return [typeFinding(at, old, received)];
    }
    const { identities } = this.sides;
    const { pairs, missing, added, isInOrder } = align(resource, old, received, identities);
    const inside = pairs.flatMap(([one, other]) =>
      this.#values(old[one], received[other], { ...at, pointer: `${at.pointer}/${one}` }),
    );
    const namesOf = (rows: readonly unknown[]) =>
      cut(rows.map((row) => labelOf(resource, row)).join(', '));
    const [kind, one, other] =
      missing.length + added.length > 0
        ? (['rows', rowsText(resource, old, missing), rowsText(resource, received, added)] as const)
        : (['order', namesOf(old), namesOf(received)] as const);
    if (kind === 'order' && isInOrder) return inside;
    if (holder === undefined)
      return [...inside, { ...finding(kind, at, one, other), where: 'rows' }];
    return [...inside, finding(kind === 'rows' ? 'value' : kind, holder, one, other)];
  }

  /** An id of which nothing is known may be any. */
  #isSame(old: unknown, received: unknown, { path, resource }: At): boolean {
    if (Object.is(old, received)) return true;
    if (path.length !== 1 || path[0] !== 'id') return false;
    const expected = this.sides.identities.idOnNew(resource, old);
    return expected === undefined || expected === String(received);
  }
}

function below({ resource, form, path, pointer }: At, name: string): At {
  const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return { resource, form, path: [...path, name], pointer: `${pointer}/${escaped}` };
}

/** An embedded object of a resource is a place of its own. */
function enteredIf(at: At, owner: JsonObject): At {
  const field = at.path.at(-1) ?? '';
  const isOfCover = field === 'comment' && Object.hasOwn(owner, 'cover');
  const resource = isOfCover ? 'cover-comment' : INSIDE.get(field);
  const holdsObjects = [owner[field]].flat().some(isObject);
  if (resource === undefined || resource === 'error' || !holdsObjects) return at;
  return { resource, form: 'embedded', path: [], pointer: at.pointer, holder: at };
}

/** The name of the type of a JSON value. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function typeFinding(at: At, old: unknown, received: unknown): Finding {
  return finding('type', at.holder ?? at, shownValue(old), shownValue(received));
}

function contrast(kind: Kind, at: At, old: unknown, received: unknown): Finding {
  return finding(kind, at, ...around(JSON.stringify(old), JSON.stringify(received)));
}

function finding(kind: Kind, at: At, old: string, received: string): Finding {
  const names = DATA.includes(at.path[0] ?? '') ? at.path.slice(0, 1) : at.path;
  const place = [at.resource, ...names].join('.');
  return {
    kind,
    key: `${kind} ${cut(place)}`,
    place,
    uses: [`fields ${COLLECTION_OF[at.resource]}.${at.form} ${at.path[0] ?? ''}`],
    where: at.pointer === '' ? 'body' : at.pointer,
    old,
    new: received,
  };
}

function shownValue(value: unknown): string {
  return cut(JSON.stringify(value));
}

/** How many rows there are, and the first of those that only one side has. */
function rowsText(resource: Shown['resource'], rows: readonly unknown[], own: readonly number[]) {
  const [first] = own;
  const count = `${rows.length} rows`;
  if (first === undefined) return count;
  return `${count}, ${own.length} of them only here: ${labelOf(resource, rows[first])}`;
}

/** What a reader recognizes an object by. */
function labelOf(resource: Shown['resource'], row: unknown): string {
  if (!isObject(row)) return shownValue(row);
  return cut(`${row.id ?? '?'} ${nameOf(resource, row) ?? ''}`.trim());
}

/**
 * How two texts differ: undefined if they are the same, or URLs that lead to the same; a key for what
 * changes in the same way wherever it stands, such as the zone of dates; else an empty text.
 */
export function changeOf(old: string, received: string, sides: Sides): string | undefined {
  const [own, other] = [sides.old.ownUrl(old), sides.new.ownUrl(received)];
  if (own !== undefined && other !== undefined) {
    const expected = sides.identities.expected(own, other);
    return expected === other ? undefined : partChanged('URL', expected, other);
  }
  if (old === received) return undefined;
  if (/^https?:/i.test(old)) return partChanged('URL', old, received);
  if (!DATE.test(old) || !DATE.test(received)) return '';
  const seconds = Math.round((Date.parse(received) - Date.parse(old)) / 1000);
  return partChanged('date', old, received) || `date by ${seconds} s`;
}

/** The part of a text that is written in another way; empty if numbers or words changed, or most of it. */
function partChanged(what: string, old: string, received: string): string {
  const start = sameStart(old, received);
  const tails = [old, received].map((text) => text.slice(start));
  const [a = '', b = ''] = tails.map((text) => [...text].reverse().join(''));
  const end = sameStart(a, b);
  const [one, other] = tails.map((text) =>
    text.slice(0, text.length - end).replace(/%[\dA-F]{2}|\d+/gi, 'N'),
  );
  const change = `${one} → ${other}`;
  // A word instead of another is a difference of one field, and so is a number.
  const isForm = one === '' || other === '' || !/[a-z]/i.test(change.replace(/[NTZ]/g, ''));
  const isPart = change.length <= LONGEST_CHANGE && !/^N? → N?$/.test(change);
  return isForm && isPart ? `${what} ${change}` : '';
}
