import type { Identities } from './identities.js';

/** Where one instance is: what its own URLs begin with. */
export interface Location {
  /** Host names with ports: of its base URL, and of the URLs in its root. */
  hosts: ReadonlySet<string>;
  /** The path before `/api`: `/patchwork`, or empty. */
  prefix: string;
}

/** A URL of an instance without its host. */
export interface OwnUrl {
  /** Whether it has a scheme and a host. */
  isAbsolute: boolean;
  /** Path and query below the prefix. */
  path: string;
}

/** A URL of the instance itself, or a path; undefined for anything else. */
export function ownUrl(text: string, { hosts, prefix }: Location): OwnUrl | undefined {
  const isAbsolute = isUrl(text);
  if (!isAbsolute && !text.startsWith('/')) return undefined;
  const [, host = '', rest = text] = isAbsolute
    ? (/^https?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? [])
    : [];
  if (isAbsolute && !hosts.has(host.toLowerCase())) return undefined;
  const path = prefix !== '' && rest.startsWith(`${prefix}/`) ? rest.slice(prefix.length) : rest;
  return { isAbsolute, path };
}

/** How two URLs of the instances differ, in a word; undefined if they lead to the same place. */
export type UrlDifference = 'absolute' | 'version' | 'slash' | 'escaping' | 'target';

/** Compares URLs without their hosts. Undefined if they are the same. */
export function urlDifference(
  old: OwnUrl,
  received: OwnUrl,
  identities: Identities,
): UrlDifference | undefined {
  const expected = identities.pathOnNew(old.path);
  if (identities.isSamePath(old.path, received.path)) {
    return old.isAbsolute === received.isAbsolute ? undefined : 'absolute';
  }
  const plain = (path: string) => path.replace(/^\/api\/\d+\.\d+\//, '/api/');
  if (plain(expected) === plain(received.path)) return 'version';
  if (expected.replace(/\/$/, '') === received.path.replace(/\/$/, '')) return 'slash';
  return decodedWhole(expected) === decodedWhole(received.path) ? 'escaping' : 'target';
}

/** Whether a text begins like a URL. */
export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A URL without any escapes, however often they were escaped. */
export function decodedWhole(url: string): string {
  try {
    const decoded = decodeURIComponent(url);
    return decoded === url ? url : decodedWhole(decoded);
  } catch {
    return url;
  }
}
