import { describe, expect, it } from 'vitest';
import { REPORTS as OPTIONS } from '../../cli/options/reports.js';
import { renderBadge } from '../../reporters/badge.js';
import { formatFor, RUN, wantsEveryExchange } from '../../reporters/formats.js';
import { renderHar } from '../../reporters/har.js';
import { renderJunit } from '../../reporters/junit.js';
import { jsonText } from '../../reporters/printable.js';
import { AGAINST_BASELINES } from './baselines.js';
import { htmlOf, markdownOf, terminalOf } from './rendered.js';
import { everyVerdict, hostile, REPORTS } from './reports.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

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

  for (const [name, make] of [...REPORTS, ...AGAINST_BASELINES]) {
    it(`hold nothing that a terminal or a browser would obey: ${name}`, () => {
      for (const extension of ['json', 'html', 'md', 'xml', 'svg', 'har']) {
        const text = formatFor(RUN, `run.${extension}`)(make());
        // The script and the styles of a page are its own.
        const foreign = text.replace(/<(style|script)>.*?<\/\1>/gs, '').replaceAll('\n', '');
        expect(foreign, extension).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u);
      }
    });
  }

  it('give JSON that reads back as what it was', () => {
    expect(JSON.parse(jsonText(hostile()))).toEqual(JSON.parse(JSON.stringify(hostile())));
  });

  it('name the section that a failure rests on, and how to read it', () => {
    const id = 'page.any';
    const report = sampleReport({
      requirements: [sampleRequirement({ id, title: 'any', group: 'paging', spec: 'Limits' })],
      results: sampleResults(id, ['1.3'], { verdict: 'fail' }),
    });
    const plain = terminalOf(report, { colour: false, columns: 80, verbose: false });
    for (const text of [plain, markdownOf(report), htmlOf(report), renderJunit(report)]) {
      expect(text).toContain('docs/api.md, Limits');
      expect(text).toContain('explain page.any');
    }
  });

  it('give the report itself as JSON', () => {
    const text = jsonText(everyVerdict());
    expect(JSON.parse(text)).toEqual(everyVerdict());
    expect(text).toMatch(/^\{\n {2}"format": "conformance-report\/2",\n/);
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
