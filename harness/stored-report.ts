import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from './place.js';
import type { Report } from './report.js';

/** The format that this version writes and reads. */
const FORMAT: Report['format'] = 'conformance-report/1';

/** A text is no report, or none that can be read. The message is half a sentence: `is no report: …`. */
export class NotAReport extends Error {
  override readonly name = 'NotAReport';
}

/**
 * Reads the text of a stored report, as `--report RUN.json` writes it, and holds it against
 * schemas/report.schema.json. Throws a NotAReport for anything else: what is no JSON, what was cut
 * off, a newer format, and a report that lacks something or has it in another form.
 */
export function parseReport(text: string): Report {
  const value = parsed(text);
  if (!isObject(value)) throw notOfThisFormat();
  checkFormat(value.format);
  const validate = reportSchema();
  if (validate(value)) return value;
  const [error] = validate.errors ?? [];
  const place = error?.instancePath === '' ? 'the report' : error?.instancePath;
  throw new NotAReport(`is damaged: ${place} ${error?.message}`);
}

function parsed(text: string): unknown {
  if (text.trim() === '') throw new NotAReport('is no report: it is empty');
  try {
    // Some editors put a byte order mark before the text.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const begun = text.includes('"conformance-report/');
    throw new NotAReport(
      begun
        ? 'is damaged: its JSON breaks off, or was changed by hand; write the report again'
        : 'is no report: it is not JSON (--report RUN.json writes one)',
    );
  }
}

/** "none changes its meaning without a new `format`": another one must not be guessed at. */
function checkFormat(format: unknown): void {
  if (format === FORMAT) return;
  const [, number] = /^conformance-report\/(\d{1,9})$/.exec(String(format)) ?? [];
  if (number === undefined || Number(number) < 1) throw notOfThisFormat();
  throw new NotAReport(
    `is a report of the newer format ${String(format)}, and this version of the command reads ${FORMAT}: use the version that wrote it, or a newer one`,
  );
}

function notOfThisFormat(): NotAReport {
  return new NotAReport(`is no report: expected JSON of the format ${FORMAT}`);
}

let compiled: ValidateFunction<Report> | undefined;

/** The schema is compiled once, and only where a report is read. */
function reportSchema(): ValidateFunction<Report> {
  compiled ??= new Ajv2020({ strict: true }).compile<Report>(readSchema());
  return compiled;
}

/** The sources lie one folder below that of the package, what is built from them two. */
function readSchema(): object {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const root of [join(here, '..'), join(here, '..', '..')]) {
    try {
      const file = join(root, 'schemas', 'report.schema.json');
      const schema: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (isObject(schema)) return schema;
    } catch {
      // Not in this folder; the next one is tried.
    }
  }
  throw new Error('schemas/report.schema.json is missing: is the installation whole?');
}
