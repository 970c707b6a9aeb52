import type { Group } from '../../harness/requirement.js';
import { pagingLimits } from './limits.js';
import { pagingLinks } from './links.js';
import { pagingRows } from './rows.js';
import { pagingTargets } from './targets.js';

/**
 * The pages of lists and the links between them (SPEC.md, "Common list query parameters",
 * "Limits").
 */
export const paging: Group = {
  name: 'paging',
  requirements: [...pagingRows, ...pagingLinks, ...pagingTargets, ...pagingLimits],
};
