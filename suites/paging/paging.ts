import type { Chapter } from '../../harness/requirement.js';
import { pagingLimits } from './limits.js';
import { pagingLinks } from './links.js';
import { pagingRows } from './rows.js';
import { pagingTargets } from './targets.js';

/** How lists are cut into pages and how these are linked (SPEC.md, "Common list query parameters", "Limits"). */
export const paging: Chapter = {
  name: 'paging',
  requirements: [...pagingRows, ...pagingLinks, ...pagingTargets, ...pagingLimits],
};
