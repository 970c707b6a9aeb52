import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { joined } from './extension.js';
import { isObject } from './place.js';
import type { Report } from './report.js';
import { packageFile } from './tool.js';

/** The format that this version writes and reads. */
const FORMAT: Report['format'] = 'conformance-report/2';

/** A text is not a readable report. The message is half a sentence: `is not a report: …`. */
export class NotAReport extends Error {
  override readonly name = 'NotAReport';
}

/**
 * Parses a stored report, as written by `--report RUN.json`, and validates it against
 * schemas/report.schema.json. Throws a NotAReport for anything else: not JSON, truncated, a newer
 * format, or an invalid report.
 */
export function parseReport(text: string): Report {
  const value = parsed(text);
  if (!isObject(value)) throw notOfThisFormat();
  checkFormat(value.format);
  const tooLarge = whyTooLarge(value);
  if (tooLarge !== undefined) throw new NotAReport(`is damaged: ${tooLarge}`);
  const validate = reportSchema();
  if (validate(value)) {
    const odd = whyTooMany(value) ?? whyTwofold(value);
    if (odd !== undefined) throw new NotAReport(`is damaged: ${odd}`);
    return value;
  }
  const [error] = validate.errors ?? [];
  const place = error?.instancePath === '' ? 'the report' : error?.instancePath;
  throw new NotAReport(`is damaged: ${place} ${error?.message}`);
}

function parsed(text: string): unknown {
  if (text.trim() === '') throw new NotAReport('is not a report: it is empty');
  try {
    // Some editors write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const begun = text.includes('"conformance-report/');
    throw new NotAReport(
      begun
        ? 'is damaged: its JSON is truncated or was edited; write the report again'
        : 'is not a report: it is not JSON (--report RUN.json writes one)',
    );
  }
}

/** "none changes its meaning without a new `format`": other formats are rejected. */
function checkFormat(format: unknown): void {
  if (format === FORMAT) return;
  if (typeof format !== 'string' || !/^conformance-report\/\d{1,9}$/.test(format)) {
    throw notOfThisFormat();
  }
  throw new NotAReport(
    `is a report of the format ${format}, but this version of the command reads ${FORMAT}: use the version that wrote it`,
  );
}

function notOfThisFormat(): NotAReport {
  return new NotAReport(`is not a report: expected JSON of the format ${FORMAT}`);
}

/** No report of this suite has longer texts, larger lists and objects or deeper levels: others take hours to render. */
const LONGEST_TEXT = 100_000;
const MOST_MEMBERS = 10_000;
const DEEPEST = 100;

/** What of a value no report has, in words; undefined if there is nothing. */
function whyTooLarge(report: unknown): string | undefined {
  const left = [{ value: report, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && value.length > LONGEST_TEXT) {
      return `it has a text of more than ${LONGEST_TEXT} characters`;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEEPEST) return `its lists and objects are nested more than ${DEEPEST} deep`;
    const members = Array.isArray(value) ? value : Object.values(value);
    if (members.length > MOST_MEMBERS) {
      return `it has a list or an object of more than ${MOST_MEMBERS} members`;
    }
    const names = Array.isArray(value) ? [] : Object.keys(value);
    for (const each of [...members, ...names]) left.push({ value: each, depth: depth + 1 });
  }
  return undefined;
}

/** Each version is a column of the matrix, and each result a cell: no report of this suite has more of them. */
const MOST_VERSIONS = 100;
const MOST_RESULTS = 10_000;

/** What a report has too much of in all its parts together, in words; undefined if there is nothing. */
function whyTooMany(report: Report): string | undefined {
  const { target, fields, latencies = [], scan } = report;
  const { requirements, results } = joined(report);
  const versions = new Set([
    ...target.versionsOffered,
    ...target.versionsExamined,
    ...requirements.flatMap((each) => each.versions),
    ...[results, fields, latencies, scan?.lists ?? []].flat().map(({ version }) => version),
  ]);
  if (versions.size > MOST_VERSIONS) return `it has more than ${MOST_VERSIONS} versions`;
  if (Math.max(results.length, requirements.length) > MOST_RESULTS) {
    return `it has more than ${MOST_RESULTS} requirements or results`;
  }
  return undefined;
}

/** The result that a report has twice, in words: of two that disagree, each reader would take another. */
function whyTwofold(report: Report): string | undefined {
  const seen = new Set<string>();
  for (const { requirement, version } of joined(report).results) {
    const cell = `${requirement} in ${version}`;
    if (seen.has(cell)) return `it has two results of ${cell}`;
    seen.add(cell);
  }
  return undefined;
}

let compiled: ValidateFunction<Report> | undefined;

/** The schema is compiled once, and only if a report is read. */
function reportSchema(): ValidateFunction<Report> {
  compiled ??= new Ajv2020({ strict: true }).compile<Report>(
    packageFile('schemas/report.schema.json', isObject),
  );
  return compiled;
}
