import { expect, test } from 'vitest';
import { JsonScan } from '../../harness/client/json-scan.js';

/** What is kept of a text that comes in portions of so many bytes, and how it was looked at. */
function scanned(text: string, portion: number): { kept: string; scan: JsonScan } {
  const bytes = Buffer.from(text, 'utf8');
  const scan = new JsonScan();
  const kept: Uint8Array[] = [];
  for (let at = 0; at < bytes.length && !scan.isEnough; at += portion) {
    kept.push(...scan.take(bytes.subarray(at, at + portion)));
  }
  return { kept: Buffer.concat(kept).toString('utf8'), scan };
}

const PORTIONS = [1, 7, 2 ** 16, 2 ** 24];

test.for(PORTIONS)('of a long list the first 300 rows are kept, %d bytes at a time', (portion) => {
  const rows = Array.from({ length: 1000 }, (_, id) => ({ id, parts: [1, 2], name: 'a,b]' }));
  const { kept, scan } = scanned(JSON.stringify(rows), portion);
  expect(scan.isEnough).toBe(true);
  expect(JSON.parse(kept)).toEqual(rows.slice(0, 300));
});

test.for(PORTIONS)(
  'the end of a long string is left out between two characters, %d bytes at a time',
  (portion) => {
    for (const character of ['x', 'ë', '漢', '😀', '\\n', '\\\\', '\\"', '\\u00eb']) {
      for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
        const string = `${before}${character.repeat(20_000)}`;
        const whole = JSON.parse(`"${string}"`) as string;
        const read = JSON.parse(scanned(`{"a": "${string}", "b": 1}`, portion).kept);
        expect(read.b).toBe(1);
        expect(whole.startsWith(read.a)).toBe(true);
        expect(read.a.length).toBeLessThan(whole.length);
      }
    }
  },
);

test('the values are counted, and the bytes without what is left out', () => {
  const many = (part: string, times: number) => `{"a": [${Array(times).fill(part).join(',')}]}`;
  for (const part of ['{}', '[]', '1']) {
    expect(scanned(many(part, 40_000), 2 ** 16).scan.tooMuch).toBeUndefined();
    expect(scanned(many(part, 110_000), 2 ** 16).scan.tooMuch).toContain('100000 values');
  }
  const string = JSON.stringify('x'.repeat(20_000));
  expect(scanned(many(string, 450), 2 ** 16).scan.tooMuch).toBeUndefined();
  expect(scanned(many(string, 550), 2 ** 16).scan.tooMuch).toContain('8000000 bytes');
});
