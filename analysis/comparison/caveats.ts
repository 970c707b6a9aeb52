import type { Report } from '../../harness/report.js';
import { VERSIONS } from '../../specification/versions.js';

/** A report and what it is called in the comparison. */
export interface Named {
  name: string;
  report: Report;
}

/**
 * What the reader of a comparison of reports must know before anything else: what was not judged in
 * one of them is neither mended nor a regression.
 */
export function caveatsOf(subjects: readonly Named[]): string[] {
  return [
    ...interrupted(subjects),
    ...sameRun(subjects),
    ...differing(
      subjects,
      ({ target }) => target.baseUrl,
      (told) => `They are of instances at different addresses: ${told}.`,
    ),
    ...differing(
      subjects,
      selectionOf,
      (told) =>
        `They judged different selections: ${told}. What one of them left out is not compared.`,
    ),
    ...differing(
      subjects,
      examinedOf,
      (told) =>
        `They left out versions that are offered: ${told}. What one of them left out is not compared.`,
    ),
    ...differing(
      subjects,
      rolesOf,
      (told) =>
        `They signed in as different roles: ${told}. What needs a role that one of them lacks is not compared.`,
    ),
    ...differing(
      subjects,
      writingOf,
      (told) => `They wrote differently: ${told}. What one of them did not try is not compared.`,
    ),
    ...differing(
      subjects,
      ({ tool }) => `${tool.name} ${tool.version}`,
      (told) =>
        `They were made by different versions of the suite: ${told}. A verdict may differ because the suite does.`,
    ),
    ...backwards(subjects),
  ];
}

function interrupted(subjects: readonly Named[]): string[] {
  const names = subjects.filter(({ report }) => report.interrupted).map(({ name }) => name);
  if (names.length === 0) return [];
  const were = names.length === 1 ? 'was' : 'were';
  return [
    `${names.join(', ')} ${were} interrupted: what had not been judged by then is not compared.`,
  ];
}

function sameRun(subjects: readonly Named[]): string[] {
  const runs = subjects.map(({ report: { startedAt, seed, target } }) =>
    JSON.stringify([startedAt, seed, target.baseUrl]),
  );
  const same = subjects.filter((_, index) => runs.indexOf(runs[index] ?? '') < index);
  return same.map(({ name }) => `${name} is the report of the same run as one before it.`);
}

function backwards(subjects: readonly Named[]): string[] {
  return subjects.flatMap(({ name, report }, index) => {
    const before = subjects[index - 1];
    if (before === undefined || report.startedAt >= before.report.startedAt) return [];
    // Of two instances neither is before the other.
    if (report.target.baseUrl !== before.report.target.baseUrl) return [];
    return [
      `${name} is older than ${before.name}: what is called mended or a regression went the other way in time.`,
    ];
  });
}

/** A sentence that names what each has, if they do not all have the same. */
function differing(
  subjects: readonly Named[],
  told: (report: Report) => string,
  sentence: (told: string) => string,
): string[] {
  const values = subjects.map(({ name, report }) => ({ name, value: told(report) }));
  if (new Set(values.map(({ value }) => value)).size < 2) return [];
  return [sentence(values.map(({ name, value }) => `${name} ${value}`).join(', '))];
}

function selectionOf({ options }: Report): string {
  const [only, skip] = [listed(options.only), listed(options.skip)];
  const parts = [...(only === '' ? [] : [`only ${only}`]), ...(skip === '' ? [] : [`not ${skip}`])];
  return parts.join(' and ') || 'everything';
}

/** What was offered and not examined, because `--versions` named others. */
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

function writingOf({ writes, options }: Report): string {
  if (writes === undefined && !options.writes) return 'nothing';
  return writes?.hazardous ? 'hazardous values as well' : 'conservative values';
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(' ') : '';
}
