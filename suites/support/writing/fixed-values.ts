import type { CheckContext } from '../../../harness/check-context.js';
import type { SignedInRole } from '../../../harness/role.js';
import { sameValue } from '../../../harness/same-value.js';
import { idOf } from '../../../harness/writing/own-rows.js';
import type { FieldType, ResourceName } from '../../../specification/resource.js';
import { SOURCES } from '../../../specification/resources/index.js';
import { firstRows, TOP_LISTS } from '../first-rows.js';
import { readable } from '../readable.js';
import { isPossible } from './callers.js';

/** No existing object has a number as high. */
export const FAR = 1_000_000_000;

/**
 * Another value for a read-only field: one that could be stored if the field were writable, so that
 * nothing else is a reason to refuse it. Embedded objects are sent by id, as with patches.
 */
export async function otherFixed(
  context: CheckContext,
  resource: ResourceName,
  name: string,
  present: unknown,
): Promise<unknown> {
  const type = SOURCES[resource].fields[name]?.type ?? 'text';
  if (typeof type === 'object') return otherObject(context, type, present);
  return valuesOf(type, present).find((value) => !sameValue(value, present));
}

/** Two values of a type, of which one differs from the present one. */
function valuesOf(type: Extract<FieldType, string>, present: unknown): unknown[] {
  switch (type) {
    case 'integer':
      return [typeof present === 'number' ? FAR + (present % FAR) : FAR, FAR + 1];
    case 'boolean':
      return [true, false];
    case 'headers':
      return [{ Subject: 'one' }, { Subject: 'two' }];
    case 'date':
      return ['2001-02-03T04:05:06Z', '2002-03-04T05:06:07Z'];
    case 'email':
      return ['conformance@example.org', 'again@example.org'];
    case 'url':
    case 'url-by-hand':
      return ['https://example.org/conformance/', 'https://example.org/again/'];
    case 'text': {
      // In the form of the present one, such as a message id: its first word is another.
      const text = typeof present === 'string' ? present : '';
      return ['conformance', 'again'].map((word) => text.replace(/\w+/, word) || word);
    }
  }
}

/** Only the run's own roles may be affected, and `other` comes last, so that it gets no rights. */
const USERS: readonly SignedInRole[] = ['user', 'maintainer', 'other'];

async function otherObject(
  context: CheckContext,
  type: Exclude<FieldType, string>,
  present: unknown,
): Promise<unknown> {
  if ('one' in type) {
    const ids = await idsOf(context, type.one);
    return ids.find((id) => id !== idOf(present)) ?? (idOf(present) === 1 ? 2 : 1);
  }
  if (!('many' in type)) return {};
  const ids = Array.isArray(present) ? present.flatMap((each) => idOf(each) ?? []) : [];
  const [own = 1] = await idsOf(context, type.many);
  // Adds or removes one: the authorized role must be able to restore it.
  const without = ids.filter((id) => id !== own);
  return without.length < ids.length && without.length > 0 ? without : [...without, own];
}

/** Ids of existing objects; none if their list cannot be read, which has a requirement of its own. */
async function idsOf({ api, write }: CheckContext, resource: ResourceName): Promise<number[]> {
  if (resource === 'user') {
    const known = USERS.filter((role) => isPossible(() => write.ownId(role)));
    return known.map((role) => write.ownId(role));
  }
  const list = TOP_LISTS.find((each) => each.resource === resource);
  if (list === undefined) return [];
  const rows = await readable(() => firstRows(api.unnoted().signedIn(), list.path));
  return rows.flatMap(({ value }) => idOf(value) ?? []);
}
