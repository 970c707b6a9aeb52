import type { Chapter, Requirement } from './requirement.js';

/** A pattern of `--only` or `--skip` that names nothing. */
export class NothingNamed extends Error {
  override readonly name = 'NothingNamed';
}

/**
 * Whether a requirement is wanted. A pattern is an id, a chapter, or a prefix that ends in `*`
 * (`page.*`). An empty `only` wants everything; `skip` wins over `only`.
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
    if (!named) {
      const names = chapters.map(({ name }) => name).join(', ');
      throw new NothingNamed(
        `"${pattern}" names no requirement: expected an id (conformance list shows them), a prefix such as cover.*, or a chapter (${names})`,
      );
    }
  }
}

function isNamed(
  requirement: Pick<Requirement, 'id'>,
  chapter: Pick<Chapter, 'name'>,
  pattern: string,
): boolean {
  if (pattern.endsWith('*')) return requirement.id.startsWith(pattern.slice(0, -1));
  return pattern === requirement.id || pattern === chapter.name;
}
