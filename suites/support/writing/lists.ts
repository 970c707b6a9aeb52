import type { Query } from '../../../harness/api.js';
import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { readNewest } from '../../../harness/newest.js';
import { elements, type Seen, seen } from '../../../harness/place.js';
import type { Role } from '../../../harness/role.js';
import { inconclusive, unanswered } from '../../../harness/violation.js';
import {
  CHECKS_LISTED_SINCE,
  since,
  VERSIONS,
  type Version,
} from '../../../specification/versions.js';

/** A list as read by one role. */
export interface List {
  path: string;
  query?: Query;
  role: Role;
  /** By default the version under test. */
  version?: Version;
}

/** The patch of the checks that a run creates in a version: checks remain, so they are spread. */
export function patchOfChecks({ api, write }: CheckContext): number {
  const patches = write.checkPatches();
  return patches[VERSIONS.indexOf(api.version) % patches.length] ?? write.patch();
}

/** The path of the checks of that patch, or of another one. */
export function pathOfChecks(context: CheckContext, patch = patchOfChecks(context)): string {
  return `patches/${patch}/checks/`;
}

/**
 * The checks of that patch, or of another one. Before 1.3 a later version lists them: a check created
 * in 1.2 may break its list. Empty if no such version is offered.
 */
export function listOfChecks(context: CheckContext, patch?: number): List[] {
  const { api, instance } = context;
  const version = [api.version, instance.newest].find((each) =>
    since(CHECKS_LISTED_SINCE).includes(each),
  );
  const path = pathOfChecks(context, patch);
  return version === undefined ? [] : [{ path, role: 'anonymous', version }];
}

/** The events that report the checks of that patch. */
export function eventsOfChecks(context: CheckContext): List {
  const query = { category: 'check-created', patch: patchOfChecks(context) };
  return { path: 'events/', query, role: 'anonymous' };
}

/** The newest items of lists, read now. */
export function readLists(
  { api }: Pick<CheckContext, 'api'>,
  lists: readonly List[],
): Promise<Answer[]> {
  return Promise.all(
    lists.map(({ path, query, role, version = api.version }) =>
      // Those that this run creates are among them, however many there are.
      readNewest(api.in(version).as(role), path, query ?? {}),
    ),
  );
}

/** The items of a list; inconclusive if the response is none, which has requirements of its own. */
export function itemsOf(answer: Answer | undefined): Seen[] {
  if (answer === undefined) return inconclusive('no version that lists them is offered');
  if (answer.status !== 200 || !Array.isArray(answer.json)) {
    return unanswered(answer, ', not a list');
  }
  return elements(seen(answer));
}
