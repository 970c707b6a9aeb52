import { expect, test } from 'vitest';
import {
  formOf,
  isReadableAs,
  TEXT_PROPERTIES,
  textWith,
} from '../../suites/support/writing/unusual-texts.js';

const MARK = 'conformance-1f2e3d4c';

test.for([
  ['Ab-e\u0301', 'Ab-é', 'stored in NFC'],
  ['Ab', 'ab', 'stored in lower case'],
  [' ab ', 'ab', 'stored without blanks at its ends'],
  ['a_b', 'a-b', 'stored in another form'],
  ['aé', 'ae', 'stored in another form'],
  ['x'.repeat(50), 'x'.repeat(40), 'cut after 40 characters'],
] as const)('%s is readable as %s', ([sent, shown, form]) => {
  expect(isReadableAs(sent, shown, false)).toBe(true);
  expect(formOf(sent, shown)).toBe(form);
});

test.for([
  ['aéb', 'a?b'],
  ['aéb', 'aÃ©b'],
  ['aжb', 'ab'],
  ['x'.repeat(50), 'x'.repeat(20)],
  ['ab', null],
] as const)('%s is not readable as %s', ([sent, shown]) => {
  expect(isReadableAs(sent, shown, false)).toBe(false);
});

test.for([
  ['https://example.org/a%C3%A9?b=%2F', 'https://example.org/a%c3%a9?b=%2f', true],
  ['https://example.org/~ab', 'https://example.org/%7Eab', true],
  ['https://example.org/ab/#part', 'https://example.org/ab/', false],
  ['http://example.org/ab', 'https://example.org/ab', false],
] as const)('whether the URL %s is readable as %s: %s', ([sent, shown, isReadable]) => {
  expect(isReadableAs(sent, shown, true)).toBe(isReadable);
});

test('each property is drawn otherwise in another version and with another seed, in 30 characters', () => {
  for (const property of TEXT_PROPERTIES) {
    const drawn = (['1.2', '1.3', '1.4'] as const).flatMap((version) =>
      [0, 1, 2].map((seed) => {
        const context = { api: { version }, queries: { seed } } as never;
        return textWith(context, property, { id: 'bundle.update name', mark: MARK });
      }),
    );
    expect(new Set(drawn).size, property.name).toBeGreaterThan(4);
    for (const text of drawn) {
      expect(text).toContain(MARK);
      expect(text.length).toBeLessThanOrEqual(property.least ?? 30);
    }
  }
});
