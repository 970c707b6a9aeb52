import type { Chapter } from '../harness/requirement.js';
import { authorisation } from './authorisation.js';
import { bundleWrites } from './bundle-writes.js';
import { bundles } from './bundles.js';
import { checkWrites } from './check-writes.js';
import { checks } from './checks.js';
import { commentWrites } from './comment-writes.js';
import { comments } from './comments.js';
import { consistency } from './consistency.js';
import { conventions } from './conventions.js';
import { covers } from './covers.js';
import { errors } from './errors.js';
import { events } from './events.js';
import { filters } from './filters.js';
import { order } from './order.js';
import { paging } from './paging.js';
import { patches } from './patches.js';
import { people } from './people.js';
import { projectWrites } from './project-writes.js';
import { projects } from './projects.js';
import { root } from './root.js';
import { search } from './search.js';
import { series } from './series.js';
import { userWrites } from './user-writes.js';
import { users } from './users.js';
import { versions } from './versions.js';
import { writeRules } from './write-rules.js';

/** Every requirement, by chapter, in the order in which reports show them. */
export const CHAPTERS: readonly Chapter[] = [
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
  authorisation,
  errors,
  bundleWrites,
  userWrites,
  projectWrites,
  commentWrites,
  checkWrites,
  writeRules,
];
