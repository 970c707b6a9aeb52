import type { StoredProfile } from '../analysis/client-profile/answer-profile.js';
import type { Extension } from '../harness/extension.js';
import type { Catalogue } from '../harness/plan.js';
import type { Group } from '../harness/requirement.js';
import { divided } from '../harness/requirement-set.js';
import { authorisation } from '../suites/authorisation/authorisation.js';
import { bundleWrites } from '../suites/bundle-writes/bundle-writes.js';
import { bundles } from '../suites/bundles/bundles.js';
import { checkWrites } from '../suites/check-writes/check-writes.js';
import { checks } from '../suites/checks/checks.js';
import { clientChecks } from '../suites/client-contracts/checks.js';
import { clientEvents } from '../suites/client-contracts/events.js';
import { clientMboxes } from '../suites/client-contracts/mboxes.js';
import { clientPaging } from '../suites/client-contracts/paging.js';
import { clientPatches } from '../suites/client-contracts/patches.js';
import { clientWrites } from '../suites/client-contracts/writes.js';
import { combinations } from '../suites/combinations/combinations.js';
import { commentWrites } from '../suites/comment-writes/comment-writes.js';
import { comments } from '../suites/comments/comments.js';
import { consistency } from '../suites/consistency/consistency.js';
import { conventions } from '../suites/conventions/conventions.js';
import { covers } from '../suites/covers/covers.js';
import { errors } from '../suites/errors/errors.js';
import { eventWrites } from '../suites/event-writes/event-writes.js';
import { events } from '../suites/events/events.js';
import { filters } from '../suites/filters/filters.js';
import { hazardousInputs } from '../suites/hazardous-inputs/hazardous-inputs.js';
import { order } from '../suites/order/order.js';
import { paging } from '../suites/paging/paging.js';
import { patches } from '../suites/patches/patches.js';
import { people } from '../suites/people/people.js';
import { projectWrites } from '../suites/project-writes/project-writes.js';
import { projects } from '../suites/projects/projects.js';
import { root } from '../suites/root/root.js';
import { search } from '../suites/search/search.js';
import { series } from '../suites/series/series.js';
import { userWrites } from '../suites/user-writes/user-writes.js';
import { users } from '../suites/users/users.js';
import { versions } from '../suites/versions/versions.js';
import { writeRules } from '../suites/write-rules/write-rules.js';
import { writeSequences } from '../suites/write-sequences/write-sequences.js';
import { profilesNamed, shippedProfiles, withClients } from './client-profiles.js';
import { readRequirementSet } from './shipped-files.js';

/** Every requirement by group, in the order of the reports. */
export const GROUPS: readonly Group[] = [
  root,
  versions,
  conventions,
  consistency,
  projects,
  users,
  people,
  patches,
  bundles,
  covers,
  comments,
  series,
  checks,
  events,
  filters,
  order,
  search,
  paging,
  combinations,
  authorisation,
  errors,
  bundleWrites,
  userWrites,
  projectWrites,
  commentWrites,
  checkWrites,
  eventWrites,
  writeSequences,
  writeRules,
  hazardousInputs,
];

/** What clients rely on beyond the specification. */
export const CONTRACTS: readonly Group[] = [
  clientPatches,
  clientChecks,
  clientMboxes,
  clientPaging,
  clientEvents,
  clientWrites,
];

/**
 * The client contracts, reported beside the verdict and never a part of it (docs/verdicts.md B-44), each with the
 * clients that a violation breaks.
 */
export const CLIENT_CONTRACTS: Extension = {
  suite: 'client contracts',
  groups: withClients(CONTRACTS, GROUPS),
};

/**
 * The requirements of the specification, or of a frozen set, and beside them the client contracts and the
 * requirements added after the set.
 */
export function catalogueOf(set: string | undefined): Catalogue {
  if (set === undefined) return { groups: GROUPS, extensions: [CLIENT_CONTRACTS] };
  const { scored, later } = divided(GROUPS, readRequirementSet(set));
  const added: Extension = { suite: `added after ${set}`, addedAfter: set, groups: later };
  return { groups: scored, extensions: [...(later.length === 0 ? [] : [added]), CLIENT_CONTRACTS] };
}

/** Client profiles, by name or file; by default all of the package. Throws a Refusal for one that cannot be read. */
export function readProfiles(names: readonly string[] = shippedProfiles()): StoredProfile[] {
  return profilesNamed(names, [...GROUPS, ...CLIENT_CONTRACTS.groups]);
}

/** The scored groups, then the others. */
export function everyGroup({ groups, extensions }: Catalogue): Group[] {
  return [...groups, ...extensions.flatMap((each) => each.groups)];
}
