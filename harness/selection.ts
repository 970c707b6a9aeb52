import type { Group, Requirement } from './requirement.js';

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

/** Whether a pattern names a requirement of a group. */
export function isNamed(
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
