import type { Identities } from './identities.js';
import type { Side } from './side.js';

const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$/;

/** The longest part of a text that is told apart from the object that it stands in. */
const LONGEST_CHANGE = 40;

/** What both instances show, and where they are. */
export interface Sides {
  identities: Identities;
  old: Pick<Side, 'ownUrl'>;
  new: Pick<Side, 'ownUrl'>;
}

/**
 * How two texts differ: undefined if they are the same, or URLs that lead to the same; a key for what
 * changes in the same way wherever it stands, such as the zone of dates; else an empty text.
 */
export function changeOf(old: string, received: string, sides: Sides): string | undefined {
  const [own, other] = [sides.old.ownUrl(old), sides.new.ownUrl(received)];
  if (own !== undefined && other !== undefined) {
    const expected = sides.identities.expected(own, other);
    return expected === other ? undefined : partChanged('URL', expected, other);
  }
  if (old === received) return undefined;
  if (/^https?:/i.test(old)) return partChanged('URL', old, received);
  if (!DATE.test(old) || !DATE.test(received)) return '';
  const seconds = Math.round((Date.parse(received) - Date.parse(old)) / 1000);
  return partChanged('date', old, received) || `date by ${seconds} s`;
}

/** The part of a text that is written in another way; empty if numbers or words changed, or most of it. */
function partChanged(what: string, old: string, received: string): string {
  if (decoded(old) === decoded(received)) return `${what} escaping`;
  let start = 0;
  while (start < old.length && old[start] === received[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, received.length) - start;
  while (end < most && old.at(-1 - end) === received.at(-1 - end)) end += 1;
  const [one, other] = [old, received].map((text) =>
    text.slice(start, text.length - end).replace(/\d+/g, 'N'),
  );
  const change = `${one} → ${other}`;
  // A word instead of another is a difference of one field, and so is a number.
  const isForm = one === '' || other === '' || !/[a-z]/i.test(change.replace(/[NTZ]/g, ''));
  const isLong = change.length > LONGEST_CHANGE;
  return isForm && !isLong && !/^N? → N?$/.test(change) ? `${what} ${change}` : '';
}

/** A URL without any escapes, however often they were escaped. */
function decoded(url: string): string {
  try {
    const plain = decodeURIComponent(url);
    return plain === url ? url : decoded(plain);
  } catch {
    return url;
  }
}
