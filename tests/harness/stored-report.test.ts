import { describe, expect, it } from 'vitest';
import { NotAReport, parseReport } from '../../harness/stored-report.js';
import { everyVerdict } from '../reporters/reports.js';

/** Why a text is refused. */
function refusal(text: string): string {
  try {
    parseReport(text);
  } catch (error) {
    if (error instanceof NotAReport) return error.message;
    throw error;
  }
  return 'it is read';
}

/** The report with something in place of one of its members. */
function changed(member: string, value: unknown): string {
  return JSON.stringify({ ...everyVerdict(), [member]: value });
}

describe('a stored report', () => {
  it('may have been indented, have a byte order mark, and hold more than this version knows', () => {
    expect(parseReport(`\uFEFF${JSON.stringify(everyVerdict(), null, 4)}\n`).seed).toBe(42);
    expect(refusal(changed('more', { any: 1 }))).toBe('it is read');
  });

  it('is refused where it is something else', () => {
    expect(refusal('')).toBe('is not a report: it is empty');
    expect(refusal('hello')).toMatch(/^is not a report: it is not JSON/);
    const formats = ['{}', '{"format":"junit"}', '{"format":{"toString":1,"valueOf":1}}'];
    for (const other of ['[]', '5', 'null', '"conformance-report/2"', ...formats]) {
      expect(refusal(other), other).toBe(
        'is not a report: expected JSON of the format conformance-report/2',
      );
    }
  });

  it('is refused where its format is another, and the command to use is named', () => {
    for (const format of ['conformance-report/1', 'conformance-report/3']) {
      expect(refusal(changed('format', format))).toBe(
        `is a report of the format ${format}, but this version of the command reads conformance-report/2: use the version that wrote it`,
      );
    }
  });

  it('is refused, with the place, where something is missing or of another form', () => {
    expect(refusal(changed('results', undefined))).toBe(
      "is damaged: the report must have required property 'results'",
    );
    expect(refusal(changed('counts', { pass: 1 }))).toMatch(/^is damaged: \/counts must have/);
    expect(refusal(changed('fields', [{}]))).toMatch(/^is damaged: \/fields\/0 must have/);
    expect(refusal(changed('verdict', 'fine'))).toMatch(/^is damaged: \/verdict must be/);
    const baseline = { file: 'b', outcome: 'fine', problems: [] };
    expect(refusal(changed('baseline', baseline))).toMatch(/^is damaged: \/baseline\/outcome/);
  });
});
