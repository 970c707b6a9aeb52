/** A fault that was thought up, and that no run of the suite may be asked to tell. */
export interface Withdrawn {
  id: string;
  says: string;
  /** Why a sound instance may do the same, or why no check may look. */
  why: string;
}

/** What was thought up from the specification and taken out again; proof/README.md shows it. */
export const WITHDRAWN: readonly Withdrawn[] = [
  {
    id: 'links-relative',
    says: 'The links are paths without a scheme and a host.',
    why: 'The specification says of the links no more than "The `Link` response header (RFC 5988)", and RFC 5988 allows a relative reference and has clients resolve it: such an instance is sound.',
  },
  {
    id: 'bundle-name-may-be-blank',
    says: 'A bundle without a name is created with a blank one.',
    why: '"Which body fields are required versus optional on writes: not shown": no sentence demands a name, and a blank one is a string as good as any.',
  },
  {
    id: 'bundles-public-unless-told',
    says: 'A bundle is public unless it is said to be private.',
    why: 'The specification names no default for `public`. Deployed releases have one, but what releases do fails nobody.',
  },
  {
    id: 'untyped-body-refused',
    says: 'A PATCH whose body has no Content-Type is refused instead of answered 200.',
    why: 'The specification describes the 200 that leaves everything unchanged as what happens, not as what must; a refusal that leaves everything unchanged harms nobody and is accepted.',
  },
];
