/**
 * About how many requests each chapter costs in a version, after the chapters before it, as counted
 * on the reference. Shards are balanced by it: what matters is that a chapter that costs ten times as
 * much as another counts so. A chapter of which nothing is known counts its requirements.
 */
export const COSTS: Readonly<Record<string, number>> = {
  root: 10,
  versions: 6,
  // The first to ask for what all chapters on resources look at.
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
