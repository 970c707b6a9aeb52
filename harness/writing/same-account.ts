import { entriesOf } from '../journal-entry.js';
import { isObject, type JsonObject } from '../place.js';
import { canSignIn, credentialName, type Role, type SignedInRole } from '../role.js';
import { idOf } from './own-rows.js';
import { apiOf, type Restoration } from './restoration.js';
import { turnIn } from './temporary-values.js';

/**
 * Why nothing of a role is restored: it is missing, refused, or another account than that of the journal, to which
 * private bundles look as if they were gone. Undefined if it is that account. Asked once.
 */
export async function whyNotSameAccount(
  restoration: Restoration,
  role: Role,
): Promise<string | undefined> {
  if (role === 'anonymous') return undefined;
  const known = restoration.accounts.get(role) ?? findOut(restoration, role);
  restoration.accounts.set(role, known);
  return known;
}

async function findOut(restoration: Restoration, role: SignedInRole): Promise<string | undefined> {
  const { client, journal } = restoration;
  const given = client.credentialsOf(role);
  const variable = credentialName(role, 'token');
  if (!canSignIn(given)) return `no credentials of the role ${role} are set (${variable})`;
  const id = entriesOf(journal, 'target')[0]?.users[role];
  // A run makes nothing as a role whose account is not known.
  if (id === undefined) return undefined;
  const user = await readUser(restoration, role);
  if (user === undefined)
    return `the role ${role} cannot read its own user ${id}; check ${variable}`;
  const another = `the role ${role} is another account than user ${id}, which the run wrote as; check ${variable}`;
  if (given.name !== undefined && user.username !== undefined && given.name !== user.username) {
    return another;
  }
  if (isObject(user.settings)) return undefined;
  const showsOwn = entriesOf(journal, 'original').some(
    ({ object, values }) =>
      object.startsWith('users/') &&
      Object.keys(values).some((name) => name.startsWith('settings.')),
  );
  const marker = await ownsMarker(restoration, role, id);
  if (marker !== undefined) return marker ? undefined : another;
  return given.name === undefined || showsOwn ? another : undefined;
}

/** The user of a role as the role reads it now; undefined if it cannot. */
export async function readUser(
  restoration: Restoration,
  role: Role,
): Promise<JsonObject | undefined> {
  const { journal, client } = restoration;
  const target = entriesOf(journal, 'target')[0];
  const id = target?.users[role];
  const [version] = entriesOf(journal, 'known').map((each) => each.version);
  const newest = entriesOf(journal, 'original')[0]?.version ?? version;
  if (id === undefined || newest === undefined) return undefined;
  client.forgetReads();
  const { status, json } = await apiOf(restoration, { version: newest, role }).get(`users/${id}/`);
  return status === 200 && isObject(json) && idOf(json) === id ? json : undefined;
}

/** Whether a role owns and reads the private bundle that it made as its marker; undefined if that is not there. */
async function ownsMarker(
  restoration: Restoration,
  role: Role,
  id: number,
): Promise<boolean | undefined> {
  const { journal } = restoration;
  const made = entriesOf(journal, 'creating').find(
    (each) => each.role === role && turnIn(each.values.name) !== undefined,
  );
  const bundle = entriesOf(journal, 'created').find(({ n }) => n === made?.n)?.id;
  if (made === undefined || bundle === undefined) return undefined;
  const { status, json } = await apiOf(restoration, made).get(`bundles/${bundle}/`);
  if (status !== 200 || !isObject(json)) return undefined;
  return idOf(json.owner) === id;
}
