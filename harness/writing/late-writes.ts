import { mayBeFormOf } from '../same-value.js';
import type { Mismatch } from '../violation.js';
import type { WriteSession } from './session.js';

/**
 * Why mismatches prove nothing: a write of the run whose response was lost may have arrived meanwhile, behind a
 * gateway that had given it up (docs/verdicts.md B-49). Undefined if none of them shows what such a write sent.
 */
export function whyLate(
  { unanswered, client }: WriteSession,
  mismatches: readonly Mismatch[],
): string | undefined {
  for (const { exchange = -1, received } of mismatches) {
    const url = client.records.urlOf(exchange)?.replace(/[?#].*$/, '');
    const late = unanswered.find(
      ({ object, method, values }) =>
        url?.endsWith(`/${object}/`) === true &&
        (method === 'DELETE'
          ? received === 404
          : values.some((sent) => received !== undefined && mayBeFormOf(sent, received))),
    );
    if (late === undefined) continue;
    return `${late.object} shows what a ${late.method} of this run sent, whose response was lost: it may have arrived late`;
  }
  return undefined;
}
