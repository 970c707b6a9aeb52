import { shown } from './expect.js';
import type { Redaction } from './redaction.js';
import type { ReportedViolation } from './report.js';
import type { Mismatch } from './violation.js';

/** How much of a value is shown, in characters. */
const LONGEST_VALUE = 400;

/** A mismatch as the report shows it: masked and cut, without the exchange that it was seen in. */
export function violationText(
  { message, pointer, expected, received }: Mismatch,
  redaction: Redaction,
): ReportedViolation {
  const text = (value: string) => redaction.text(value);
  return {
    message: text(message),
    ...(pointer === undefined ? {} : { pointer: text(pointer) }),
    ...(expected === undefined ? {} : { expected: text(expected) }),
    ...(received === undefined ? {} : { received: text(shown(received, LONGEST_VALUE)) }),
  };
}
