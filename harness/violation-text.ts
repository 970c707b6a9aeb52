import { shown } from './expect.js';
import type { Redaction } from './redaction.js';
import type { ReportedViolation } from './report.js';
import type { Mismatch } from './violation.js';

/** The limit for displayed values, in characters. */
const LONGEST_VALUE = 400;

/** The limit for other texts from the instance, in characters. */
export const LONGEST_TEXT = 2000;

/** A mismatch for the report: masked and truncated, without its exchange. */
export function violationText(
  { message, kind = 'other', pointer, expected, received, count, ids }: Mismatch,
  redaction: Redaction,
): ReportedViolation {
  const text = (value: string) => redaction.beginning(value, LONGEST_TEXT);
  return {
    message: text(message),
    kind,
    pointer: pointer === undefined ? undefined : text(pointer),
    expected: expected === undefined ? undefined : text(expected),
    received: received === undefined ? undefined : text(shown(received, LONGEST_VALUE)),
    count,
    ids: ids?.map((id) => (typeof id === 'number' ? id : text(id))),
  };
}
