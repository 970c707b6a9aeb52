import type { Form, ResourceName } from './resource.js';
import { since, type Version } from './versions.js';

/** The collection that the objects of a resource stand in, as requirements and profiles name it. */
export const COLLECTION_OF = {
  root: 'root',
  project: 'projects',
  user: 'users',
  person: 'people',
  patch: 'patches',
  bundle: 'bundles',
  cover: 'covers',
  series: 'series',
  event: 'events',
  check: 'checks',
  'cover-comment': 'cover-comments',
  'patch-comment': 'patch-comments',
} as const satisfies Partial<Record<ResourceName, string>>;

/** A resource that has endpoints, or is listed by the root. */
export type CollectedResource = keyof typeof COLLECTION_OF;

/** The name of a collection. */
export type CollectionName = (typeof COLLECTION_OF)[CollectedResource];

/** A resource that can be written. */
export type WrittenResource = 'bundle' | 'project' | 'user' | 'check' | 'patch-comment';

/** A status that refuses (SPEC.md, "Errors"). */
export type Refusal = 400 | 403 | 404;

/** One row of the endpoint table. */
export interface Endpoint {
  /** The operationId in the OpenAPI documents. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'put';
  /** Below `/api/{v}/`: `covers/{id}/`. */
  readonly path: string;
  readonly since: Version;
  readonly summary: string;
  readonly resource: CollectedResource;
  /** The form of the answer, or of each of its elements. */
  readonly form: Form;
  /** Whether the answer is an array, and the common parameters and the filters of the list are taken. */
  readonly isList: boolean;
  /** The resource whose writable fields the body has. */
  readonly body?: WrittenResource;
  /** "Other statuses", and those of the rules of "Authentication". */
  readonly refusals: readonly Refusal[];
  /** Whether callers that do not sign in may be refused (docs/verdicts.md B-1). */
  readonly signedIn: boolean;
}

type Declared = Pick<Endpoint, 'id' | 'path' | 'summary' | 'resource'> &
  Partial<Pick<Endpoint, 'since' | 'refusals' | 'signedIn'>>;

function list(declared: Declared): Endpoint {
  const usual = { since: '1.0', refusals: [], signedIn: false } as const;
  return { method: 'get', form: 'list', isList: true, ...usual, ...declared };
}

function detail(declared: Declared): Endpoint {
  const usual = { since: '1.0', refusals: [404], signedIn: false } as const;
  return { method: 'get', form: 'detail', isList: false, ...usual, ...declared };
}

/** "Writes are shown for versions 1.2 and 1.3" (B-11); callers that do not sign in get 404 (B-1). */
function write(
  method: Endpoint['method'],
  declared: Omit<Declared, 'resource'> & { resource: WrittenResource },
): Endpoint {
  const usual = { since: '1.2', refusals: [400, 403, 404], signedIn: true } as const;
  const body = declared.resource;
  return { method, form: 'detail', isList: false, body, ...usual, ...declared };
}

function updates(name: string, path: string, resource: WrittenResource, what: string): Endpoint[] {
  const same = { path, resource };
  return [
    write('patch', { ...same, id: `update${name}`, summary: `Change some fields of ${what}` }),
    write('put', {
      ...same,
      id: `replace${name}`,
      summary: `Write all that is writable of ${what}`,
    }),
  ];
}

const GUARDED = { signedIn: true, refusals: [403, 404] } as const;

/**
 * SPEC.md, "Endpoint table", in its order. Where it and the other sections name different versions,
 * docs/verdicts.md decides (B-8 to B-11).
 */
export const ENDPOINTS: readonly Endpoint[] = [
  detail({
    id: 'showRoot',
    path: '',
    summary: 'The addresses of the collections',
    resource: 'root',
    refusals: [],
  }),
  list({
    id: 'listBundles',
    path: 'bundles/',
    summary: 'Bundles that are public or owned by the caller',
    resource: 'bundle',
  }),
  write('post', {
    id: 'createBundle',
    path: 'bundles/',
    summary: 'Make a bundle',
    resource: 'bundle',
  }),
  detail({ id: 'showBundle', path: 'bundles/{id}/', summary: 'One bundle', resource: 'bundle' }),
  ...updates('Bundle', 'bundles/{id}/', 'bundle', 'a bundle that the caller owns'),
  list({ id: 'listCovers', path: 'covers/', summary: 'Cover letters', resource: 'cover' }),
  detail({ id: 'showCover', path: 'covers/{id}/', summary: 'One cover letter', resource: 'cover' }),
  list({
    id: 'listCoverComments',
    path: 'covers/{id}/comments/',
    since: '1.1',
    summary: 'The comments on a cover letter',
    resource: 'cover-comment',
    refusals: [404],
  }),
  list({ id: 'listEvents', path: 'events/', summary: 'Events', resource: 'event' }),
  list({ id: 'listPeople', path: 'people/', summary: 'People', resource: 'person', ...GUARDED }),
  detail({
    id: 'showPerson',
    path: 'people/{id}/',
    summary: 'One person',
    resource: 'person',
    ...GUARDED,
  }),
  list({ id: 'listProjects', path: 'projects/', summary: 'Projects', resource: 'project' }),
  detail({
    id: 'showProject',
    path: 'projects/{id}/',
    summary: 'One project',
    resource: 'project',
  }),
  ...updates('Project', 'projects/{id}/', 'project', 'a project that the caller maintains'),
  list({ id: 'listSeries', path: 'series/', summary: 'Series of patches', resource: 'series' }),
  detail({ id: 'showSeries', path: 'series/{id}/', summary: 'One series', resource: 'series' }),
  list({ id: 'listUsers', path: 'users/', summary: 'Users', resource: 'user', ...GUARDED }),
  detail({
    id: 'showUser',
    path: 'users/{id}/',
    summary: 'One user',
    resource: 'user',
    ...GUARDED,
  }),
  ...updates('User', 'users/{id}/', 'user', 'the caller'),
  list({
    id: 'listChecks',
    path: 'patches/{patch_id}/checks/',
    since: '1.3',
    summary: 'The checks of a patch',
    resource: 'check',
    refusals: [404],
  }),
  write('post', {
    id: 'createCheck',
    path: 'patches/{patch_id}/checks/',
    summary: 'Make a check of a patch',
    resource: 'check',
  }),
  detail({
    id: 'showCheck',
    path: 'patches/{patch_id}/checks/{check_id}/',
    since: '1.2',
    summary: 'One check of a patch',
    resource: 'check',
  }),
  detail({
    id: 'showPatchComment',
    path: 'patches/{patch_id}/comments/{comment_id}/',
    since: '1.3',
    summary: 'One comment on a patch',
    resource: 'patch-comment',
  }),
  write('patch', {
    id: 'updatePatchComment',
    path: 'patches/{patch_id}/comments/{comment_id}/',
    since: '1.3',
    summary: 'Mark a comment as addressed, as a maintainer of its project',
    resource: 'patch-comment',
  }),
];

/** The endpoint that reads a path: `covers/{id}/comments/`. Throws a RangeError if there is none. */
export function reading(path: string): Endpoint {
  const found = ENDPOINTS.find((each) => each.method === 'get' && each.path === path);
  if (found === undefined) throw new RangeError(`SPEC.md has no GET of ${path}`);
  return found;
}

/** The versions in which a path can be read. */
export function versionsReading(path: string): readonly Version[] {
  return since(reading(path).since);
}
