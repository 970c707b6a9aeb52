import { expect, test } from 'vitest';
import { withinLimit } from '../../harness/assemble-report.js';
import { parseReport } from '../../harness/stored-report.js';
import { LONGEST_FILE } from '../../harness/text-file.js';
import { jsonText } from '../../reporters/printable.js';
import { sampleExchange, sampleReport } from '../reporters/sample.js';

test('a report with much evidence can be read again; each exchange is there, with its status', () => {
  const [sample] = [sampleExchange(1, '/api/1.0/bundles/7/')];
  const headers = { 'content-type': 'application/json', 'x-policy': 'p'.repeat(14_000) };
  const response = { ...sample.response, headers, body: 'b'.repeat(4000) };
  const many = Array.from({ length: 3000 }, (_, n) => ({ ...sample, n, response }));
  const kept = withinLimit([...many, ...many]);
  expect(kept).toHaveLength(3000);
  expect(kept[0]).toEqual(many[0]);
  expect(kept.at(-1)?.response).toEqual({
    status: sample.response.status,
    headers: { 'content-type': 'application/json' },
    body: '',
    bodyBytes: 4000,
  });
  const text = jsonText({
    ...sampleReport({ offered: ['1.0'], requirements: [], results: [] }),
    exchanges: kept,
  });
  expect(Buffer.byteLength(text)).toBeLessThan(LONGEST_FILE.report);
  expect(parseReport(text).exchanges).toHaveLength(3000);
});
