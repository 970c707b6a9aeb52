import type { Chapter } from '../../harness/requirement.js';
import { pagingCut } from './cut.js';
import { pagingLimits } from './limits.js';
import { pagingLinks } from './links.js';
import { linksOnEveryPage } from './links-on-every-page.js';
import { pagingNeighbours } from './neighbours.js';
import { pagingRows } from './rows.js';
import { pagingTargets } from './targets.js';
import { pagingTies } from './ties.js';

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
