import type { Form, ResourceName } from './resource.js';
import { before, since, type Version } from './versions.js';

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

/** A status that refuses (docs/api.md, "Errors"). */
export type Refusal = 400 | 403 | 404;

/** One row of the endpoint table. */
export interface Endpoint {
  /** The operationId in the OpenAPI documents. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'put';
  /** Below `/api/{v}/`: `covers/{id}/`. */
  readonly path: string;
  readonly since: Version;
  /** The first version that must have it, where docs/api.md names a later one elsewhere (docs/verdicts.md B-55). */
  readonly requiredSince: Version;
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

/** What differs from the usual. */
type Special = Partial<Pick<Endpoint, 'since' | 'requiredSince' | 'refusals' | 'signedIn'>>;

/** A row of the table, as far as all methods have it. */
type Row<R = CollectedResource> = [id: string, path: string, resource: R, summary: string];

function read(form: Form, usual: readonly Refusal[]) {
  return (...[id, path, resource, summary, special]: [...Row, Special?]): Endpoint => ({
    id,
    method: 'get',
    path,
    resource,
    form,
    isList: form === 'list',
    summary,
    since: '1.0',
    requiredSince: special?.since ?? '1.0',
    refusals: usual,
    signedIn: false,
    ...special,
  });
}

const list = read('list', []);
const detail = read('detail', [404]);

/** "Writes are shown for versions 1.2 and 1.3" (B-11); callers that do not sign in get 404 (B-1). */
function write(
  method: Endpoint['method'],
  ...[id, path, body, summary, special]: [...Row<WrittenResource>, Special?]
): Endpoint {
  const since = special?.since ?? '1.2';
  const usual = { requiredSince: since, refusals: [400, 403, 404], signedIn: true } as const;
  const answer = { resource: body, form: 'detail', isList: false } as const;
  return { id, method, path, ...answer, body, summary, ...usual, ...special, since };
}

function updates(name: string, path: string, resource: WrittenResource, what: string): Endpoint[] {
  return [
    write('patch', `update${name}`, path, resource, `Change some fields of ${what}`),
    write('put', `replace${name}`, path, resource, `Write all writable fields of ${what}`),
  ];
}

const GUARDED = { signedIn: true, refusals: [403, 404] } as const;

/** "1.2 … Adds … people and projects listings". */
const LISTED_LATER = { requiredSince: '1.2' } as const;

const CHECKS = 'patches/{patch_id}/checks/';
const PATCH_COMMENT = 'patches/{patch_id}/comments/{comment_id}/';

/**
 * docs/api.md, "Endpoint table", in its order. Where it and the other sections name different versions,
 * docs/verdicts.md decides (B-8 to B-11).
 */
export const ENDPOINTS: readonly Endpoint[] = [
  detail('showRoot', '', 'root', 'The URLs of the collections', { refusals: [] }),
  list('listBundles', 'bundles/', 'bundle', 'Bundles that are public or owned by the caller'),
  write('post', 'createBundle', 'bundles/', 'bundle', 'Create a bundle'),
  detail('showBundle', 'bundles/{id}/', 'bundle', 'One bundle'),
  ...updates('Bundle', 'bundles/{id}/', 'bundle', 'a bundle that the caller owns'),
  list('listCovers', 'covers/', 'cover', 'Cover letters'),
  detail('showCover', 'covers/{id}/', 'cover', 'One cover letter'),
  list(
    'listCoverComments',
    'covers/{id}/comments/',
    'cover-comment',
    'The comments on a cover letter',
    { since: '1.1', refusals: [404] },
  ),
  list('listEvents', 'events/', 'event', 'Events'),
  list('listPeople', 'people/', 'person', 'People', { ...GUARDED, ...LISTED_LATER }),
  detail('showPerson', 'people/{id}/', 'person', 'One person', GUARDED),
  list('listProjects', 'projects/', 'project', 'Projects', LISTED_LATER),
  detail('showProject', 'projects/{id}/', 'project', 'One project'),
  ...updates('Project', 'projects/{id}/', 'project', 'a project that the caller maintains'),
  list('listSeries', 'series/', 'series', 'Series of patches'),
  detail('showSeries', 'series/{id}/', 'series', 'One series'),
  list('listUsers', 'users/', 'user', 'Users', GUARDED),
  detail('showUser', 'users/{id}/', 'user', 'One user', GUARDED),
  ...updates('User', 'users/{id}/', 'user', 'the caller'),
  list('listChecks', CHECKS, 'check', 'The checks of a patch', { since: '1.3', refusals: [404] }),
  write('post', 'createCheck', CHECKS, 'check', 'Create a check of a patch'),
  detail('showCheck', `${CHECKS}{check_id}/`, 'check', 'One check of a patch', { since: '1.2' }),
  detail('showPatchComment', PATCH_COMMENT, 'patch-comment', 'One comment on a patch', {
    since: '1.3',
  }),
  write(
    'patch',
    'updatePatchComment',
    PATCH_COMMENT,
    'patch-comment',
    'Mark a comment as addressed, as a maintainer of its project',
    { since: '1.3' },
  ),
];

/** The endpoint that reads a path: `covers/{id}/comments/`. Throws a RangeError if there is none. */
export function reading(path: string): Endpoint {
  const found = ENDPOINTS.find((each) => each.method === 'get' && each.path === path);
  if (found === undefined) throw new RangeError(`docs/api.md has no GET of ${path}`);
  return found;
}

/** Whether a version may lack a list, which is then not found there. */
export function mayLack(version: string | undefined, path: string): boolean {
  const list = ENDPOINTS.find((each) => each.isList && each.path === path);
  return list !== undefined && before(list.requiredSince).some((each) => each === version);
}

/** The versions in which a path can be read. */
export function versionsReading(path: string): readonly Version[] {
  return since(reading(path).since);
}
