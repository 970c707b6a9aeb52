import parseLinkHeader from 'parse-link-header';
import { type LinkHeader, linksTo } from './link-header.js';

/** The longest header that the library reads. */
const LONGEST = 2000;

/** Its patterns take a time that grows fast with every run of blanks: longer ones are not shown to it. */
const TOO_MANY_BLANKS = /\s{9}/;

/** The relations of SPEC.md, "Limits". */
export const RELATIONS = ['first', 'prev', 'next', 'last'] as const;

/**
 * Where the library `parse-link-header`, which many clients in JavaScript rest on, reads a header
 * otherwise than it was read by `parseLinkHeader`: a sentence each, none where both agree. A header
 * that might keep the library busy for long is not shown to it, and that is the sentence.
 * `url` is what was asked for.
 */
export function readOtherwiseByLibrary(text: string, sound: LinkHeader, url: string): string[] {
  if (text.length > LONGEST) return [`not asked: the header has more than ${LONGEST} characters`];
  if (TOO_MANY_BLANKS.test(text)) return ['not asked: the header has a long run of blanks'];
  const read = byLibrary(text);
  if (read === undefined) return ['it fails on the header'];
  return RELATIONS.flatMap((relation) => {
    const targets = linksTo(sound, relation).map(({ target }) => target);
    const other = Object.hasOwn(read, relation) ? read[relation]?.url : undefined;
    if (other === undefined) return targets.length > 0 ? [`it does not see ${relation}`] : [];
    if (targets.length === 0) return [`it sees ${relation} where there is none`];
    const same = URL.canParse(other, url) && targets.includes(new URL(other, url).href);
    return same ? [] : [`it reads another address for ${relation}`];
  });
}

/**
 * What the library makes of a header; undefined where it throws. It reads addresses by a function of
 * Node's that warns of odd ones on standard error, as they are: what an instance has sent may be no
 * text for a terminal, and may hold a secret.
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
