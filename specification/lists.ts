import {
  COLLECTION_OF,
  type CollectedResource,
  type CollectionName,
  ENDPOINTS,
} from './endpoints.js';
import { LARGEST_PAGE } from './limits.js';
import { ALL, latest, since, type Version } from './versions.js';

/** A parameter that every list takes. */
export interface CommonParameter {
  readonly name: 'page' | 'per_page' | 'order' | 'q';
  /** What its value is, in the words of docs/api.md. */
  readonly says: string;
  /** Whether it is a number from 1 on; else it is a text. */
  readonly isNumber: boolean;
  readonly largest?: number;
}

/** docs/api.md, "Common list query parameters". */
export const COMMON_PARAMETERS: readonly CommonParameter[] = [
  { name: 'page', says: 'page number', isNumber: true },
  {
    name: 'per_page',
    says: 'results per page, up to 100 on most endpoints',
    isNumber: true,
    largest: LARGEST_PAGE,
  },
  { name: 'order', says: 'field used for ordering', isNumber: false },
  { name: 'q', says: 'search term', isNumber: false },
];

/** "Events in versions 1.0 and 1.1 have no `order`": where a parameter comes later than the list. */
const LATER: Readonly<Partial<Record<CollectionName, Partial<Record<string, Version>>>>> = {
  events: { order: '1.2' },
};

/** The fields by which lists are put in an order; docs/api.md names none. */
export const ORDERS = ['id', 'name', 'date'] as const;

/** One of them. */
export type OrderField = (typeof ORDERS)[number];

/** A list that takes the common parameters. */
export interface List {
  readonly name: CollectionName;
  /** Below `/api/{v}/`. */
  readonly path: string;
  readonly resource: CollectedResource;
  /** The collection of the objects that it is nested below: `covers` of `covers/{id}/comments/`. */
  readonly parent?: string;
  /** Whether callers that do not sign in may be refused. */
  readonly signedIn: boolean;
  readonly versions: readonly Version[];
}

/** The lists of the endpoint table. */
export const SHOWN_LISTS: readonly List[] = ENDPOINTS.filter(({ isList }) => isList).map(
  ({ path, resource, signedIn, since: first }) => {
    const [parent = '', id] = path.split('/');
    return {
      name: COLLECTION_OF[resource],
      path,
      resource,
      parent: id?.startsWith('{') ? parent : undefined,
      signedIn,
      versions: since(first),
    };
  },
);

/** Those, and the list of patches: the root leads to it, and nothing else of it is shown. */
export const LISTS: readonly List[] = [
  ...SHOWN_LISTS,
  { name: 'patches', path: 'patches/', resource: 'patch', signedIn: false, versions: ALL },
];

/** The list of that name. Throws a RangeError if there is none. */
export function listNamed(name: string): List {
  const found = LISTS.find((each) => each.name === name);
  if (found === undefined) throw new RangeError(`docs/api.md has no list ${name}`);
  return found;
}

/** The versions in which a list takes a common parameter. */
export function versionsTaking(parameter: string, list: string): readonly Version[] {
  const { name, versions } = listNamed(list);
  return since(latest(LATER[name]?.[parameter] ?? '1.0', versions[0] ?? '1.0'));
}
