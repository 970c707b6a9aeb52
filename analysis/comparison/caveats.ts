import { endOf } from '../../harness/outcome.js';
import type { Report } from '../../harness/report.js';
import { urlOf } from '../../harness/target.js';
import { VERSIONS } from '../../specification/versions.js';
import { depthInWords } from './depth.js';

/** A report and its name in the comparison. */
export interface Named {
  name: string;
  report: Report;
}

/**
 * Notes on the limits of a comparison: requirements that were not checked in one report are neither fixed
 * nor regressions.
 */
export function caveatsOf(subjects: readonly Named[]): string[] {
  return [
    ...endedEarly(subjects),
    ...sameRun(subjects),
    ...DIFFERENCES.flatMap((each) => differing(subjects, each)),
    ...backwards(subjects),
  ];
}

/** Names the runs that ended before everything was checked, and what ended them. */
export function endedEarly(subjects: readonly Named[]): string[] {
  return subjects.flatMap(({ name, report }) => {
    const ended = endOf(report);
    if (ended === undefined) return [];
    return [`${name}: ${ended.why}; unchecked requirements are not compared.`];
  });
}

function sameRun(subjects: readonly Named[]): string[] {
  const runs = subjects.map(({ report: { startedAt, seed, target } }) =>
    JSON.stringify([startedAt, seed, urlOf(target)]),
  );
  const same = subjects.filter((_, index) => runs.indexOf(runs[index] ?? '') < index);
  return same.map(({ name }) => `${name} is a report of the same run as a previous one.`);
}

function backwards(subjects: readonly Named[]): string[] {
  return subjects.flatMap(({ name, report }, index) => {
    const before = subjects[index - 1];
    if (before === undefined || report.startedAt >= before.report.startedAt) return [];
    // Different instances have no order in time.
    if (urlOf(report.target) !== urlOf(before.report.target)) return [];
    return [`${name} is older than ${before.name}: fixes and regressions are reversed.`];
  });
}

/** What reports may differ in: the value of each, the sentence about the values, and what follows. */
const DIFFERENCES: [value: (report: Report) => string, says: string, follows?: string][] = [
  [({ target }) => urlOf(target), 'The instances have different addresses'],
  [
    selectionOf,
    'The reports select different requirements',
    'Only common requirements are compared.',
  ],
  [
    ({ scope }) => scope.requirements ?? 'all',
    'The runs are judged by different requirements (--requirements)',
    'Only common requirements are compared.',
  ],
  [
    examinedOf,
    'Offered versions were not tested',
    'What held in them before is no longer checked.',
  ],
  [rolesOf, 'The runs used different roles', 'Requirements of missing roles are not compared.'],
  [projectOf, 'The runs are of different projects', 'What only one of them asked is not compared.'],
  [writingOf, 'The runs wrote different values', 'Only common checks are compared.'],
  [
    depthInWords,
    'The runs looked at different things',
    'What only one of them asked is not compared.',
  ],
  [
    ({ tool }) => `${tool.name} ${tool.version}`,
    'The versions of the suite differ',
    'Verdicts may differ for this reason.',
  ],
];

function differing(
  subjects: readonly Named[],
  [valueIn, says, follows]: (typeof DIFFERENCES)[number],
): string[] {
  const values = subjects.map(({ name, report }) => ({ name, value: valueIn(report) }));
  if (new Set(values.map(({ value }) => value)).size < 2) return [];
  const told = values.map(({ name, value }) => `${name} ${value}`).join(', ');
  return [[`${says}: ${told}.`, ...(follows === undefined ? [] : [follows])].join(' ')];
}

function selectionOf({ options }: Report): string {
  const [only, skip] = [listed(options.only), listed(options.skip)];
  const parts = [...(only === '' ? [] : [`only ${only}`]), ...(skip === '' ? [] : [`not ${skip}`])];
  return parts.join(' and ') || 'everything';
}

/** Versions that are offered but were not tested (`--versions`). */
function examinedOf({ target }: Report): string {
  const left = VERSIONS.filter(
    (version) =>
      target.versionsOffered.includes(version) && !target.versionsExamined.includes(version),
  );
  return left.length === 0 ? 'none' : left.join(' ');
}

function rolesOf({ options }: Report): string {
  return listed(options.roles) || 'nobody';
}

function projectOf({ options }: Report): string {
  return typeof options.project === 'string' ? options.project : 'none';
}

function writingOf({ writes, options }: Report): string {
  if (writes === undefined && !options.writes) return 'nothing';
  return writes?.hazardous ? 'with hazardous values' : 'without hazardous values';
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(' ') : '';
}
