import { describe, expect, it } from 'vitest';
import { formatFor } from '../../reporters/formats.js';
import { renderJson } from '../../reporters/json.js';
import { everyVerdict } from './reports.js';

describe('formats of a report', () => {
  it('are chosen by the extension of the file', () => {
    expect(formatFor('out/run.json')).toBe(renderJson);
    expect(formatFor('RUN.JSON')).toBe(renderJson);
  });

  it('are listed where there is none of that name', () => {
    for (const path of ['run.pdf', 'run', '-', 'run.constructor']) {
      expect(() => formatFor(path)).toThrow(
        `"${path}" names no format of a report: expected a file ending in .json`,
      );
    }
  });

  it('give the report itself as JSON', () => {
    const text = renderJson(everyVerdict());
    expect(JSON.parse(text)).toEqual(everyVerdict());
    expect(text).toMatch(/^\{\n {2}"format": "conformance-report\/1",\n/);
    expect(text.endsWith('}\n')).toBe(true);
  });
});
