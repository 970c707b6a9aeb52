import { describe, expect, it } from 'vitest';
import { REPORTS as OPTIONS } from '../../cli/options/reports.js';
import { renderBadge } from '../../reporters/badge.js';
import { formatFor, RUN, wantsEveryExchange } from '../../reporters/formats.js';
import { renderHar } from '../../reporters/har.js';
import { renderJunit } from '../../reporters/junit.js';
import { jsonText } from '../../reporters/printable.js';
import { htmlOf, markdownOf } from './rendered.js';
import { everyVerdict, hostile } from './reports.js';

describe('formats of a report', () => {
  it('are chosen by the extension of the file', () => {
    expect(formatFor(RUN, 'out/run.json')(everyVerdict())).toBe(jsonText(everyVerdict()));
    expect(formatFor(RUN, 'RUN.JSON')(everyVerdict())).toBe(jsonText(everyVerdict()));
    expect(formatFor(RUN, 'run.md')(everyVerdict())).toBe(markdownOf(everyVerdict()));
    expect(formatFor(RUN, 'out/run.html')(everyVerdict())).toBe(htmlOf(everyVerdict()));
    expect(formatFor(RUN, 'TEST-run.junit.xml')).toBe(renderJunit);
    expect(formatFor(RUN, 'run.har')).toBe(renderHar);
    expect(formatFor(RUN, 'badge.svg')).toBe(renderBadge);
  });

  it('are listed where there is none of that name', () => {
    for (const path of ['run.pdf', 'run', '-', 'run.constructor', '.har']) {
      expect(() => formatFor(RUN, path)).toThrow(
        `"${path}" names no format of a report: expected a file ending in .json`,
      );
    }
    const [, allowed = ''] = /ending in (.*)$/.exec(refused('run')) ?? [];
    for (const extension of allowed.split(', ')) {
      expect(formatFor(RUN, `run${extension}`)).toBeTypeOf('function');
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
    formatFor(RUN, path);
    return '';
  } catch (error) {
    return String(error);
  }
}
