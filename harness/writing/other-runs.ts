import { named } from '../client/answer.js';
import { TransportError } from '../client/transport-error.js';
import { isObject } from '../place.js';
import { inconclusive } from '../violation.js';
import { valueText } from './conflict.js';
import { ownerOf, valuesOf } from './originals.js';
import type { WriteSession } from './session.js';
import { isTemporary } from './temporary-values.js';

/**
 * Inconclusive while an object that this run may change has a temporary value of another run of this
 * suite: what is read as an original then may be temporary as well, also flags, numbers and states,
 * which cannot be recognized. The objects are read once, before the first change.
 */
export async function demandNoOtherRun(session: WriteSession): Promise<void> {
  const found = await session.instance.once('temporary values of other runs', () =>
    firstTemporary(session),
  );
  if (found === undefined) return;
  inconclusive(
    `${found}, so no user, project, patch or comment was written: wait until that run ends or, if it was killed, restore its data from its journal`,
  );
}

async function firstTemporary(session: WriteSession): Promise<string | undefined> {
  const version = session.instance.newest;
  for (const path of objectsOf(session)) {
    const owned = ownerOf(path, session);
    if (owned === undefined) continue;
    try {
      const answer = await session.reader(version, owned.role).get(`${path}/`);
      if (answer.status !== 200 || !isObject(answer.json)) continue;
      const values = valuesOf(path, answer.json);
      const field = owned.writable.find((each) => isTemporary(values[each]));
      if (field === undefined) continue;
      session.journal.append({ entry: 'conflict', object: path, version });
      const value = valueText(values[field], session.client.redaction);
      return `${named(answer)} returned a temporary value of another run of this suite (${field}: ${value})`;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
    }
  }
  return undefined;
}

/** The objects that a run changes and restores. */
function objectsOf({ targets }: WriteSession): string[] {
  const { users, project, patches, comment } = targets;
  const user = users.user !== undefined && 'value' in users.user ? [users.user.value] : [];
  const patch = 'value' in patches ? patches.value.slice(0, 1) : [];
  return [
    ...user.map((id) => `users/${id}`),
    ...('value' in project ? [`projects/${project.value.id}`] : []),
    ...patch.map((id) => `patches/${id}`),
    ...('value' in comment
      ? [`patches/${comment.value.patch}/comments/${comment.value.comment}`]
      : []),
  ];
}
