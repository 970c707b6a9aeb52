import type { Extension } from '../harness/extension/extension.js';
import type { Chapter } from '../harness/requirement.js';
import { checkPatterns, isSelected, NothingNamed } from '../harness/selection.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { Refusal } from './refusal.js';
import { loadSuites, withSuites } from './suites.js';

/** The options that select requirements. */
export interface Choice {
  only: string[] | undefined;
  skip: string[] | undefined;
  versions: Version[] | undefined;
}

/**
 * Loads the modules of `--suite`, and selects among their requirements and those of the specification.
 * Rejects with a Refusal as `loadSuites` and `choose` do.
 */
export async function selectedWithSuites(
  values: Choice & { suite: readonly string[] | undefined },
): Promise<{ extensions: Extension[]; chapters: Chapter[] }> {
  const { CHAPTERS } = await import('./catalogue.js');
  const extensions = await loadSuites(values.suite ?? [], CHAPTERS);
  return { extensions, chapters: choose(withSuites(CHAPTERS, extensions), values) };
}

/**
 * Returns the groups with their selected requirements. Throws a Refusal if a pattern matches nothing, or
 * if nothing is selected: a run that checks nothing must not look like a success.
 */
export function choose(chapters: readonly Chapter[], choice: Choice): Chapter[] {
  const { only = [], skip = [], versions = VERSIONS } = choice;
  check(chapters, '--only', only);
  check(chapters, '--skip', skip);
  const chosen = chapters.flatMap((chapter) => {
    const requirements = chapter.requirements.filter(
      (requirement) =>
        isSelected(requirement, chapter, only, skip) &&
        requirement.versions.some((version) => versions.includes(version)),
    );
    return requirements.length === 0 ? [] : [{ ...chapter, requirements }];
  });
  if (chosen.length === 0) {
    throw new Refusal('--only, --skip and --versions select no requirement; expected at least one');
  }
  return chosen;
}

function check(chapters: readonly Chapter[], flag: string, patterns: readonly string[]): void {
  try {
    checkPatterns(chapters, patterns);
  } catch (error) {
    if (!(error instanceof NothingNamed)) throw error;
    throw new Refusal(`${flag}: ${error.message}`);
  }
}
