import type { Extension } from '../harness/extension/extension.js';
import type { Chapter } from '../harness/requirement.js';
import { checkPatterns, isSelected, NothingNamed } from '../harness/selection.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { Refusal } from './refusal.js';
import { besideSuites, loadSuites } from './suites.js';

/** The options by which requirements are chosen. */
export interface Choice {
  only: string[] | undefined;
  skip: string[] | undefined;
  versions: Version[] | undefined;
}

/**
 * Loads the modules of `--suite`, and chooses among their requirements and those of the specification.
 * Rejects with a Refusal as `loadSuites` and `choose` do.
 */
export async function chosenBesideSuites(
  values: Choice & { suite: readonly string[] | undefined },
): Promise<{ extensions: Extension[]; chapters: Chapter[] }> {
  const { CHAPTERS } = await import('./catalogue.js');
  const extensions = await loadSuites(values.suite ?? [], CHAPTERS);
  return { extensions, chapters: choose(besideSuites(CHAPTERS, extensions), values) };
}

/**
 * The chapters with those of their requirements that are chosen. Throws a Refusal if a pattern
 * names nothing, or if nothing is left: a run that judges nothing must not pass for a good one.
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
    throw new Refusal('--only, --skip and --versions leave no requirement; expected at least one');
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
