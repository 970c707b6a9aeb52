import { didYouMean } from './nearest.js';
import type { Group, Requirement } from './requirement.js';

/** A pattern of `--only` or `--skip` that matches nothing. */
export class NothingNamed extends Error {
  override readonly name = 'NothingNamed';
}

/**
 * Whether a requirement is selected. A pattern is an id, a group, or an id with `*` for any part
 * (`page.*`, `*.fields*`). An empty `only` selects everything; `skip` wins over `only`.
 */
export function isSelected(
  requirement: Pick<Requirement, 'id'>,
  group: Pick<Group, 'name'>,
  only: readonly string[],
  skip: readonly string[],
): boolean {
  const matches = (pattern: string) => isNamed(requirement, group, pattern);
  return (only.length === 0 || only.some(matches)) && !skip.some(matches);
}

/** A group, as far as names select it. */
type Named = Pick<Group, 'name'> & { requirements: readonly Pick<Requirement, 'id'>[] };

/** Throws a NothingNamed with suggestions if a pattern matches nothing. */
export function checkPatterns(groups: readonly Named[], patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const named = groups.some((group) =>
      group.requirements.some((requirement) => isNamed(requirement, group, pattern)),
    );
    if (!named) throw new NothingNamed(`"${pattern}" matches nothing: ${hint(groups, pattern)}`);
  }
}

/** Similar names, or the kinds of patterns if there are none. */
function hint(groups: readonly Named[], pattern: string): string {
  const ids = groups.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const names = groups.map(({ name }) => name);
  const expected = `expected an id, a pattern (* stands for any part of an id), or a group (${names.join(', ')})`;
  return didYouMean(pattern, [...names, ...ids], expected);
}

function isNamed(
  requirement: Pick<Requirement, 'id'>,
  group: Pick<Group, 'name'>,
  pattern: string,
): boolean {
  return pattern === group.name || fits(requirement.id, pattern);
}

/** Whether an id has the parts between the asterisks of a pattern, in order. */
function fits(id: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return id === first;
  if (!id.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = id.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return id.length - last.length >= at && id.endsWith(last);
}
