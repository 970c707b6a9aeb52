import type { Version } from '../specification/versions.js';
import { Api } from './api.js';
import type { Client } from './client/client.js';
import { Instance } from './instance.js';
import type { Situation } from './judgement.js';
import { othersOf, rolesOf, SIGNED_IN_ROLES } from './role.js';
import type { Queries, TargetSettings } from './settings.js';
import { type WriteConfig, WriteSession } from './writing/session.js';

/** What is not said is all versions, the same queries at random each time, and only reading. */
interface More {
  examined?: readonly Version[];
  queries?: Queries;
  writing?: WriteConfig | undefined;
}

/** What every judgement of a run shares: the client, what the instance holds, who can sign in. */
export function situationOf(
  client: Client,
  offered: readonly Version[],
  { credentials }: TargetSettings,
  { examined, queries = { seed: 0 }, writing }: More = {},
): Situation {
  const newest = offered.at(-1);
  if (newest === undefined) throw new Error('no version is offered; there is nothing to judge');
  const roles = rolesOf(credentials);
  const probe = new Api(newest, 'anonymous', client, new Set(), roles[0] ?? 'anonymous');
  const names = Object.fromEntries(
    SIGNED_IN_ROLES.flatMap((role) => {
      const name = credentials[role]?.name;
      return name === undefined ? [] : [[role, name]];
    }),
  );
  const instance = new Instance(probe, offered, names, examined, othersOf(credentials));
  if (writing === undefined) return { client, instance, roles, queries };
  return {
    client,
    instance,
    roles,
    queries,
    writing: new WriteSession(client, instance, roles, writing),
  };
}
