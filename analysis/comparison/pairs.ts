import type { Result } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { resultIn, type Side } from './side.js';

/** Two results on the same requirement that can be held against each other. */
export interface Pair {
  requirement: string;
  from: Result;
  to: Result;
}

/** The results of two reports that belong together: the same requirement in the same version. */
export function pairsOfReports(from: Side, to: Side): Pair[] {
  return sharedIds(from, to).flatMap((id) =>
    VERSIONS.flatMap((version) => {
      const pair = paired(id, resultIn(from, id, version), resultIn(to, id, version));
      return offeredByBoth(from, to, version) ? pair : pair.filter(isJudgedTwice);
    }),
  );
}

function offeredByBoth(from: Side, to: Side, version: Version): boolean {
  return [from, to].every(({ report }) => report.target.versionsOffered.includes(version));
}

/** In a version that one of them does not offer, what was judged of the other is news of the version. */
function isJudgedTwice({ from, to }: Pair): boolean {
  return from.verdict !== 'not-applicable' && to.verdict !== 'not-applicable';
}

/** The results of one report on what two versions have in common. */
export function pairsOfVersions(side: Side, from: Version, to: Version): Pair[] {
  return [...side.requirements.values()]
    .filter(({ versions }) => versions.includes(from) && versions.includes(to))
    .flatMap(({ id }) => paired(id, resultIn(side, id, from), resultIn(side, id, to)));
}

/** In the order of the newer report. */
function sharedIds(from: Side, to: Side): string[] {
  return [...to.requirements.keys()].filter((id) => from.requirements.has(id));
}

function paired(requirement: string, from: Result | undefined, to: Result | undefined): Pair[] {
  return from === undefined || to === undefined ? [] : [{ requirement, from, to }];
}
