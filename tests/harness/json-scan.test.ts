import { expect, test } from 'vitest';
import { JsonScan } from '../../harness/client/json-scan.js';

/** What is kept of a text that comes in portions of so many bytes. */
function keptOf(text: string, portion: number): string {
  const bytes = Buffer.from(text, 'utf8');
  const scan = new JsonScan();
  const kept: Uint8Array[] = [];
  for (let at = 0; at < bytes.length && !scan.isEnough; at += portion) {
    kept.push(...scan.take(bytes.subarray(at, at + portion)));
  }
  return Buffer.concat(kept).toString('utf8');
}

test.for([1, 7, 2 ** 16, 2 ** 24])(
  'the end of a long string is left out between two characters, %d bytes at a time',
  (portion) => {
    for (const character of ['x', 'ë', '漢', '😀', '\\n', '\\\\', '\\"', '\\u00eb']) {
      for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
        const string = `${before}${character.repeat(20_000)}`;
        const whole = JSON.parse(`"${string}"`) as string;
        const read = JSON.parse(keptOf(`{"a": "${string}", "b": 1}`, portion));
        expect(read.b).toBe(1);
        expect(whole.startsWith(read.a)).toBe(true);
        expect(read.a.length).toBeLessThan(whole.length);
      }
    }
  },
);
