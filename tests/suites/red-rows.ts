import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Chapter } from '../../harness/requirement.js';
import type { Version } from '../../harness/version.js';
import { judged } from './judged.js';
import { withoutPaths } from './without-paths.js';

/**
 * The chapters on forms. What those on lists and callers make of the same defects takes longer, and
 * is shown by the proof with every fault of fixtures/faults.
 */
const FORMS = [
  'root',
  'versions',
  'conventions',
  'consistency',
  'projects',
  'users',
  'people',
  'patches',
  'bundles',
  'covers',
  'comments',
  'series',
  'checks',
  'events',
];

/**
 * One defect of an instance, and the rows that it turns red: requirements with the verdict `fail`,
 * `warn` or `error`, of the chapters on forms.
 */
export interface Kill {
  /** What is wrong, in words. */
  defect: string;
  /** The version in which everything is judged. */
  version: Version;
  /** Puts it into a sound instance. */
  sabotage?(behaviour: Behaviour): void;
  /** Paths that are not there, whatever the instance would answer. */
  gone?: readonly string[];
  /** What alone is judged; the chapters on forms unless given. */
  only?: readonly string[];
  /** The ids of all rows that turn red. */
  red: readonly string[];
}

/** The ids of the red rows of an instance with a defect, sorted. */
export async function redRows({
  sabotage,
  gone = [],
  version,
  only = FORMS,
}: Kill): Promise<string[]> {
  const behaviour = soundBehaviour();
  sabotage?.(behaviour);
  const reference = await startReference({ behaviour });
  try {
    return await withoutPaths(reference.url, gone, async (url) => {
      const results = await judged({ url, roles: reference.roles }, { versions: [version], only });
      const red = results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
      return red.map(({ requirement }) => requirement).sort();
    });
  } finally {
    await reference.stop();
  }
}

/** A defect that turns one row red, and no other. */
export function kill(
  id: string,
  version: Version,
  defect: string,
  sabotage: (behaviour: Behaviour) => void,
): Kill {
  return { defect, version, sabotage, red: [id] };
}

/** The ids that some of these defects turn red, sorted. */
export function killed(kills: readonly Kill[]): string[] {
  return [...new Set(kills.flatMap(({ red }) => red))].sort();
}

/** The ids of all requirements of some chapters that can fail, sorted. */
export function killable(...chapters: Chapter[]): string[] {
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  return requirements
    .filter(({ level }) => level !== 'observe')
    .map(({ id }) => id)
    .sort();
}
