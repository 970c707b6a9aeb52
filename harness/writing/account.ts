import type { Api } from '../api.js';
import { TransportError } from '../client/transport-error.js';
import { at, isObject } from '../place.js';
import { credentialName, type SignedInRole } from '../role.js';
import { Inconclusive, inconclusive } from '../violation.js';
import { mayBeShownAs } from './same-value.js';
import type { WriteSession } from './session.js';
import { take } from './targets.js';

/** Makes a private bundle as the role of a reader. */
export type MakeBundle = (api: Api) => Promise<unknown>;

/**
 * Establishes, once in a run, which user a role is, before anything is written that rests on it. Two
 * signs have to agree: the name that was given, or the settings that are shown to nobody else; and the
 * owner of a bundle that the run has made, which nobody else can bring about, or, where none can be made, the
 * one of these that was not the first. Inconclusive if they do not.
 */
export async function establishAccount(
  session: WriteSession,
  role: SignedInRole,
  api: Api,
  make: MakeBundle,
): Promise<void> {
  const key = `the account of ${role}`;
  if (session.proven.has(key)) return;
  // A version that makes no bundles says nothing of the next.
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
      `the roles ${role} and ${twin} are both taken for the user ${id}, so it was not written to: ${name} would tell who ${role} is`,
    );
  }
  const owner = await ownerOfMade(session, api.as(role), make);
  if (owner === id) return;
  const first = session.instance.nameOf(role) === undefined ? 'its settings' : name;
  if (owner === undefined) {
    // Where no bundle can be made, a name and the settings are two signs, too.
    if (first === name && (await bySettings(session, role)) === id) return;
    return inconclusive(
      `by ${first} alone the role ${role} is the user ${id}; no bundle could be made whose owner would confirm it, so it was not written to`,
    );
  }
  const advice =
    first === name ? `${name} may be of another account than the token` : `${name} would tell`;
  return inconclusive(
    `by ${first} the role ${role} is the user ${id}, and a bundle that it made belongs to the user ${owner}, so neither was written to: ${advice}`,
  );
}

/** The user whose settings a role is shown, and nobody else; nothing where they do not tell. */
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

/** The owner of a bundle that the run has made as this role; nothing if there is none. */
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
    // What a lost answer made was looked for, and may be there all the same.
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
