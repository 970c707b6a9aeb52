import type { Version } from '../specification/versions.js';
import { Api } from './api.js';
import type { Situation } from './check.js';
import type { Client } from './client/client.js';
import { Instance } from './instance.js';
import { othersOf, rolesOf, SIGNED_IN_ROLES } from './role.js';
import type { Queries, TargetSettings } from './settings.js';

/** Defaults: a fixed seed, and reads only. */
interface More {
  queries?: Queries;
  hazardous?: boolean;
}

/** The state that all checks of a run share: client, contents of the instance, roles. */
export function situationOf(
  client: Client,
  offered: readonly Version[],
  { credentials }: TargetSettings,
  { queries = { seed: 0 }, hazardous }: More = {},
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
  return { client, instance, roles, queries, hazardous };
}
