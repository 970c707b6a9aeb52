import type { Instance } from '../../harness/instance.js';
import {
  LISTS as SPECIFIED,
  type List as SpecifiedList,
  versionsTaking,
} from '../../specification/lists.js';
import type { Version } from '../../specification/versions.js';
import { pathOf } from '../conventions/sources.js';

/** A list of the API, nested ones among them. */
export interface List extends Omit<SpecifiedList, 'path'> {
  path(instance: Instance): Promise<string>;
  /** The order that it is asked for, other than the one that it has unasked. */
  order: string;
  /** The versions in which it takes an order. */
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

type Asked = Pick<List, 'text' | 'named' | 'foreign' | 'inProject'> & { order?: string };

/** What each list is asked for. */
const ASKED: Readonly<Partial<Record<string, Asked>>> = {
  projects: { text: ['name'] },
  users: { text: ['username'] },
  people: { text: ['name'], named: true, foreign: true },
  bundles: { text: ['name'], named: true },
  covers: { text: ['name'], named: true, foreign: true },
  series: { text: ['name'], named: true, inProject: true },
  patches: { text: ['name'], named: true },
  events: { text: ['category'], order: 'date' },
  'cover-comments': { text: ['subject'] },
  checks: { text: ['context'] },
};

/** Every list that takes the common parameters (SPEC.md, "Common list query parameters"). */
export const LISTS: readonly List[] = SPECIFIED.map((list) => ({
  ...list,
  path: (instance) => pathOf(list, instance),
  order: '-id',
  ordered: versionsTaking('order', list.name),
  ...ASKED[list.name],
}));

/** The list of that name. */
export function listNamed(name: string): List {
  const found = LISTS.find((list) => list.name === name);
  if (found === undefined) throw new RangeError(`there is no list ${name}`);
  return found;
}
