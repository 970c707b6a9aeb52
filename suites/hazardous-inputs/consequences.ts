import type { Answer } from '../../harness/client/answer.js';
import { shown } from '../../harness/expect.js';
import type { Mismatch } from '../../harness/violation.js';
import type { SubjectField } from '../write-rules/subject.js';

/** How many values a message names. */
const MOST_NAMED = 6;

/** A consequence, and the values of a field that have it. */
interface Found {
  name: string;
  values: string[];
  of: Mismatch;
}

/** A text in quotes, and how long it is where it is cut. */
export function quoted(text: unknown): string {
  const length = typeof text === 'string' ? text.length : 0;
  return shown(text, 60) + (length > 60 ? ` (${length} characters)` : '');
}

/** What hazardous values have brought about: one mismatch for each field and consequence, which names the values. */
export class Consequences {
  readonly #found = new Map<string, Found>();

  /** Takes note of what came of a value; `what` says it, `expected` what should have been. */
  add(
    { field: { name }, value }: { field: Pick<SubjectField, 'name'>; value: string },
    { status, exchange }: Pick<Answer, 'status' | 'exchange'>,
    what: string,
    expected = 'status 200, as before',
  ): void {
    const key = `${name} ${what}`;
    const of = { message: what, expected, received: status, exchange };
    const found: Found = this.#found.get(key) ?? { name, values: [], of };
    this.#found.set(key, found);
    found.values.push(quoted(value));
  }

  /** What departs, in the order in which it was found. */
  mismatches(): Mismatch[] {
    return [...this.#found.values()].map(({ name, values, of }) => {
      const more = values.length - MOST_NAMED;
      const named = values.slice(0, MOST_NAMED).join(' or ');
      const rest = more > 0 ? ` or one of ${more} more values` : '';
      return { ...of, message: `while \`${name}\` is ${named}${rest}, ${of.message}` };
    });
  }
}
