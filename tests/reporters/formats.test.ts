import { describe, expect, it } from 'vitest';
import { REPORTS as OPTIONS } from '../../cli/options/reports.js';
import { renderBadge } from '../../reporters/badge.js';
import { formatFor, wantsEveryExchange } from '../../reporters/formats.js';
import { renderHar } from '../../reporters/har.js';
import { jsonText } from '../../reporters/json-text.js';
import { renderJunit } from '../../reporters/junit.js';
import { renderMarkdown } from '../../reporters/markdown.js';
import { everyVerdict, hostile } from './reports.js';

describe('formats of a report', () => {
  it('are chosen by the extension of the file', () => {
    expect(formatFor('out/run.json')(everyVerdict())).toBe(jsonText(everyVerdict()));
    expect(formatFor('RUN.JSON')).toBe(formatFor('out/run.json'));
    expect(formatFor('run.md')).toBe(renderMarkdown);
    expect(formatFor('TEST-run.junit.xml')).toBe(renderJunit);
    expect(formatFor('run.har')).toBe(renderHar);
    expect(formatFor('badge.svg')).toBe(renderBadge);
  });

  it('are listed where there is none of that name', () => {
    for (const path of ['run.pdf', 'run', '-', 'run.constructor', '.har']) {
      expect(() => formatFor(path)).toThrow(
        `"${path}" names no format of a report: expected a file ending in .json`,
      );
    }
    const [, allowed = ''] = /ending in (.*)$/.exec(refused('run')) ?? [];
    for (const extension of allowed.split(', ')) {
      expect(formatFor(`run${extension}`)).toBeTypeOf('function');
      expect(OPTIONS.report.says).toContain(extension);
    }
  });

  it('need every exchange of the run for an archive only', () => {
    expect(['run.har', 'x/RUN.HAR'].every(wantsEveryExchange)).toBe(true);
    expect(['run.json', 'run.har.json', 'har', '-'].some(wantsEveryExchange)).toBe(false);
  });

  it('give JSON that holds nothing a terminal would obey, and reads back as what it was', () => {
    const text = jsonText(hostile());
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(hostile())));
  });

  it('give the report itself as JSON', () => {
    const text = jsonText(everyVerdict());
    expect(JSON.parse(text)).toEqual(everyVerdict());
    expect(text).toMatch(/^\{\n {2}"format": "conformance-report\/1",\n/);
    expect(text.endsWith('}\n')).toBe(true);
  });
});

function refused(path: string): string {
  try {
    formatFor(path);
    return '';
  } catch (error) {
    return String(error);
  }
}
