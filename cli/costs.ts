/**
 * Approximate number of requests of each group per version, after the groups before it, measured on the
 * reference instance. Used to balance shards, so only the proportions matter. A group without an entry
 * counts its requirements.
 */
export const COSTS: Readonly<Record<string, number>> = {
  root: 10,
  versions: 6,
  // Sends the requests that all groups on resources share.
  conventions: 38,
  consistency: 4,
  projects: 1,
  users: 1,
  people: 2,
  patches: 3,
  bundles: 1,
  covers: 2,
  comments: 3,
  series: 1,
  checks: 2,
  events: 1,
  filters: 48,
  order: 24,
  search: 11,
  paging: 14,
  combinations: 11,
  authorisation: 14,
  errors: 4,
  'bundle-writes': 150,
  'user-writes': 80,
  'project-writes': 80,
  'comment-writes': 40,
  'check-writes': 60,
  'write-sequences': 60,
  'write-rules': 20,
  'hazardous-inputs': 300,
};
