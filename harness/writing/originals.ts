import type { Version } from '../../specification/versions.js';
import { writableFields } from '../../specification/writable.js';
import { named } from '../client/answer.js';
import { flattened } from '../client/body.js';
import { resourceAt, UNKNOWN_ID } from '../client/permitted-writes.js';
import { isObject } from '../place.js';
import type { Role } from '../role.js';
import { inconclusive } from '../violation.js';
import type { WriteSession } from './session.js';

/** The fields of an object that a run may change, as the specification's table says. */
export function writableOf(object: string): readonly string[] {
  const resource = resourceAt(object);
  if (resource === undefined) return [];
  return writableFields(resource, 'update').map(({ name }) => name);
}

/** An object that was there before the run, and which it may change. */
export interface OwnedObject {
  /** Its path below `/api/{v}/`, the same for every spelling: `projects/3`. */
  object: string;
  /** Who may read all of it, and put it back. */
  role: Role;
  writable: readonly string[];
}

/** The object behind a path; nothing for what the run has made itself, and for what is not there. */
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
 * Keeps, once in a run, an object as it was in the journal. Inconclusive if it cannot be read, or if
 * it repeats credentials, which no journal may hold: what could not be put back is not written.
 */
export async function keepOriginal(
  session: WriteSession,
  { object, role, writable }: OwnedObject,
  wanted: Version,
): Promise<void> {
  if (session.kept.has(object)) return;
  session.client.forgetReads();
  const version = session.instance.newest;
  const answer = await session.reader(version, role).get(`${object}/`);
  const values = flattened(answer.json);
  const whole = writable.some((field) => Object.hasOwn(values, field));
  if (answer.status !== 200 || !isObject(answer.json) || !whole) {
    inconclusive(
      `${named(answer)} answered ${answer.status} and not what may be written in ${wanted}, so nothing was written: it could not have been put back`,
    );
  }
  const kept = withoutSecrets(values, session);
  const secret = writable.find(
    (field) => Object.hasOwn(values, field) && !Object.hasOwn(kept, field),
  );
  if (secret !== undefined) {
    inconclusive(
      `${named(answer)} answered with credentials in ${secret}, which are not kept, so nothing was written: it could not have been put back`,
    );
  }
  session.journal.append({ entry: 'original', object, version, role, values: kept });
  session.kept.add(object);
}

/** An instance may repeat what it was sent: the values of an object but for those that hold credentials. */
export function withoutSecrets(
  values: Record<string, unknown>,
  { client }: WriteSession,
): Record<string, unknown> {
  const kept = Object.entries(values).filter(
    (pair) => !client.redaction.holdsSecret(JSON.stringify(pair)),
  );
  return Object.fromEntries(kept);
}
