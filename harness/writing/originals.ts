import type { Version } from '../../specification/versions.js';
import { writableFields } from '../../specification/writable.js';
import { named } from '../client/answer.js';
import { flattened } from '../client/body.js';
import { PATCH_FIELDS, resourceAt, UNKNOWN_ID } from '../client/permitted-writes.js';
import { isObject } from '../place.js';
import type { Role } from '../role.js';
import { inconclusive } from '../violation.js';
import { KnownState } from './known-state.js';
import type { WriteSession } from './session.js';

/** The writable fields of an object, from the specification's tables. */
export function writableOf(object: string): readonly string[] {
  const resource = resourceAt(object);
  if (resource === undefined) return [];
  if (resource === 'patch') return PATCH_FIELDS;
  return writableFields(resource, 'update').map(({ name }) => name);
}

/**
 * The values of an object by name, nested ones by dotted names, as they would be written: the
 * delegate of a patch is shown as a user and written as the id of one.
 */
export function valuesOf(object: string, json: unknown): Record<string, unknown> {
  if (resourceAt(object) !== 'patch' || !isObject(json)) return flattened(json);
  const { delegate } = json;
  return flattened({ ...json, delegate: isObject(delegate) ? delegate.id : delegate });
}

/** An existing object that the run may change. */
export interface OwnedObject {
  /** Its canonical path below `/api/{v}/`: `projects/3`. */
  object: string;
  /** The role that can read and restore it. */
  role: Role;
  writable: readonly string[];
}

/** The object at a path; undefined for objects created by the run, and for unknown ids. */
export function ownerOf(path: string, session: WriteSession): OwnedObject | undefined {
  const [collection = '', id = ''] = path.split('/');
  if (collection === 'bundles' || path.split('/').includes(String(UNKNOWN_ID))) return undefined;
  const writable = writableOf(path);
  if (collection === 'users') {
    const owner = Object.entries(session.targets.users).find(
      ([, user]) => 'value' in user && user.value === Number(id),
    );
    return { object: path, role: (owner?.[0] ?? 'user') as Role, writable };
  }
  const { project } = session.targets;
  const object =
    collection === 'projects' && 'value' in project ? `projects/${project.value.id}` : path;
  return { object, role: 'maintainer', writable };
}

/**
 * Saves an object in the journal before its first write. Inconclusive if it cannot be read, or
 * contains credentials, which must not be stored in a journal: what cannot be restored is not
 * written.
 */
export async function keepOriginal(
  session: WriteSession,
  { object, role, writable }: OwnedObject,
  wanted: Version,
): Promise<void> {
  if (session.states.has(object)) return;
  session.client.forgetReads();
  const version = session.instance.newest;
  const answer = await session.reader(version, role).get(`${object}/`);
  const values = valuesOf(object, answer.json);
  const isShown = (field: string) => Object.hasOwn(values, field);
  // The specification does not say which fields a patch shows: what is not shown cannot be restored.
  const whole = resourceAt(object) === 'patch' ? writable.every(isShown) : writable.some(isShown);
  if (answer.status !== 200 || !isObject(answer.json) || !whole) {
    inconclusive(
      `${named(answer)} returned ${answer.status} without the writable fields of ${wanted}, so nothing was written: it could not have been restored`,
    );
  }
  const kept = withoutSecrets(values, session);
  const secret = writable.find(
    (field) => Object.hasOwn(values, field) && !Object.hasOwn(kept, field),
  );
  if (secret !== undefined) {
    inconclusive(
      `${named(answer)} returned credentials in ${secret}, which are not stored, so nothing was written: it could not have been restored`,
    );
  }
  session.journal.append({ entry: 'original', object, version, role, values: kept });
  session.states.set(object, new KnownState({ version, values: kept }));
}

/** The values of an object without those that contain credentials. */
export function withoutSecrets(
  values: Record<string, unknown>,
  { client }: WriteSession,
): Record<string, unknown> {
  const kept = Object.entries(values).filter(
    (pair) => !client.redaction.holdsSecret(JSON.stringify(pair)),
  );
  return Object.fromEntries(kept);
}
