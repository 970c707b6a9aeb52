import { expect, test } from 'vitest';
import { shownOf } from './output.js';

test.for([
  { what: 'another word', shown: ['good', 'end'], actual: ['bad', 'end'] },
  { what: 'another number', shown: ['460 requirements'], actual: ['461 requirements'] },
  { what: 'a line too many', shown: ['one', 'two'], actual: ['one'] },
  { what: 'a line too few', shown: ['one'], actual: ['one', 'two'] },
  { what: 'a line below an ellipsis that never comes', shown: ['…', 'end'], actual: ['a'] },
])('$what is a difference', ({ shown, actual }) => {
  expect(shownOf(actual, shown)).not.toEqual(shown);
});

test('changed words below an ellipsis replace one line, not the rest of the page', () => {
  const actual = ['a', 'two words here', 'b', ' FINE  now'];
  expect(shownOf(actual, ['…', 'two words there', '…', ' GOOD  now'])).toEqual([
    '…',
    'two words here',
    '…',
    ' FINE  now',
  ]);
});
