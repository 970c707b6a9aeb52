import type { Version } from '../../specification/versions.js';

/** The kinds of needs, which are the keys of a profile. */
export const NEED_KINDS = [
  'endpoints',
  'fields',
  'filters',
  'order',
  'search',
  'pages',
  'dates',
  'writes',
  'sign-in',
  'requirements',
] as const;

/** One of the kinds. */
export type NeedKind = (typeof NEED_KINDS)[number];

/** One need of a client. */
export interface Need {
  kind: NeedKind;
  /**
   * The form or list, for kinds that have them: `series.detail` of fields, `covers` of filters. Of a requirement the
   * field that it is needed of.
   */
  of?: string;
  /** `mbox`, `submitter`, `bundle.create`. */
  name: string;
  /** The first version in which the client needs it; default all versions. */
  since?: Version;
  /** What the client does wrong without it, although it works. */
  degrades?: string;
  /** Its line in the file. */
  line: number;
}

/**
 * What an instance may send now and then in place of a response, and a client may send its request again for: the page
 * of a bot wall, a status, a status with `Retry-After`, a closed connection.
 */
export const INTERRUPTIONS = [
  ...['page', '429', '502', '503', '504'],
  ...['429-retry-after', '503-retry-after', 'closed'],
];

/** The needs of a client. */
export interface Profile {
  name: string;
  /** Where the needs come from, as text. */
  about?: string;
  /**
   * The versions that the client can use, any of which is enough; `latest` if its URLs name none.
   * Default: every version, as the user configures it.
   */
  versions?: Version[] | 'latest';
  /** What it sends a request again for, of `INTERRUPTIONS`. */
  retries?: readonly string[];
  needs: Need[];
}
