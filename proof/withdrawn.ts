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
    id: 'patch-changed-in-1.1-crashes',
    says: 'In versions 1.0 and 1.1, a PATCH of a patch without relations is kept, and answers 500.',
    why: 'Writes are shown for 1.2 and 1.3 (docs/verdicts.md B-11): nothing is ever written in an older version just to look.',
  },
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
  {
    id: 'addresses-keep-the-first-host',
    says: 'All addresses name the host of the first request since the start.',
    why: 'The specification calls {base_url} "the base address of an instance" and nowhere says that addresses follow the Host of a request; a run knows one address and never sends the first request since the start.',
  },
  {
    id: 'wrong-token-is-anonymous',
    says: 'A wrong token is treated as if none had been sent.',
    why: 'What a wrong token is answered where nobody need sign in is not said, and where somebody must, the answer to the anonymous is a refusal as well. That deployed releases refuse it everywhere binds nobody.',
  },
  {
    id: 'arrivals-have-an-actor',
    says: 'What came by mail has the first maintainer of the project as its actor.',
    why: 'Of the actor the specification says "embedded User, 1.2 and later", not for which events it is null.',
  },
  {
    id: 'settings-of-others-shown',
    says: 'The settings of a user are shown to every other user.',
    why: 'The endpoint table says "200, User with settings" of any id. Whether those of others are shown is recorded (auth.users.settings.of-others), not judged.',
  },
  {
    id: 'simultaneous-bundle-changes-lost',
    says: 'Of two changes of different fields at the same time, one is lost.',
    why: 'The specification says nothing of requests at the same moment, and whether a deployed release loses one of them is chance: the same instance would hold one day and depart the next. What came of it once is observed.',
  },
];
