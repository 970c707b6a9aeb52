import type { Api } from '../harness/api.js';
import { TransportError } from '../harness/client/transport-error.js';
import type { Instance } from '../harness/instance.js';
import { at, isObject } from '../harness/place.js';
import { authorization, credentialName, type Scheme, type SignedInRole } from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { Inconclusive } from '../harness/violation.js';
import { firstRows } from '../suites/support/lists/first-rows.js';
import type { Finding } from './doctor-findings.js';

/** The accounts of the roles. A role whose account is unknown is missing from `ids`. */
export interface Accounts {
  findings: Finding[];
  ids: Map<SignedInRole, number>;
}

/** Determines the account of each role that signs in. */
export async function lookAtAccounts(
  api: Api,
  instance: Instance,
  roles: readonly SignedInRole[],
  settings: TargetSettings,
): Promise<Accounts> {
  const found = await Promise.all(
    roles.map(async (role) => ({ role, ...(await account(api, instance, role, settings)) })),
  );
  const known = found.flatMap(({ role, id }) => (id === undefined ? [] : [{ role, id }]));
  const ids = new Map(known.map(({ role, id }) => [role, id]));
  return {
    findings: [
      ...found.map(({ finding }) => finding),
      ...shared(roles, ids, settings),
      ...(await privateBundles(api, ids.get('user'))),
    ],
    ids,
  };
}

async function account(
  api: Api,
  instance: Instance,
  role: SignedInRole,
  { credentials }: TargetSettings,
): Promise<{ finding: Finding; id?: number }> {
  try {
    const id = await instance.ownId(role);
    const details = await Promise.all(
      (['token', 'basic'] as const)
        .filter((scheme) => authorization(credentials[role] ?? {}, scheme) !== undefined)
        .map((scheme) => ownDetail(api.as(role), id, scheme)),
    );
    const name = details.map((detail) => detail.username).find((each) => typeof each === 'string');
    const who = `${name ?? 'unnamed user'} (user ${id})`;
    const own = details.filter((detail) => Object.hasOwn(detail, 'settings')).length;
    if (own > 0 && own < details.length) return { finding: twoAccounts(role, who) };
    if (own > 0) return { id, finding: { mark: 'good', says: `${role} is ${who}` } };
    const says = `${role} is probably ${who}: matched by name only, since the instance does not return its settings`;
    return { id, finding: { mark: 'remark', says } };
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof TransportError)) throw error;
    const says = `${role}: account unknown: ${error.message}`;
    return { finding: { mark: 'remark', says } };
  }
}

async function ownDetail(api: Api, id: number, scheme: Scheme): Promise<Record<string, unknown>> {
  const { json } = await api.get(`users/${id}/`, { scheme });
  return isObject(json) ? { ...json } : {};
}

function twoAccounts(role: SignedInRole, who: string): Finding {
  return {
    mark: 'bad',
    says: `${role}: token and name belong to different accounts; the name belongs to ${who}`,
    advice: `set ${credentialName(role, 'token')} and ${credentialName(role, 'name')} to the same account`,
  };
}

/** Access checks need a different account for each role. */
function shared(
  roles: readonly SignedInRole[],
  ids: ReadonlyMap<SignedInRole, number>,
  { credentials }: TargetSettings,
): Finding[] {
  const same = (a: SignedInRole, b: SignedInRole) => {
    if (ids.has(a) && ids.get(a) === ids.get(b)) return true;
    const token = credentials[a]?.token;
    return token !== undefined && token === credentials[b]?.token;
  };
  return roles.flatMap((role, index) =>
    roles
      .slice(index + 1)
      .filter((other) => same(role, other))
      .map((other): Finding => {
        const says = `${role} and ${other} are the same account`;
        const advice = `set the credentials of ${other} to another account; access checks need two`;
        return { mark: 'bad', says, advice };
      }),
  );
}

async function privateBundles(api: Api, id: number | undefined): Promise<Finding[]> {
  if (id === undefined) return [];
  try {
    const rows = await firstRows(api.as('user'), 'bundles/');
    const own = rows.some(
      (row) => at(row, 'public').value === false && at(row, 'owner', 'id').value === id,
    );
    if (own) return [{ mark: 'good', says: 'user can read its private bundle' }];
    const says = 'user has no private bundle among the first 100 bundles listed for it';
    const advice = 'create one, so that access to private bundles can be checked';
    return [{ mark: 'remark', says, advice }];
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof TransportError)) throw error;
    return [{ mark: 'remark', says: `user: its bundles could not be read: ${error.message}` }];
  }
}
