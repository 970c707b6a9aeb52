import { expect, test } from 'vitest';
import { parseVersions, type Version } from '../../specification/versions.js';

test.for<[string, Version[]]>([
  ['1.2', ['1.2']],
  ['1.2,1.0', ['1.0', '1.2']],
  ['1.0, 1.3..1.4', ['1.0', '1.3', '1.4']],
  ['1.1..1.1', ['1.1']],
  ['1.2,1.1..1.3,1.2', ['1.1', '1.2', '1.3']],
])('%s', ([text, versions]) => {
  expect(parseVersions(text)).toEqual(versions);
});

test.for<[text: string, message: string]>([
  ['', '"" is no version'],
  ['1', '"1" is no version'],
  ['v1.2', '"v1.2" is no version'],
  ['1.10', '"1.10" is no version'],
  ['1.0,,1.1', '"" is no version'],
  ['1.0..', '"1.0.." is no version'],
  ['1.0..1.1..1.2', '"1.0..1.1..1.2" is no version'],
  ['1.3..1.1', '"1.3..1.1" runs backwards'],
  ['2.0', '1.0, 1.1, 1.2, 1.3, 1.4, or a range such as 1.0..1.2'],
])('%s is refused: %s', ([text, message]) => {
  expect(() => parseVersions(text)).toThrow(RangeError);
  expect(() => parseVersions(text)).toThrow(message);
});
