import type { Answer } from '../../harness/client/answer.js';
import { shown } from '../../harness/expect.js';
import type { Mismatch } from '../../harness/violation.js';
import type { SubjectField } from '../support/writing/subject.js';

/** How many values a message names. */
const MOST_NAMED = 6;

/** A consequence, and the values of a field that cause it. */
interface Found {
  name: string;
  values: string[];
  of: Mismatch;
}

/** A text in quotes, with its length if it is truncated. */
export function quoted(text: unknown): string {
  const length = typeof text === 'string' ? text.length : 0;
  return shown(text, 60) + (length > 60 ? ` (${length} characters)` : '');
}

/**
 * The consequences of hazardous values: one mismatch per field and consequence, which names the
 * values.
 */
export class Consequences {
  readonly #found = new Map<string, Found>();

  /** Adds the consequence of a value; `what` describes it, `expected` the correct result. */
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

  /** The mismatches, in the order in which they were found. */
  mismatches(): Mismatch[] {
    return [...this.#found.values()].map(({ name, values, of }) => {
      const more = values.length - MOST_NAMED;
      const named = values.slice(0, MOST_NAMED).join(' or ');
      const rest = more > 0 ? ` or one of ${more} more values` : '';
      return { ...of, message: `while \`${name}\` is ${named}${rest}: ${of.message}` };
    });
  }
}
