import type { Version } from '../../specification/versions.js';
import { entriesOf } from '../journal-entry.js';
import { MOST_TRIED } from '../parents.js';
import { isObject, type JsonObject } from '../place.js';
import {
  authorization,
  canSignIn,
  credentialName,
  type Role,
  SIGNED_IN_ROLES,
  type SignedInRole,
} from '../role.js';
import { unanswered } from '../violation.js';
import { idOf } from './own-rows.js';
import { apiOf, type Restoration } from './restoration.js';
import { turnIn } from './temporary-values.js';

/**
 * Why nothing of a role is restored: it is missing, refused, or another account than that of the journal, to which
 * private bundles look as if they were gone. Undefined if it is that account. Asked once, unless a read fails.
 */
export async function whyNotSameAccount(
  restoration: Restoration,
  role: Role,
): Promise<string | undefined> {
  if (role === 'anonymous') return undefined;
  const { accounts } = restoration;
  if (!accounts.has(role)) accounts.set(role, await findOut(restoration, role));
  return accounts.get(role);
}

async function findOut(restoration: Restoration, role: SignedInRole): Promise<string | undefined> {
  const { client, isOfRun } = restoration;
  const given = client.credentialsOf(role);
  const variable = credentialName(role, 'token');
  if (!canSignIn(given)) return `no credentials of the role ${role} are set (${variable})`;
  const id = idOfRole(restoration, role);
  // A run makes nothing as a role whose account is not known.
  if (id === undefined) return undefined;
  const user = await readUser(restoration, role);
  if (user === undefined)
    return `the role ${role} cannot read its own user ${id}; check ${variable}`;
  // The run itself has had these credentials all the time.
  if (isOfRun || (await isProven(restoration, role, id, user))) return undefined;
  return `nothing shows that the role ${role} is user ${id}, which the run wrote as; check ${variable}`;
}

/** Whether a role shows that it is a user: it owns and reads what is private to that user. Anybody can read a name. */
async function isProven(
  restoration: Restoration,
  role: SignedInRole,
  id: number,
  user: JsonObject,
): Promise<boolean> {
  const { name } = restoration.client.credentialsOf(role) ?? {};
  if (name !== undefined && user.username !== undefined && name !== user.username) return false;
  if (isObject(user.settings) && !(await isShownToOthers(restoration, role, id))) return true;
  for (const { version, bundle } of privateBundles(restoration, role)) {
    const { status, json } = await apiOf(restoration, { version, role }).get(`bundles/${bundle}/`);
    if (status !== 200 || !isObject(json) || json.public !== false) continue;
    return idOf(json.owner) === id;
  }
  return false;
}

/** Whether an instance shows the settings of a user to other callers as well: then they prove nothing. */
async function isShownToOthers(
  restoration: Restoration,
  role: SignedInRole,
  id: number,
): Promise<boolean> {
  const { client } = restoration;
  const own = authorization(client.credentialsOf(role) ?? {});
  const others = SIGNED_IN_ROLES.filter((each) => {
    const given = client.credentialsOf(each);
    return canSignIn(given) && authorization(given) !== own;
  });
  const version = versionOf(restoration);
  for (const other of ['anonymous', ...others] as const) {
    if (version === undefined || idOfRole(restoration, other) === id) continue;
    const { json } = await apiOf(restoration, { version, role: other }).get(`users/${id}/`);
    if (isObject(json) && isObject(json.settings)) return true;
  }
  return false;
}

/** The markers of a role, and bundles that were private before the run. */
function privateBundles({ journal }: Restoration, role: Role) {
  const created = new Map(entriesOf(journal, 'created').map(({ n, id }) => [n, id]));
  const markers = entriesOf(journal, 'creating').flatMap(({ n, version, values, ...each }) => {
    const bundle = created.get(n);
    const isMarker = each.role === role && turnIn(values.name) !== undefined;
    return isMarker && bundle !== undefined ? [{ version, bundle }] : [];
  });
  const before = entriesOf(journal, 'known').flatMap(({ collection, version, rows, ...each }) =>
    collection !== 'bundles' || each.role !== role
      ? []
      : rows.flatMap(({ id, values }) =>
          values?.public === false ? [{ version, bundle: id }] : [],
        ),
  );
  return [...markers, ...before.slice(0, MOST_TRIED)];
}

function idOfRole({ journal }: Restoration, role: Role): number | undefined {
  return entriesOf(journal, 'target')[0]?.users[role];
}

/** A version in which the run has read users. */
function versionOf({ journal }: Restoration): Version | undefined {
  const [known] = entriesOf(journal, 'known');
  return entriesOf(journal, 'original')[0]?.version ?? known?.version;
}

/** The user of a role as the role reads it now; undefined if it is refused. Inconclusive for any other answer. */
export async function readUser(
  restoration: Restoration,
  role: Role,
): Promise<JsonObject | undefined> {
  const [id, version] = [idOfRole(restoration, role), versionOf(restoration)];
  if (id === undefined || version === undefined) return undefined;
  restoration.client.forgetReads();
  const answer = await apiOf(restoration, { version, role }).get(`users/${id}/`);
  const { status, json } = answer;
  if (status === 200 && isObject(json) && idOf(json) === id) return json;
  if ([401, 403, 404].includes(status)) return undefined;
  return unanswered(answer, ', so nothing tells whether the role is still signed in');
}
