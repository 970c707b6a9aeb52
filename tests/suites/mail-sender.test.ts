import { describe, expect, test } from 'vitest';
import { senderOf } from '../../suites/people/people.js';

describe('whom the From of a mail names', () => {
  test.each([
    ['ada@example.org', '', 'ada@example.org'],
    ['<ada@example.org>', '', 'ada@example.org'],
    ['Ada <ada@example.org>', 'Ada', 'ada@example.org'],
    ['"Lovelace, \\"Ada\\"" <ada@example.org>', 'Lovelace, "Ada"', 'ada@example.org'],
    ['Žofie Nováková <z@example.org>', 'Žofie Nováková', 'z@example.org'],
    ['=?utf-8?q?J=C3=B6rg_B=2E?= <j@example.org>', 'Jörg B.', 'j@example.org'],
    ['=?UTF-8?B?5bGx55Sw?=\r\n =?UTF-8?B?5aSq6YOO?= <y@example.org>', '山田太郎', 'y@example.org'],
    ['=?iso-8859-1?Q?Andr=E9?= Roe <a@example.org>', 'André Roe', 'a@example.org'],
    ['=?x-none?q?Ada?= <ada@example.org>', '=?x-none?q?Ada?=', 'ada@example.org'],
  ])('%s', (from, name, address) => {
    expect(senderOf(from)).toEqual({ name, address });
  });

  test.each([undefined, null, ['a@b', 'c@d'], '', 'nobody', 'a@b, c@d', `${'x'.repeat(2_000)}@y`])(
    'nobody by %s',
    (from) => {
      expect(senderOf(from)).toBeUndefined();
    },
  );
});
