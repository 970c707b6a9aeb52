import { expect, test } from 'vitest';
import { shownOf } from './output.js';

test('what is shown rightly stays as it is, also where it varies', () => {
  const shown = ['at http://127.0.0.1:41000', '7.5 s, 1,119 requests', '', 'well'];
  const actual = ['at http://127.0.0.1:50123', '8 s, 3 requests', '', 'well'];
  expect(shownOf(actual, shown)).toEqual(shown);
});

test('a number that is no longer so becomes what came', () => {
  expect(shownOf(['461 requirements'], ['460 requirements'])).toEqual(['461 requirements']);
});

test('an ellipsis leaves out lines, none as well as many, up to the line below it', () => {
  expect(shownOf(['a', 'b', 'c', 'd'], ['a', ' …', 'd'])).toEqual(['a', ' …', 'd']);
  expect(shownOf(['a', 'd'], ['a', '…', 'd'])).toEqual(['a', '…', 'd']);
  expect(shownOf(['a', 'b'], ['a', '…'])).toEqual(['a', '…']);
});

test('changed words below an ellipsis replace one line, not the rest of the page', () => {
  const actual = ['a', 'two words here', 'b', ' FINE  now'];
  expect(shownOf(actual, ['…', ' GOOD  now'])).toEqual(['…', ' FINE  now']);
  expect(shownOf(actual, ['…', 'two words there', '…', ' FINE  now'])).toEqual([
    '…',
    'two words here',
    '…',
    ' FINE  now',
  ]);
});

test.for([
  { what: 'another word', shown: ['good', 'end'], actual: ['bad', 'end'] },
  { what: 'a line too many', shown: ['one', 'two'], actual: ['one'] },
  { what: 'a line too few', shown: ['one'], actual: ['one', 'two'] },
  { what: 'a line below an ellipsis that never comes', shown: ['…', 'end'], actual: ['a'] },
])('$what is a difference', ({ shown, actual }) => {
  expect(shownOf(actual, shown)).not.toEqual(shown);
});
