import type { Version } from '../specification/versions.js';
import { Api } from './api.js';
import type { Client } from './client/client.js';
import { Instance } from './instance.js';
import { othersOf, rolesOf, SIGNED_IN_ROLES, type SignedInRole } from './role.js';
import type { Queries, TargetSettings } from './settings.js';
import { StillThere } from './still-there.js';
import type { WholeLists } from './whole-lists.js';
import type { Write } from './write.js';

/** The state that a check needs besides the requirement. */
export interface Situation {
  client: Client;
  instance: Instance;
  stillThere: StillThere;
  /** The roles with credentials. */
  roles: readonly SignedInRole[];
  queries: Queries;
  /** Set if whole lists are scanned. */
  wholeLists?: WholeLists;
  /** The numbers of the exchanges that violations refer to; undefined before the first result. */
  reported?: Set<number>;
  /** Set if the run may write. */
  writing?: Write;
}

/** The state that all checks of a run share: client, contents of the instance, roles. */
export function situationOf(
  client: Client,
  offered: readonly Version[],
  { credentials }: TargetSettings,
  queries: Queries = { seed: 0 },
): Situation {
  const newest = offered.at(-1);
  if (newest === undefined) throw new Error('no version is offered, so nothing can be checked');
  const roles = rolesOf(credentials);
  const probe = new Api(newest, 'anonymous', client, new Set(), roles[0] ?? 'anonymous');
  const names = Object.fromEntries(
    SIGNED_IN_ROLES.flatMap((role) => {
      const name = credentials[role]?.name;
      return name === undefined ? [] : [[role, name]];
    }),
  );
  const instance = new Instance(probe, offered, names, othersOf(credentials));
  const stillThere = new StillThere(client, offered, credentials);
  return { client, instance, stillThere, roles, queries };
}
