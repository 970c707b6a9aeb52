import type { WalkedList } from '../../../harness/walk/judging.js';
import type { Form, ResourceName } from '../../../specification/resource.js';
import { TOP_LISTS } from '../sources.js';

/** A collection whose list is scanned exhaustively, and the form of its items. */
export interface WalkedCollection extends Pick<WalkedList, 'path' | 'signedIn'> {
  resource: ResourceName;
  form: Form;
  /** The requirement that the list can be read, if there is one. */
  answers?: string;
}

/**
 * The collections of the root. Nested lists (comments and checks of each patch and cover letter)
 * are not scanned: they would cost a request for each parent.
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
  // "Full patch fields: not shown": an item is checked by the rules for all objects.
  { path: 'patches/', resource: 'patch', form: 'embedded', signedIn: false },
];

/** The collection at that path. Throws a RangeError if its list is not scanned. */
export function walkedAt(path: string): WalkedCollection {
  const found = WALKED.find((collection) => collection.path === path);
  if (found === undefined) throw new RangeError(`${path} is not scanned exhaustively`);
  return found;
}
