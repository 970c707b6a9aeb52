import { expect, test } from 'vitest';
import { shownOf } from './output.js';

const VARYING = ['at http://127.0.0.1:41000', '7.5 s, 1,119 requests', '', 'well'];

test.for([
  [['at http://127.0.0.1:50123', '8 s, 3 requests', '', 'well'], VARYING],
  [
    ['a', 'b', 'c', 'd'],
    ['a', ' …', 'd'],
    ['a', '…'],
  ],
  [
    ['a', 'd'],
    ['a', '…', 'd'],
  ],
])(
  '%j is shown rightly, where it varies and where lines are left out',
  ([actual = [], ...pages]) => {
    for (const shown of pages) expect(shownOf(actual, shown)).toEqual(shown);
  },
);

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
