import type { ResourceName, Source } from '../resource.js';
import { bundle } from './bundle.js';
import { check } from './check.js';
import { coverComment, patchComment } from './comment.js';
import { cover } from './cover.js';
import { error } from './error.js';
import { event } from './event.js';
import { patch } from './patch.js';
import { person } from './person.js';
import { project } from './project.js';
import { root } from './root.js';
import { series } from './series.js';
import { user } from './user.js';

/** The source of every resource; a resource without one does not compile. */
export const SOURCES: Readonly<Record<ResourceName, Source>> = {
  root,
  project,
  user,
  person,
  patch,
  bundle,
  cover,
  'cover-comment': coverComment,
  'patch-comment': patchComment,
  series,
  check,
  event,
  error,
};
