import { contrasted, cut } from '../analysis/trial/contrast.js';
import { isObject, type JsonObject } from '../harness/place.js';
import { type Alignment, align } from './align.js';
import type { Resource, Shown } from './ask.js';
import { dateForm, secondsBetween } from './date-form.js';
import { type Finding, MISSING_NULL } from './finding.js';
import { type Identities, nameOf } from './identities.js';
import type { Kind } from './result.js';
import { decodedWhole, isUrl, type Location, ownUrl, urlDifference } from './url-form.js';

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

/** Elements of an array that are compared one by one. */
const MOST_COMPARED = 250;

/** What both instances show, and where they are. */
export interface Sides {
  identities: Identities;
  old: Location;
  new: Location;
}

/** Where in an answer a value is. */
interface At {
  resource: Resource | 'root';
  form: Shown['form'] | 'embedded';
  /** Names of fields below the object of the resource. */
  path: readonly string[];
  pointer: string;
  /** The field that holds this embedded object, or the array of it. */
  holder?: At;
}

/** Compares two objects of a resource, with everything inside them. */
export function compareObjects(
  shown: Shown,
  old: unknown,
  received: unknown,
  pointer: string,
  sides: Sides,
): Finding[] {
  return new Comparer(sides).values(old, received, { ...shown, path: [], pointer });
}

/** A value as text for reports. */
export function shownValue(value: unknown): string {
  return cut(value === undefined ? 'no such field' : JSON.stringify(value));
}

class Comparer {
  constructor(private readonly sides: Sides) {}

  values(old: unknown, received: unknown, at: At): Finding[] {
    if (typeName(old) !== typeName(received)) return [typeFinding(at, old, received)];
    if (Array.isArray(old) && Array.isArray(received)) return this.#arrays(old, received, at);
    if (isObject(old) && isObject(received)) return this.#objects(old, received, at);
    return this.#scalars(old, received, at);
  }

  #objects(old: JsonObject, received: JsonObject, at: At): Finding[] {
    const other = this.#otherObject(old, received, at);
    if (other !== undefined) return [other];
    const field = at.path.at(-1) ?? '';
    if (DATA.includes(field)) return this.#data(old, received, at);
    return [...new Set([...Object.keys(old), ...Object.keys(received)])].flatMap((name) => {
      const inside = below(at, name);
      if (!Object.hasOwn(received, name)) return [missingFinding(inside, old[name])];
      if (!Object.hasOwn(old, name)) {
        return [finding('added field', inside, 'no such field', shownValue(received[name]))];
      }
      return this.values(old[name], received[name], enteredIf(inside, old));
    });
  }

  /** Another object in a field is one difference of the field. */
  #otherObject(old: JsonObject, received: JsonObject, at: At): Finding | undefined {
    if (at.holder === undefined || at.path.length > 0 || at.resource === 'root') return undefined;
    const expected = this.sides.identities.idOnNew(at.resource, old.id);
    if (expected === undefined || String(expected) === String(received.id)) return undefined;
    if (nameOf(at.resource, old) === nameOf(at.resource, received)) return undefined;
    const [one, other] = contrasted(JSON.stringify(old), JSON.stringify(received));
    return finding('value', at.holder, one, other);
  }

  /** Differences in data are one difference of the whole field. */
  #data(old: JsonObject, received: JsonObject, at: At): Finding[] {
    const names = [...new Set([...Object.keys(old), ...Object.keys(received)])];
    const name = names.find((each) => JSON.stringify(old[each]) !== JSON.stringify(received[each]));
    if (name === undefined) return [];
    const place = { ...at, pointer: `${at.pointer}/${name}` };
    if (
      [old, received].every((all) => all[name] !== undefined) &&
      typeName(old[name]) !== typeName(received[name])
    ) {
      return [finding('type', place, shownValue(old[name]), shownValue(received[name]))];
    }
    return [finding('value', place, shownValue(old[name]), shownValue(received[name]))];
  }

  #arrays(old: readonly unknown[], received: readonly unknown[], at: At): Finding[] {
    const resource = at.path.length === 0 ? at.resource : undefined;
    const ofObjects = [old, received].filter((all) => all.some(isObject));
    if (ofObjects.length === 0 || resource === undefined || resource === 'root') {
      return this.#plainArrays(old, received, at);
    }
    if (ofObjects.length === 1 && old.length > 0 && received.length > 0) {
      return [typeFinding(at, old, received)];
    }
    const alignment = align(resource, old, received, this.sides.identities);
    const findings = this.#pairs(alignment, old, received, at);
    const { missing, added } = alignment;
    const outer = at.holder ?? at;
    if (missing.length + added.length > 0) {
      const [one, other] = [old, received].map((all) => `${all.length} items`);
      const isSame = one === other;
      findings.push(
        finding(
          'value',
          outer,
          isSame ? `${one}: ${shownValue(old[missing[0] ?? 0])}` : (one ?? ''),
          isSame ? `${other}: ${shownValue(received[added[0] ?? 0])}` : (other ?? ''),
        ),
      );
    } else if (!alignment.isInOrder) {
      const [one, other] = [old, received].map((all) => all.map(labelOf).join(', '));
      findings.push(finding('order', outer, cut(one ?? ''), cut(other ?? '')));
    }
    return findings;
  }

  #pairs(
    { pairs }: Alignment,
    old: readonly unknown[],
    received: readonly unknown[],
    at: At,
  ): Finding[] {
    return pairs
      .slice(0, MOST_COMPARED)
      .flatMap(([one, other]) =>
        this.values(old[one], received[other], { ...at, pointer: `${at.pointer}/${one}` }),
      );
  }

  #plainArrays(old: readonly unknown[], received: readonly unknown[], at: At): Finding[] {
    const same =
      old.length === received.length &&
      old.every((each, index) => this.values(each, received[index], at).length === 0);
    if (same) return [];
    const types = (all: readonly unknown[]) => [...new Set(all.map(typeName))].sort().join();
    const isRetyped = old.length > 0 && received.length > 0 && types(old) !== types(received);
    const [one, other] = [JSON.stringify(old), JSON.stringify(received)];
    const [a, b] = contrasted(one, other);
    return [finding(isRetyped ? 'type' : 'value', at, a, b)];
  }

  #scalars(old: unknown, received: unknown, at: At): Finding[] {
    if (Object.is(old, received)) return [];
    const { identities } = this.sides;
    if (at.path.length === 1 && at.path[0] === 'id' && at.resource !== 'root') {
      const expected = identities.idOnNew(at.resource, old);
      if (expected === undefined) identities.learn(at.resource, old, received);
      if (expected === undefined || String(expected) === String(received)) return [];
    }
    if (typeof old !== 'string' || typeof received !== 'string') {
      return [finding('value', at, shownValue(old), shownValue(received))];
    }
    return this.#texts(old, received, at);
  }

  #texts(old: string, received: string, at: At): Finding[] {
    const urls = [ownUrl(old, this.sides.old), ownUrl(received, this.sides.new)] as const;
    if (urls[0] !== undefined && urls[1] !== undefined) {
      const how = urlDifference(urls[0], urls[1], this.sides.identities);
      if (how === undefined) return [];
      const plain = finding('value', at, shownValue(old), shownValue(received));
      return [how === 'target' ? plain : { ...plain, key: `URL ${how}` }];
    }
    const [one, other] = contrasted(JSON.stringify(old), JSON.stringify(received));
    const plain = finding('value', at, one, other);
    if (isUrl(old) && decodedWhole(old) === decodedWhole(received)) {
      return [{ ...plain, key: 'URL escaping' }];
    }
    const forms = [dateForm(old), dateForm(received)];
    if (forms[0] === undefined || forms[1] === undefined) return [plain];
    if (forms[0] !== forms[1]) return [{ ...plain, key: `date ${forms[0]} → ${forms[1]}` }];
    return [{ ...plain, key: `date by ${secondsBetween(old, received)} s` }];
  }
}

function below({ resource, form, path, pointer }: At, name: string): At {
  const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return { resource, form, path: [...path, name], pointer: `${pointer}/${escaped}` };
}

/** An embedded object of a resource is a place of its own. */
function enteredIf(at: At, owner: JsonObject): At {
  const field = at.path.at(-1) ?? '';
  const value = owner[field];
  const isOfCover = field === 'comment' && Object.hasOwn(owner, 'cover');
  const resource = isOfCover ? 'cover-comment' : INSIDE[field];
  const holdsObjects = isObject(value) || (Array.isArray(value) && value.some(isObject));
  if (resource === undefined || !holdsObjects) return at;
  return { resource, form: 'embedded', path: [], pointer: at.pointer, holder: at };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function missingFinding(at: At, value: unknown): Finding {
  const found = finding('missing field', at, shownValue(value), 'no such field');
  // Leaving out what is null is one habit of a serializer, wherever it shows.
  return value === null ? { ...found, key: MISSING_NULL } : found;
}

function typeFinding(at: At, old: unknown, received: unknown): Finding {
  const place = at.holder ?? at;
  const found = finding('type', place, shownValue(old), shownValue(received));
  const isBlank = [old, received].every((value) => value === null || value === '');
  return isBlank ? { ...found, key: `blank ${typeName(old)} → ${typeName(received)}` } : found;
}

function finding(kind: Kind, at: At, old: string, received: string): Finding {
  const place = [at.resource, ...at.path].join('.');
  return {
    kind,
    key: `${kind} ${place}`,
    place,
    subject: {
      of: 'field',
      resource: at.resource,
      form: at.form,
      field: at.path[0] ?? '',
    },
    where: at.pointer === '' ? 'body' : at.pointer,
    old,
    new: received,
  };
}

function labelOf(row: unknown): string {
  if (!isObject(row)) return JSON.stringify(row);
  return String(row.id ?? row.name ?? '?');
}
