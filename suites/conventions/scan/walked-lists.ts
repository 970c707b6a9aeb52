import type { WalkedList } from '../../../harness/walk/judging.js';
import type { Form, ResourceName } from '../../../specification/resource.js';
import { TOP_LISTS } from '../sources.js';

/** A collection whose list is walked, and what its rows are judged as. */
export interface WalkedCollection extends Pick<WalkedList, 'path' | 'signedIn'> {
  resource: ResourceName;
  form: Form;
  /** The requirement that the list answers, if there is one. */
  answers?: string;
}

/**
 * The collections of the root. What is nested, the comments and checks of each patch and cover letter,
 * is not walked: it would cost a request for each of them.
 */
export const WALKED: readonly WalkedCollection[] = [
  ...TOP_LISTS.map(
    ({ path, resource, signedIn }): WalkedCollection => ({
      path,
      resource,
      form: 'list',
      signedIn,
      answers: `${resource}.list`,
    }),
  ),
  // "Full patch fields: not shown": a row is judged by what holds for objects of every kind.
  { path: 'patches/', resource: 'patch', form: 'embedded', signedIn: false },
];

/** The collection at that path. Throws a RangeError if its list is not walked. */
export function walkedAt(path: string): WalkedCollection {
  const found = WALKED.find((collection) => collection.path === path);
  if (found === undefined) throw new RangeError(`${path} is not walked`);
  return found;
}
