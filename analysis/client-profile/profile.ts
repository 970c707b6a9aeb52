import type { Version } from '../../specification/versions.js';

/** The kinds of needs that a client may have, as the keys of its profile name them. */
export const NEED_KINDS = [
  'endpoints',
  'fields',
  'filters',
  'order',
  'search',
  'pages',
  'writes',
  'sign-in',
  'requirements',
] as const;

/** One of the kinds. */
export type NeedKind = (typeof NEED_KINDS)[number];

/** One thing that a client needs of an instance. */
export interface Need {
  kind: NeedKind;
  /** What it is of, where its kind is parted: `series.detail` of fields, `covers` of filters. */
  of?: string;
  /** `mbox`, `submitter`, `bundle.create`. */
  name: string;
  /** The first version in which the client needs it; all versions where it is not said. */
  since?: Version;
  /** Where it stands in the file. */
  line: number;
}

/** The needs of a client. */
export interface Profile {
  name: string;
  /** Where they come from, in the words of whoever wrote them down. */
  about?: string;
  needs: Need[];
}
