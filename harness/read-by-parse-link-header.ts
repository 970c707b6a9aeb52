import parseLinkHeader from 'parse-link-header';
import { type LinkHeader, linksTo, RELATIONS } from './link-header.js';

/** The longest header that is passed to the library. */
const LONGEST = 2000;

/** The library's patterns are slow on long runs of spaces, so these are not passed to it. */
const TOO_MANY_BLANKS = /\s{9}/;

/**
 * How the result of the library `parse-link-header`, which many JavaScript clients use, differs
 * from that of `parseLinkHeader`: one sentence per difference. A header that could take long is not
 * passed to the library; that is reported instead. `url` is the requested URL.
 */
export function readOtherwiseByLibrary(text: string, sound: LinkHeader, url: string): string[] {
  if (text.length > LONGEST) return [`not checked: the header has more than ${LONGEST} characters`];
  if (TOO_MANY_BLANKS.test(text)) return ['not checked: the header has a long run of spaces'];
  const read = byLibrary(text);
  if (read === undefined) return ['the library fails on the header'];
  return RELATIONS.flatMap((relation) => {
    const targets = linksTo(sound, relation).map(({ target }) => target);
    const other = Object.hasOwn(read, relation) ? read[relation]?.url : undefined;
    if (other === undefined)
      return targets.length > 0 ? [`the library does not find ${relation}`] : [];
    if (targets.length === 0) return [`the library finds ${relation} where there is none`];
    const same = URL.canParse(other, url) && targets.includes(new URL(other, url).href);
    return same ? [] : [`the library reads another URL for ${relation}`];
  });
}

/**
 * The result of the library; undefined if it throws. It uses a Node function that prints unusual
 * URLs to standard error: these may contain control characters or secrets, so deprecation warnings
 * are disabled.
 */
function byLibrary(text: string): parseLinkHeader.Links | undefined {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  try {
    return parseLinkHeader(text) ?? {};
  } catch {
    return undefined;
  } finally {
    process.noDeprecation = noDeprecation;
  }
}
