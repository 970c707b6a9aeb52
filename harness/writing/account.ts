import type { Api } from '../api.js';
import { TransportError } from '../client/transport-error.js';
import { at, isObject } from '../place.js';
import { credentialName, type SignedInRole } from '../role.js';
import { Inconclusive, inconclusive } from '../violation.js';
import { mayBeShownAs } from './same-value.js';
import type { WriteSession } from './session.js';
import { take } from './targets.js';

/** Creates a private bundle as the role of a reader. */
export type MakeBundle = (api: Api) => Promise<unknown>;

/**
 * Verifies, once in a run, which user a role is, before any write depends on it. Two sources must
 * agree: the configured username, or settings that no other role sees; and the owner of a bundle
 * created by the run or, if none can be created, the other one of the first two. Inconclusive if
 * they do not.
 */
export async function establishAccount(
  session: WriteSession,
  role: SignedInRole,
  api: Api,
  make: MakeBundle,
): Promise<void> {
  const key = `the account of ${role}`;
  if (session.proven.has(key)) return;
  // A version that creates no bundles says nothing about the next.
  await session.instance.once(`${key} in ${api.version}`, () => agreed(session, role, api, make));
  session.proven.add(key);
}

async function agreed(
  session: WriteSession,
  role: SignedInRole,
  api: Api,
  make: MakeBundle,
): Promise<void> {
  const { users } = session.targets;
  const id = take(users[role]);
  const name = credentialName(role, 'name');
  const twin = session.instance.othersOf(role).find((other) => {
    const user = users[other];
    return user !== undefined && 'value' in user && user.value === id;
  });
  if (twin !== undefined) {
    return inconclusive(
      `the roles ${role} and ${twin} both appear to be user ${id}, so nothing was written to it: set ${name} to the username of the role ${role}`,
    );
  }
  const owner = await ownerOfMade(session, api.as(role), make);
  if (owner === id) return;
  const first = session.instance.nameOf(role) === undefined ? 'its settings' : name;
  if (owner === undefined) {
    // If no bundle can be created, username and settings are two sources as well.
    if (first === name && (await bySettings(session, role)) === id) return;
    return inconclusive(
      `by ${first} the role ${role} is user ${id}, but no bundle could be created to confirm it, so nothing was written to it`,
    );
  }
  const advice =
    first === name
      ? `check that ${name} belongs to the same account as the token`
      : `set ${name} to identify the user`;
  return inconclusive(
    `by ${first} the role ${role} is user ${id}, but a bundle that it created belongs to user ${owner}, so nothing was written to either: ${advice}`,
  );
}

/** The user whose settings only this role sees; undefined if unknown. */
async function bySettings(
  { instance }: WriteSession,
  role: SignedInRole,
): Promise<number | undefined> {
  try {
    return await instance.bySettings(role);
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}

/** The owner of a bundle that the run created as this role; undefined if there is none. */
async function ownerOfMade(
  session: WriteSession,
  api: Api,
  make: MakeBundle,
): Promise<number | undefined> {
  for (const id of session.bundlesOf(api.role)) {
    const owner = await ownerOf(session, api, id);
    if (owner !== undefined) return owner;
  }
  try {
    await make(api);
  } catch (error) {
    // A bundle may have been created although its response was lost.
    if (!(error instanceof Inconclusive || error instanceof TransportError)) throw error;
  }
  const made = session.bundlesOf(api.role).at(-1);
  return made === undefined ? undefined : ownerOf(session, api, made);
}

async function ownerOf(session: WriteSession, api: Api, id: number): Promise<number | undefined> {
  session.client.forgetReads();
  const { status, json, exchange } = await session
    .reader(api.version, api.role)
    .get(`bundles/${id}/`);
  if (status !== 200 || !isObject(json)) return undefined;
  const isOurs = session.namesAt(`bundles/${id}`).some((name) => mayBeShownAs(name, json.name));
  const owner = at({ value: json, at: { exchange, pointer: '' } }, 'owner', 'id').value;
  return isOurs && Number.isInteger(owner) ? (owner as number) : undefined;
}
