import { Api } from '../api.js';
import { Client } from '../client/client.js';
import { fieldsAt, PermittedWrites, writableAt } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import type { JsonObject } from '../place.js';
import { preflight } from '../preflight.js';
import type { Redaction } from '../redaction.js';
import type { TargetSettings } from '../settings.js';
import { WRITE_WAITS } from '../settings.js';
import { rejectedRoles } from '../sign-in.js';
import { situationOf } from '../situation.js';
import { objectUrl } from '../target.js';
import { isAbandoned } from './marker.js';
import type { Restored } from './outcome.js';
import { idOf, isAsListed, rowsOf, Unreadable } from './own-rows.js';
import { removeBundle } from './remove-bundle.js';
import { serverTime } from './server-time.js';
import { findTargets, targetEntry } from './targets.js';
import { isTemporary, sinceWhen, turnIn } from './temporary-values.js';
import { valuesOf, valueText } from './values.js';

/** What is looked for on an instance. */
interface Sought {
  /** The run whose marker is removed although it may still write. */
  run?: string;
  project?: string;
}

/**
 * Looks on an instance for what runs left that were killed, without a journal: removes the markers of
 * those that can no longer write, and that of `run`, and names the values that show the mark of the
 * suite. Throws a CannotExamine if the instance cannot be reached.
 */
export async function clearMarks(
  settings: TargetSettings,
  { run, project }: Sought,
): Promise<{ restored: Restored; redaction: Redaction }> {
  const client = new Client(settings);
  const restored: Restored = { restored: 0, notRestored: [], leftBehind: [] };
  try {
    const { offered } = await preflight(client);
    const { instance, roles } = situationOf(client, offered, settings);
    const api = new Api(instance.newest, 'anonymous', client);
    const found = await findTargets(api, instance, roles, { project });
    const target = targetEntry(found);
    const report = (object: string, field: string, why: string) =>
      restored.notRestored.push({ url: objectUrl(settings, api.version, object), field, why });
    for (const { role, why } of await rejectedRoles(client, instance.newest, settings)) {
      report('bundles', '*', `role ${role} could not sign in, so nothing was looked at: ${why}`);
    }
    if (roles.length === 0)
      report('bundles', '*', 'no credentials are set, so nothing was looked at');
    for (const role of roles) {
      const user = found.users[role];
      if (user === undefined || 'missing' in user) {
        // Without the account nobody can say which bundles are its own.
        const why = user === undefined ? 'its account is not known' : user.missing.message;
        report('bundles', '*', `role ${role}: ${why}; its bundles were not looked at`);
        continue;
      }
      try {
        const rows = await rowsOf(api.as(role), 'bundles', user.value);
        for (const row of rows)
          await clearBundle({ client, api: api.as(role), restored, run }, row);
      } catch (error) {
        if (!(error instanceof Unreadable || error instanceof TransportError)) throw error;
        report('bundles', '*', `role ${role}: ${error.message}`);
      }
    }
    const objects = [
      ...(target.users.user === undefined ? [] : [`users/${target.users.user}`]),
      ...(target.project === undefined ? [] : [`projects/${target.project.id}`]),
      ...target.patches.slice(0, 1).map((id) => `patches/${id}`),
    ];
    for (const object of objects) {
      const read = await client.readIfAnswered({
        role: writableAt(object).by,
        url: api.path(`${object}/`),
      });
      const values = valuesOf(object, read?.json);
      if (read?.status !== 200 || Object.keys(values).length === 0) {
        report(object, '*', `it returned ${read?.status ?? 'nothing'}, so it was not looked at`);
      }
      for (const field of fieldsAt(object).filter((name) => isTemporary(values[name]))) {
        const shown = valueText(values[field], client.redaction);
        report(object, field, `${shown} was written by a run; set it as it was before`);
      }
    }
    if (restored.restored === 0 && roles.length === 0) restored.isNobody = true;
    return { restored, redaction: client.redaction };
  } finally {
    await client.close();
  }
}

/** Removes a bundle that is the marker of a run, or names what a run has left. */
async function clearBundle(
  { client, api, restored, run }: { client: Client; api: Api; restored: Restored; run?: string },
  row: JsonObject,
): Promise<void> {
  const [id, turn] = [idOf(row), turnIn(row.name)];
  if (id === undefined || !isTemporary(row.name)) return;
  const url = objectUrl(client, api.version, `bundles/${id}`);
  if (turn === undefined) {
    const why = `the bundle ${valueText(row.name, client.redaction)} was created by a run; delete it`;
    restored.notRestored.push({ url, field: '*', why });
  } else if (turn.run !== run && !isAbandoned(turn, await serverTime(api, `${turn.run}-${id}`))) {
    const why = `run ${turn.run} has been writing${sinceWhen(turn)}; if it was killed, add --run ${turn.run}`;
    restored.notRestored.push({ url, field: '*', why });
  } else if (await isAsListed(api, row)) {
    const permitted = new PermittedWrites();
    client.permit(permitted);
    permitted.allow(`bundles/${id}`);
    const { version, role } = api;
    const left = await removeBundle(client, { id, version, role }, WRITE_WAITS.look);
    if (left === undefined) restored.restored += 1;
    else restored.leftBehind.push({ kind: 'bundle', url, why: left.why });
  } else {
    const why = 'its URL does not show what the list does, so it was not removed';
    restored.notRestored.push({ url, field: '*', why });
  }
}
