import type { Api } from '../api.js';
import { instead } from '../instead.js';
import { at, type Seen } from '../place.js';
import { Inconclusive } from '../violation.js';

/** How many patches are tried, at most one request each, to find those of other users. */
const MOST_TRIED = 12;

/** Whether a user is involved in a patch or a comment. */
export type IsInvolved = (object: Seen) => Promise<boolean>;

/**
 * Whether a user is the sender or delegate of an object. docs/api.md does not say who may write it
 * besides maintainers (docs/verdicts.md B-26, B-27), so only a user who is not involved is
 * certainly unauthorized. False if people are not visible to the authenticated role `reader`.
 */
export function involvementOf(reader: Api, user: number | undefined): IsInvolved {
  return async (object) => {
    if (user === undefined) return false;
    if (at(object, 'delegate', 'id').value === user) return true;
    const person = at(object, 'submitter', 'id').value;
    return Number.isInteger(person) && (await userOf(reader, person as number)) === user;
  };
}

/** The objects that a user is not involved in, up to `most`, among the first few. */
export async function ofOthers(
  objects: readonly Seen[],
  isInvolved: IsInvolved,
  most = 1,
): Promise<Seen[]> {
  const found: Seen[] = [];
  for (const object of objects.slice(0, MOST_TRIED)) {
    if (found.length < most && !(await isInvolved(object))) found.push(object);
  }
  return found;
}

async function userOf(reader: Api, id: number): Promise<unknown> {
  const person = await reader.object(`people/${id}/`).catch(instead(undefined, Inconclusive));
  return person && at(person, 'user', 'id').value;
}
