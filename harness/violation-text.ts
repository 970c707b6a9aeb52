import { shown } from './expect.js';
import type { Redaction } from './redaction.js';
import type { ReportedViolation } from './report.js';
import type { Mismatch } from './violation.js';

/** How much of a value is shown, in characters. */
const LONGEST_VALUE = 400;

/** How long any other text is of what an instance may have a part in, in characters. */
const LONGEST_TEXT = 2000;

/** A mismatch as the report shows it: masked and cut, without the exchange that it was seen in. */
export function violationText(
  { message, pointer, expected, received }: Mismatch,
  redaction: Redaction,
): ReportedViolation {
  const text = (value: string) => cutText(redaction.text(value));
  return {
    message: text(message),
    ...(pointer === undefined ? {} : { pointer: text(pointer) }),
    ...(expected === undefined ? {} : { expected: text(expected) }),
    ...(received === undefined ? {} : { received: text(shown(received, LONGEST_VALUE)) }),
  };
}

/** A text that is masked already, cut to what is shown of it. */
export function cutText(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
