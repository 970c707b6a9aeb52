import { type Answer, header } from '../../harness/client/answer.js';
import { unexpected } from '../../harness/expect.js';
import { at, type Seen, valueAt } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import { idOf } from './first-rows.js';

/** The fields whose values together tell an object from others: one alone may stand on any page. */
const TELLING = [['name'], ['username'], ['email'], ['owner', 'username']];

/** The responses that show an object, or that it can be read, to a caller who may not see it. */
export function exposures(object: Seen, answers: readonly Answer[]): Mismatch[] {
  return answers
    .filter((answer) => isRead(answer) || shows(answer, object))
    .map((answer) => {
      const { status, role } = answer;
      const expected = `a refusal of ${role} with 403 or 404, without any value of the object`;
      const got = `${status} with ${header(answer, 'content-type') ?? 'no Content-Type'}`;
      return unexpected(answer, expected, got, { kind: 'exposed', received: status });
    });
}

/** A page for browsers may be a sign-in form, and OPTIONS describes the path, not the object. */
function isRead(answer: Answer): boolean {
  const isPage = /\bhtml\b/i.test(header(answer, 'content-type') ?? '');
  return answer.status >= 200 && answer.status <= 299 && answer.method !== 'OPTIONS' && !isPage;
}

function shows(answer: Answer, object: Seen): boolean {
  const values = TELLING.map((path) => valueAt(object, ...path)).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  return values.length > 1 && values.every((value) => answer.text.includes(value));
}

/** The mismatch of a private bundle in the list of another caller. */
export function exposed(row: Seen, whom: string): Mismatch {
  return {
    message: `private bundle ${idOf(row)} is listed for ${whom}, who does not own it`,
    kind: 'exposed',
    pointer: row.at.pointer,
    expected: `not to be listed for ${whom}`,
    received: { id: idOf(row), public: at(row, 'public').value },
    exchange: row.at.exchange,
  };
}
