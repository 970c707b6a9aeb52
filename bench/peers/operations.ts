import { LARGEST_PAGE } from '../../specification/limits.js';

/** A read operation that every tool performs. */
export interface Operation {
  /** The operationId, letters only. */
  id: string;
  /** Below `/api/1.3/`, parameters in braces; each has its own name. */
  path: string;
  /** The form (`$defs` of `schemas/v1.3/schema.json`) of the response, or of its items. */
  form: string;
  isList: boolean;
}

/** The API version: the newest released one, with every operation of SPEC.md. */
export const VERSION = '1.3';

/**
 * Every GET of version 1.3: those of the endpoint table, and the lists and objects of patches and comments
 * in deployed releases. SPEC.md specifies only the embedded form of patches.
 */
export const OPERATIONS: readonly Operation[] = [
  one('root', '', 'root.detail'),
  list('listBundles', 'bundles/', 'bundle.list'),
  one('showBundle', 'bundles/{bundle}/', 'bundle.detail'),
  list('listCovers', 'covers/', 'cover.list'),
  one('showCover', 'covers/{cover}/', 'cover.detail'),
  list('listCoverComments', 'covers/{cover}/comments/', 'cover-comment.list'),
  one('showCoverComment', 'covers/{cover}/comments/{coverComment}/', 'cover-comment.detail'),
  list('listEvents', 'events/', 'event.list'),
  list('listPatches', 'patches/', 'patch.embedded'),
  one('showPatch', 'patches/{patch}/', 'patch.embedded'),
  list('listPatchComments', 'patches/{patch}/comments/', 'patch-comment.list'),
  one('showPatchComment', 'patches/{patch}/comments/{patchComment}/', 'patch-comment.detail'),
  list('listChecks', 'patches/{patch}/checks/', 'check.list'),
  one('showCheck', 'patches/{patch}/checks/{check}/', 'check.detail'),
  list('listPeople', 'people/', 'person.list'),
  one('showPerson', 'people/{person}/', 'person.detail'),
  list('listProjects', 'projects/', 'project.list'),
  one('showProject', 'projects/{project}/', 'project.detail'),
  list('listSeries', 'series/', 'series.list'),
  one('showSeries', 'series/{series}/', 'series.detail'),
  list('listUsers', 'users/', 'user.list'),
  one('showUser', 'users/{user}/', 'user.detail'),
];

/** The names of the parameters in a path. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** The path with its parameters; lists use the maximum page size. */
export function address({ path, isList }: Operation, ids: ReadonlyMap<string, number>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids.get(name)));
  return `/api/${VERSION}/${filled}${isList ? `?per_page=${LARGEST_PAGE}` : ''}`;
}

function one(id: string, path: string, form: string): Operation {
  return { id, path, form, isList: false };
}

function list(id: string, path: string, form: string): Operation {
  return { id, path, form, isList: true };
}
