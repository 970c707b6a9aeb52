import type { Api } from '../../harness/api.js';
import type { Instance } from '../../harness/instance.js';
import { ALL, since, type Version } from '../../specification/versions.js';
import { GUARDED_COLLECTIONS } from '../conventions/sources.js';

/** A list of the API, nested ones among them. */
export interface List {
  /** As people name it, and as the ids of requirements do: `covers`, `cover-comments`. */
  name: string;
  versions: readonly Version[];
  signedIn: boolean;
  path(instance: Instance): Promise<string>;
  /** The order that it is asked for, other than the one that it has unasked. */
  order: string;
  /** "Events in versions 1.0 and 1.1 have no `order`." */
  ordered: readonly Version[];
  /** The path from a row to a text that a search may find. */
  text?: readonly string[];
  /** Whether that text is what the row is called by, so that a search should find the row by it. */
  named?: true;
  /** Whether it is searched for a word with letters beyond ASCII, if there is one. */
  foreign?: true;
  /** Whether it is searched in one project, if its rows are of several. */
  inProject?: true;
}

function collection(name: string, text?: readonly string[], more: Partial<List> = {}): List {
  const path = `${name}/`;
  return {
    name,
    versions: ALL,
    signedIn: GUARDED_COLLECTIONS.includes(path),
    path: () => Promise.resolve(path),
    order: '-id',
    ordered: ALL,
    ...(text === undefined ? {} : { text }),
    ...more,
  };
}

/** Every list that takes the common parameters (SPEC.md, "Common list query parameters"). */
export const LISTS: readonly List[] = [
  collection('projects', ['name']),
  collection('users', ['username']),
  collection('people', ['name'], { named: true, foreign: true }),
  collection('bundles', ['name'], { named: true }),
  collection('covers', ['name'], { named: true, foreign: true }),
  collection('series', ['name'], { named: true, inProject: true }),
  collection('patches', ['name'], { named: true }),
  collection('events', ['category'], { order: 'date', ordered: since('1.2') }),
  {
    name: 'cover-comments',
    // B-8: in 1.0 they are observed.
    versions: since('1.1'),
    signedIn: false,
    path: async (instance) => `covers/${(await instance.coversWithComments())[0]}/comments/`,
    order: '-id',
    ordered: since('1.1'),
    text: ['subject'],
  },
  {
    name: 'checks',
    // B-9.
    versions: since('1.3'),
    signedIn: false,
    path: async (instance) => `patches/${(await instance.patchesWithChecks())[0]}/checks/`,
    order: '-id',
    ordered: since('1.3'),
    text: ['context'],
  },
];

/** The list of that name. */
export function listNamed(name: string): List {
  const found = LISTS.find((list) => list.name === name);
  if (found === undefined) throw new RangeError(`there is no list ${name}`);
  return found;
}

/** The role that a list is read as. */
export function readerOfList(api: Api, { signedIn }: List): Api {
  return signedIn ? api.signedIn() : api;
}
