import type { Api } from '../../../harness/api.js';
import type { Seen } from '../../../harness/place.js';
import { NEEDED_ROLES } from '../../../harness/role.js';
import { sameValue } from '../../../harness/same-value.js';
import { withoutEmails } from '../comparison.js';
import { firstRows, idOf } from '../first-rows.js';
import { readEach } from '../readable.js';
import { type Origin, returnedObjects } from './returned-object.js';

/**
 * The items of an open list that anonymous callers see as well, but in another form than an authenticated caller to
 * whom they violate the schema. Of bundles, which are often the caller's own, every role reads the list.
 */
export async function formedForSignedIn(origin: Origin, api: Api): Promise<Seen[]> {
  const open = new Map((await firstRows(api, origin.path)).map((row) => [idOf(row), row]));
  const roles = origin.resource === 'bundle' ? NEEDED_ROLES : [api.signedIn().role];
  const rows = await readEach(roles, (role) => firstRows(api.as(role), origin.path));
  return rows.filter((row) => {
    const twin = open.get(idOf(row));
    if (twin === undefined || twin.value === row.value) return false;
    if (sameValue(withoutEmails(row.value), withoutEmails(twin.value))) return false;
    return returnedObjects(api.version, origin, row).some((each) => each.violations.length > 0);
  });
}
