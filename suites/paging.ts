import type { Chapter } from '../harness/requirement.js';
import { linksOnEveryPage } from './links-on-every-page.js';
import { pagingCut } from './paging-cut.js';
import { pagingLimits } from './paging-limits.js';
import { pagingLinks } from './paging-links.js';
import { pagingNeighbours } from './paging-neighbours.js';
import { pagingRows } from './paging-rows.js';
import { pagingTargets } from './paging-targets.js';
import { pagingTies } from './paging-ties.js';

/** How lists are cut into pages and how these are linked (SPEC.md, "Common list query parameters", "Limits"). */
export const paging: Chapter = {
  name: 'paging',
  requirements: [
    ...pagingRows,
    ...pagingCut,
    ...pagingTies,
    ...pagingLinks,
    ...pagingNeighbours,
    linksOnEveryPage,
    ...pagingTargets,
    ...pagingLimits,
  ],
};
