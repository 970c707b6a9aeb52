import { isObject, type JsonObject } from '../../harness/place.js';
import { contrasted, cut } from '../trial/contrast.js';
import { type Resource, type Shown, usesOfField } from './asked.js';
import { align, nameOf } from './identities.js';
import type { Finding, Kind } from './result.js';
import { changeOf, type Sides } from './text-change.js';

/** The resource of the object, or the objects, in a field. */
const INSIDE: Readonly<Record<string, Resource>> = {
  project: 'project',
  linked_project: 'project',
  submitter: 'person',
  user: 'user',
  owner: 'user',
  actor: 'user',
  delegate: 'user',
  previous_delegate: 'user',
  current_delegate: 'user',
  maintainers: 'user',
  patch: 'patch',
  patches: 'patch',
  related: 'patch',
  cover: 'cover',
  cover_letter: 'cover',
  series: 'series',
  check: 'check',
  comment: 'patch-comment',
};

/** Objects whose keys are data. */
const DATA = ['headers', 'tags'];

/** Where in an answer a value is. */
interface At extends Shown {
  /** Names of fields below the object of the resource. */
  path: readonly string[];
  pointer: string;
  /** The field that holds this embedded object, or the array of it. */
  holder?: At;
}

/** Makes the finding about the rows of a list, or their order. */
type OfRows = (kind: 'rows' | 'order', old: string, received: string) => Finding;

/** Compares two bodies with everything inside them. */
export function compareBodies(
  shown: Shown,
  old: unknown,
  received: unknown,
  sides: Sides,
  ofRows: OfRows,
): Finding[] {
  return new Comparer(sides, ofRows).values(old, received, { ...shown, path: [], pointer: '' });
}

class Comparer {
  constructor(
    private readonly sides: Sides,
    private readonly ofRows: OfRows,
  ) {}

  values(old: unknown, received: unknown, at: At): Finding[] {
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
      if (!Object.hasOwn(received, name)) return [missingFinding(inside, old[name])];
      if (Object.hasOwn(old, name)) {
        return this.values(old[name], received[name], enteredIf(inside, old));
      }
      return [finding('added field', inside, 'no such field', shownValue(received[name]))];
    });
  }

  #isOther(old: JsonObject, received: JsonObject, { resource }: At): boolean {
    if (resource === 'root') return false;
    const { identities } = this.sides;
    const isSameName = nameOf(resource, old) === nameOf(resource, received);
    if (isSameName && nameOf(resource, old) !== undefined)
      identities.learn(resource, old, received);
    const expected = identities.idOnNew(resource, old.id);
    return !isSameName && expected !== undefined && expected !== String(received.id);
  }

  #arrays(old: readonly unknown[], received: readonly unknown[], at: At): Finding[] {
    const { resource, path, holder } = at;
    const ofObjects = [old, received].filter((all) => all.some(isObject));
    if (ofObjects.length === 0 || path.length > 0 || resource === 'root') {
      const isSame = (one: unknown, index: number) =>
        this.values(one, received[index], at).length === 0;
      if (old.length === received.length && old.every(isSame)) return [];
      return [contrast('value', at, old, received)];
    }
    if (ofObjects.length === 1 && old.length > 0 && received.length > 0) {
      return [typeFinding(at, old, received)];
    }
    const { pairs, missing, added, isInOrder } = align(
      resource,
      old,
      received,
      this.sides.identities,
    );
    const inside = pairs.flatMap(([one, other]) =>
      this.values(old[one], received[other], { ...at, pointer: `${at.pointer}/${one}` }),
    );
    const [kind, one, other] =
      missing.length + added.length > 0
        ? (['rows', rowsText(old, missing), rowsText(received, added)] as const)
        : (['order', namesOf(old), namesOf(received)] as const);
    if (kind === 'order' && isInOrder) return inside;
    if (holder === undefined) return [...inside, this.ofRows(kind, one, other)];
    return [...inside, finding(kind === 'rows' ? 'value' : kind, holder, one, other)];
  }

  /** An id of which nothing is known may be any. */
  #isSame(old: unknown, received: unknown, { path, resource }: At): boolean {
    if (Object.is(old, received)) return true;
    if (path.length !== 1 || path[0] !== 'id' || resource === 'root') return false;
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
  const resource = isOfCover ? 'cover-comment' : INSIDE[field];
  const holdsObjects = [owner[field]].flat().some(isObject);
  if (resource === undefined || !holdsObjects) return at;
  return { resource, form: 'embedded', path: [], pointer: at.pointer, holder: at };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Leaving out null values is one trait of a serializer, wherever it shows. */
function missingFinding(at: At, value: unknown): Finding {
  const found = finding('missing field', at, shownValue(value), 'no such field');
  return value === null ? { ...found, key: 'missing null' } : found;
}

function typeFinding(at: At, old: unknown, received: unknown): Finding {
  const found = finding('type', at.holder ?? at, shownValue(old), shownValue(received));
  const isBlank = [old, received].every((value) => value === null || value === '');
  return isBlank ? { ...found, key: `blank ${typeName(old)} → ${typeName(received)}` } : found;
}

function contrast(kind: Kind, at: At, old: unknown, received: unknown): Finding {
  return finding(kind, at, ...contrasted(JSON.stringify(old), JSON.stringify(received)));
}

function finding(kind: Kind, at: At, old: string, received: string): Finding {
  const names = DATA.includes(at.path[0] ?? '') ? at.path.slice(0, 1) : at.path;
  const place = [at.resource, ...names].join('.');
  return {
    kind,
    key: `${kind} ${place}`,
    place,
    uses: usesOfField(at, at.path[0] ?? ''),
    where: at.pointer === '' ? 'body' : at.pointer,
    old,
    new: received,
  };
}

function shownValue(value: unknown): string {
  return cut(JSON.stringify(value));
}

/** How many rows there are, and the first of those that only one side has. */
function rowsText(rows: readonly unknown[], own: readonly number[]): string {
  const [first] = own;
  const count = `${rows.length} rows`;
  if (first === undefined) return count;
  return `${count}, ${own.length} of them only here: ${labelOf(rows[first])}`;
}

function namesOf(rows: readonly unknown[]): string {
  return cut(rows.map(labelOf).join(', '));
}

/** What a reader recognizes an object by. */
function labelOf(row: unknown): string {
  if (!isObject(row)) return shownValue(row);
  const { id, name, username, category, context, email } = row;
  const word = [name, username, category, context, email].find((each) => typeof each === 'string');
  return word === undefined ? String(id ?? '?') : `${String(id ?? '?')} ${JSON.stringify(word)}`;
}
