import type { Version } from '../../specification/versions.js';

/** A reason as it reads in every version: the version in a path is left open. */
export function inAnyVersion(reason: string, version: Version): string {
  return reason.replaceAll(`/api/${version}/`, '/api/{v}/');
}

/**
 * A reason without the places that it, or a part of it, ends with: `no page (covers/); no row
 * (patches/7/checks/)` is `no page; no row`. Which places there are differs by version, what is said
 * of them does not.
 */
export function withoutPlaces(reason: string): string {
  return reason.replaceAll(/ \([^()]*\)(?=;|$)/g, (part) => (part.includes('/') ? '' : part));
}
