import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { endedEarly } from './caveats.js';
import { byLevel, changesOf, judged, type Pair } from './changes.js';
import type { Comparison, OneSided, Step } from './comparison.js';
import { type Before, type Compared, completed, type Given } from './complete.js';
import { fieldChanges } from './field-changes.js';
import { observationChanges } from './observation-changes.js';
import { pairOf } from './pairs.js';
import { resultIn, type Side } from './side.js';

/**
 * Compares versions within one report, each with the previous one. Throws a RangeError for fewer than two
 * versions, and for a version that was not tested.
 */
export function compareVersions(
  file: string,
  report: Report,
  versions: readonly Version[],
): Comparison {
  const { versionsExamined } = report.target;
  if (versions.length < 2) throw new RangeError('expected two versions or more');
  const missing = versions.filter((version) => !versionsExamined.includes(version));
  if (missing.length > 0) {
    throw new RangeError(
      `the run did not test ${missing.join(', ')}; expected versions out of ${versionsExamined.join(', ')}`,
    );
  }
  return completed<InVersion>({
    of: 'versions',
    versions,
    subjects: versions.map((version) => ({ name: version, file, report, version })),
    caveats: endedEarly([{ name: file, report }]),
    stepOf,
    columnsOf: (compared) =>
      compared.map(({ name, side, version }) => ({ version, subject: name, side })),
  });
}

/** A version of the report, as a subject. */
interface InVersion extends Given {
  version: Version;
}

function stepOf(to: Compared & InVersion, before: Before<InVersion>): Step {
  const { side } = to;
  const [from] = before;
  const pairs = [...side.requirements.values()].flatMap(({ id, versions }): Pair[] => {
    if (!versions.includes(to.version)) return [];
    const known = before.filter(({ version }) => versions.includes(version));
    // Of a requirement that the version before does not have, nothing became different.
    const pair = known[0] === from ? pairOf(id, to, known) : undefined;
    return pair === undefined || resultIn(side, id, to.version) === undefined ? [] : [pair];
  });
  const { fields } = side.report;
  const fieldPairs = [
    { from: fields, to: fields, versions: { from: from.version, to: to.version } },
  ];
  return {
    from: from.name,
    to: to.name,
    ...changesOf(pairs, side.requirements),
    versionsCame: [],
    versionsWent: [],
    requirementsNew: knownOnlyIn(side, to.version, from.version),
    requirementsGone: knownOnlyIn(side, from.version, to.version),
    fields: fieldChanges(fieldPairs),
    observations: observationChanges(pairs),
  };
}

function knownOnlyIn(side: Side, version: Version, other: Version): OneSided[] {
  const own = [...side.requirements.values()].filter(
    ({ versions }) => versions.includes(version) && !versions.includes(other),
  );
  const found = own.flatMap(({ id }) => {
    const result = resultIn(side, id, version);
    return result === undefined ? [] : [{ requirement: id, judged: [judged(result)] }];
  });
  return byLevel(found, side.requirements);
}
