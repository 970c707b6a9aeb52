import { WRITABLE_VERSIONS } from '../../specification/versions.js';
import type { Api } from '../api.js';
import { inconclusive } from '../violation.js';
import type { WriteSession } from './session.js';

/** Checks can never be deleted; the requirements of one version make three at the most. */
export const MOST_CHECKS = 3 * WRITABLE_VERSIONS.length;

/** Bundles that are left where DELETE is not offered: one of each version. */
export const MOST_KEPT_BUNDLES = WRITABLE_VERSIONS.length;

/**
 * Inconclusive if the run has made as many objects of a kind as it may leave behind. Whether bundles
 * can be deleted is found out by deleting one, before a second is made.
 */
export async function checkBudget(
  session: WriteSession,
  kind: 'bundle' | 'check',
  api: Api,
): Promise<void> {
  const made = [...session.made].filter((each) => each.startsWith(`${kind} `)).length;
  if (kind === 'check') {
    if (made < MOST_CHECKS) return;
    inconclusive(`${made} checks were made already; they cannot be deleted, so no more are made`);
  }
  if (made < MOST_KEPT_BUNDLES || (await session.deletes(api))) return;
  inconclusive(`${made} bundles were made already; they cannot be deleted, so no more are made`);
}
