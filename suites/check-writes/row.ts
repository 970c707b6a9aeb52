import { type Requirement, requirement } from '../../harness/requirement.js';
import { since } from '../../specification/versions.js';

type CheckRow = Omit<Parameters<typeof requirement>[0], 'level' | 'versions' | 'needs'> &
  Partial<Pick<Requirement, 'level' | 'versions' | 'needs'>>;

/** Declares a requirement that makes checks; B-9: from 1.2 on. */
export function check(declared: CheckRow): Requirement {
  const needs = new Set<Requirement['needs'][number]>(['writes', 'maintainer']);
  for (const need of declared.needs ?? []) needs.add(need);
  return requirement({ level: 'must', versions: since('1.2'), ...declared, needs: [...needs] });
}
