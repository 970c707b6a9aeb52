import type { Api } from '../api.js';
import { at, type Seen } from '../place.js';
import { Inconclusive } from '../violation.js';

/** How many patches are looked at, one request each at the most, in search of one of another user. */
const MOST_TRIED = 12;

/** Whether a user is involved in a patch or a comment, as the API shows it. */
export type IsInvolved = (object: Seen) => Promise<boolean>;

/**
 * Whether a user has sent an object, or is to deal with it. Who may write it besides the maintainers is
 * not said (docs/verdicts.md B-26, B-27), so only a user who is not involved is certainly unauthorized.
 * Nobody is involved where people are not shown to `reader`, who signs in.
 */
export function involvementOf(reader: Api, user: number | undefined): IsInvolved {
  return async (object) => {
    if (user === undefined) return false;
    if (at(object, 'delegate', 'id').value === user) return true;
    const person = at(object, 'submitter', 'id').value;
    return Number.isInteger(person) && (await userOf(reader, person as number)) === user;
  };
}

/** The first of some objects that a user is not involved in; undefined if there is none among the first few. */
export async function firstOfOthers(
  objects: readonly Seen[],
  isInvolved: IsInvolved,
): Promise<Seen | undefined> {
  for (const object of objects.slice(0, MOST_TRIED)) {
    if (!(await isInvolved(object))) return object;
  }
  return undefined;
}

/** The list of people is read anyway. */
async function userOf(reader: Api, id: number): Promise<unknown> {
  try {
    const people = await reader.list('people/', { per_page: 100 });
    const own = people.find((person) => at(person, 'id').value === id);
    return at(own ?? (await reader.object(`people/${id}/`)), 'user', 'id').value;
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
