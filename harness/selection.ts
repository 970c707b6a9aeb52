import { nearest } from './nearest.js';
import type { Chapter, Requirement } from './requirement.js';

/** A pattern of `--only` or `--skip` that names nothing. */
export class NothingNamed extends Error {
  override readonly name = 'NothingNamed';
}

/**
 * Whether a requirement is wanted. A pattern is an id, a chapter, or an id with `*` for any part of it
 * (`page.*`, `*.fields*`). An empty `only` wants everything; `skip` wins over `only`.
 */
export function isSelected(
  requirement: Pick<Requirement, 'id'>,
  chapter: Pick<Chapter, 'name'>,
  only: readonly string[],
  skip: readonly string[],
): boolean {
  const matches = (pattern: string) => isNamed(requirement, chapter, pattern);
  return (only.length === 0 || only.some(matches)) && !skip.some(matches);
}

/** Throws a NothingNamed that lists the chapters if a pattern names no requirement at all. */
export function checkPatterns(chapters: readonly Chapter[], patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const named = chapters.some((chapter) =>
      chapter.requirements.some((requirement) => isNamed(requirement, chapter, pattern)),
    );
    if (!named)
      throw new NothingNamed(`"${pattern}" names no requirement: ${hint(chapters, pattern)}`);
  }
}

/** The names that are nearest to a pattern; where none is near, what a pattern can be. */
function hint(chapters: readonly Chapter[], pattern: string): string {
  const ids = chapters.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const names = chapters.map(({ name }) => name);
  const near = nearest(pattern, [...names, ...ids]);
  if (near.length > 0) return `did you mean ${near.join(' or ')}?`;
  return `expected an id (conformance list shows them), a pattern such as cover.* or *.fields*, or a group (${names.join(', ')})`;
}

function isNamed(
  requirement: Pick<Requirement, 'id'>,
  chapter: Pick<Chapter, 'name'>,
  pattern: string,
): boolean {
  return pattern === chapter.name || fits(requirement.id, pattern);
}

/** Whether the parts between the asterisks are in the id, in their order, the outer ones at its ends. */
function fits(id: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return id === pattern;
  if (!id.startsWith(first) || !id.endsWith(last)) return false;
  let reached = first.length;
  for (const part of others) {
    const at = id.indexOf(part, reached);
    if (at === -1) return false;
    reached = at + part.length;
  }
  return reached <= id.length - last.length;
}
