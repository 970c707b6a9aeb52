import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ALL,
  before,
  between,
  isVersion,
  parseVersions,
  since,
  until,
  VERSIONS,
  type Version,
} from '../../specification/versions.js';

const version = fc.constantFrom(...VERSIONS);

test('the versions of the specification, in their order', () => {
  expect(ALL).toEqual(['1.0', '1.1', '1.2', '1.3', '1.4']);
});

test('what is named is what is meant', () => {
  expect(since('1.3')).toEqual(['1.3', '1.4']);
  expect(until('1.1')).toEqual(['1.0', '1.1']);
  expect(before('1.1')).toEqual(['1.0']);
  expect(before('1.0')).toEqual([]);
  expect(between('1.1', '1.3')).toEqual(['1.1', '1.2', '1.3']);
  expect(between('1.3', '1.1')).toEqual([]);
});

test('before and since share out the versions; until and since have one in common', () => {
  fc.assert(
    fc.property(version, (bound) => {
      expect([...before(bound), ...since(bound)]).toEqual(ALL);
      expect(until(bound).filter((each) => since(bound).includes(each))).toEqual([bound]);
      expect(until(bound)).toEqual([...before(bound), bound]);
    }),
  );
});

test('between is what since and until have in common', () => {
  fc.assert(
    fc.property(version, version, (first, last) => {
      const common = since(first).filter((each) => until(last).includes(each));
      expect(between(first, last)).toEqual(common);
    }),
  );
});

test.for<[string, Version[]]>([
  ['1.2', ['1.2']],
  ['1.2,1.0', ['1.0', '1.2']],
  ['1.0..1.2', ['1.0', '1.1', '1.2']],
  ['1.0, 1.3..1.4', ['1.0', '1.3', '1.4']],
  ['1.1..1.1', ['1.1']],
  ['1.2,1.1..1.3,1.2', ['1.1', '1.2', '1.3']],
])('%s', ([text, versions]) => {
  expect(parseVersions(text)).toEqual(versions);
});

test.for<[text: string, message: string]>([
  ['', '"" is no version'],
  ['1', '"1" is no version'],
  ['1.5', '"1.5" is no version'],
  ['v1.2', '"v1.2" is no version'],
  ['1.10', '"1.10" is no version'],
  ['1.0,,1.1', '"" is no version'],
  ['1.0..', '"1.0.." is no version'],
  ['..1.2', '"..1.2" is no version'],
  ['1.0..1.1..1.2', '"1.0..1.1..1.2" is no version'],
  ['1.0 .. 1.2', '"1.0 .. 1.2" is no version'],
  ['1.3..1.1', '"1.3..1.1" runs backwards'],
])('%s is refused: %s', ([text, message]) => {
  expect(() => parseVersions(text)).toThrow(RangeError);
  expect(() => parseVersions(text)).toThrow(message);
});

test('a refusal lists what is allowed', () => {
  expect(() => parseVersions('2.0')).toThrow(
    '1.0, 1.1, 1.2, 1.3, 1.4, or a range such as 1.0..1.2',
  );
});

test('any choice of versions is read back in order, each once', () => {
  fc.assert(
    fc.property(fc.array(version, { minLength: 1 }), (chosen) => {
      const wanted = VERSIONS.filter((each) => chosen.includes(each));
      expect(parseVersions(chosen.join(','))).toEqual(wanted);
    }),
  );
});

test('any other text is refused, or names nothing but versions', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        return parseVersions(text).every(isVersion);
      } catch (error) {
        return error instanceof RangeError;
      }
    }),
  );
});
