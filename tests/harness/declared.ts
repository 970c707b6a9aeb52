import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { ALL } from '../../specification/versions.js';

/** A requirement that holds everywhere, but for what a test changes. */
export function declared(id: string, changed: Partial<Requirement> = {}): Requirement {
  return requirement({
    id,
    says: `It says ${id}`,
    spec: 'Limits',
    level: 'must',
    versions: ALL,
    consequence: 'Nothing follows.',
    check: async ({ expect }) => expect.none([], 1),
    ...changed,
  });
}

/** A group of requirements. */
export function group(name: string, ...requirements: Requirement[]): Group {
  return { name, requirements };
}
