import { flattened } from '../client/body.js';
import { isObject } from '../place.js';
import { mayBeFormOf } from '../same-value.js';
import type { Mismatch } from '../violation.js';
import type { WriteSession } from './session.js';

/**
 * Why mismatches prove nothing: a write of the run whose response was lost may have arrived meanwhile, behind a
 * gateway that had given it up (docs/verdicts.md B-49). Undefined if one of them shows something else than what such
 * writes sent, or made.
 */
export function whyLate(
  { unanswered, client }: WriteSession,
  mismatches: readonly Mismatch[],
): string | undefined {
  const late = mismatches.map(({ exchange = -1, received }) => {
    const read = client.records.plain(exchange);
    const url = read?.url.replace(/[?#].*/s, '');
    const shown = [received, ...(isObject(received) ? Object.values(flattened(received)) : [])];
    return unanswered.find(({ object, method, values }) => {
      if (url?.endsWith(`/${object}/`) !== true) return false;
      // The list may show what it made; the answer to another POST is that of the instance.
      if (method === 'POST') return read?.method === 'GET';
      if (method === 'DELETE') return received === 404;
      return values.some((sent) =>
        shown.some((each) => each !== undefined && mayBeFormOf(sent, each)),
      );
    });
  });
  const [first] = late;
  if (first === undefined || late.includes(undefined)) return undefined;
  return `${first.object} shows what a ${first.method} of this run did, whose response was lost: it may have arrived late`;
}
