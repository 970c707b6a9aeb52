import type { Form, ResourceName } from '../../specification/resource.js';
import type { Version } from '../../specification/versions.js';
import type { WrittenResource } from './bodies.js';
import { COMMON, COMMON_OF_EVENTS, FILTERS, type Parameter } from './parameters.js';

/** One row of the endpoint table. */
export interface Operation {
  /** What a generated client calls it. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'put';
  /** Below `/api/{v}`. */
  readonly path: string;
  readonly since: Version;
  readonly summary: string;
  readonly resource: ResourceName;
  readonly form: Form;
  /** Of a list; its answer is an array. */
  readonly query?: readonly Parameter[];
  /** What is written. */
  readonly body?: WrittenResource;
  /** "Other statuses", and those of the rules of "Authentication". */
  readonly refusals: readonly Refusal[];
  /** Whether somebody has to be signed in. */
  readonly signedIn: boolean;
}

/** A status that refuses. */
export type Refusal = 400 | 403 | 404;

type Declared = Pick<Operation, 'id' | 'path' | 'summary' | 'resource'> &
  Partial<Pick<Operation, 'since' | 'query' | 'refusals' | 'signedIn'>>;

function list(declared: Declared): Operation {
  const usual = { since: '1.0', query: COMMON, refusals: [], signedIn: false } as const;
  return { method: 'get', form: 'list', ...usual, ...declared };
}

function detail(declared: Declared): Operation {
  const usual = { since: '1.0', refusals: [404], signedIn: false } as const;
  return { method: 'get', form: 'detail', ...usual, ...declared };
}

/** "Writes are shown for versions 1.2 and 1.3" (B-11); who is not signed in gets 404 (B-1). */
function write(
  method: Operation['method'],
  declared: Declared & { body: WrittenResource },
): Operation {
  const usual = { since: '1.2', refusals: [400, 403, 404] } as const;
  return { method, form: 'detail', signedIn: true, ...usual, ...declared };
}

const GUARDED = { signedIn: true, refusals: [403, 404] } as const;

/**
 * SPEC.md, "Endpoint table", in its order. Where it and the other sections name different versions,
 * docs/verdicts.md decides (B-8 to B-11).
 */
export const OPERATIONS: readonly Operation[] = [
  detail({
    id: 'showRoot',
    path: '/',
    summary: 'The addresses of the collections',
    resource: 'root',
    refusals: [],
  }),
  list({
    id: 'listBundles',
    path: '/bundles/',
    summary: 'Bundles that are public or owned by the caller',
    resource: 'bundle',
    query: [...COMMON, ...FILTERS.bundles],
  }),
  write('post', {
    id: 'createBundle',
    path: '/bundles/',
    summary: 'Make a bundle',
    resource: 'bundle',
    body: 'bundle',
  }),
  detail({
    id: 'showBundle',
    path: '/bundles/{id}/',
    summary: 'One bundle',
    resource: 'bundle',
  }),
  ...updates('Bundle', '/bundles/{id}/', 'bundle', 'a bundle that the caller owns'),
  list({
    id: 'listCovers',
    path: '/covers/',
    summary: 'Cover letters',
    resource: 'cover',
    query: [...COMMON, ...FILTERS.covers],
  }),
  detail({
    id: 'showCover',
    path: '/covers/{id}/',
    summary: 'One cover letter',
    resource: 'cover',
  }),
  list({
    id: 'listCoverComments',
    path: '/covers/{id}/comments/',
    since: '1.1',
    summary: 'The comments on a cover letter',
    resource: 'cover-comment',
    refusals: [404],
  }),
  list({
    id: 'listEvents',
    path: '/events/',
    summary: 'Events',
    resource: 'event',
    query: [...COMMON_OF_EVENTS, ...FILTERS.events],
  }),
  list({ id: 'listPeople', path: '/people/', summary: 'People', resource: 'person', ...GUARDED }),
  detail({
    id: 'showPerson',
    path: '/people/{id}/',
    summary: 'One person',
    resource: 'person',
    ...GUARDED,
  }),
  list({ id: 'listProjects', path: '/projects/', summary: 'Projects', resource: 'project' }),
  detail({
    id: 'showProject',
    path: '/projects/{id}/',
    summary: 'One project',
    resource: 'project',
  }),
  ...updates('Project', '/projects/{id}/', 'project', 'a project that the caller maintains'),
  list({
    id: 'listSeries',
    path: '/series/',
    summary: 'Series of patches',
    resource: 'series',
    query: [...COMMON, ...FILTERS.series],
  }),
  detail({ id: 'showSeries', path: '/series/{id}/', summary: 'One series', resource: 'series' }),
  list({ id: 'listUsers', path: '/users/', summary: 'Users', resource: 'user', ...GUARDED }),
  detail({
    id: 'showUser',
    path: '/users/{id}/',
    summary: 'One user',
    resource: 'user',
    ...GUARDED,
  }),
  ...updates('User', '/users/{id}/', 'user', 'the caller'),
  list({
    id: 'listChecks',
    path: '/patches/{patch_id}/checks/',
    since: '1.3',
    summary: 'The checks of a patch',
    resource: 'check',
    query: [...COMMON, ...FILTERS.checks],
    refusals: [404],
  }),
  write('post', {
    id: 'createCheck',
    path: '/patches/{patch_id}/checks/',
    summary: 'Make a check of a patch',
    resource: 'check',
    body: 'check',
  }),
  detail({
    id: 'showCheck',
    path: '/patches/{patch_id}/checks/{check_id}/',
    since: '1.2',
    summary: 'One check of a patch',
    resource: 'check',
  }),
  detail({
    id: 'showPatchComment',
    path: '/patches/{patch_id}/comments/{comment_id}/',
    since: '1.3',
    summary: 'One comment on a patch',
    resource: 'patch-comment',
  }),
  write('patch', {
    id: 'updatePatchComment',
    path: '/patches/{patch_id}/comments/{comment_id}/',
    since: '1.3',
    summary: 'Mark a comment as addressed, as a maintainer of its project',
    resource: 'patch-comment',
    body: 'patch-comment',
  }),
];

function updates(name: string, path: string, resource: WrittenResource, what: string): Operation[] {
  const same = { path, resource, body: resource };
  return [
    write('patch', { ...same, id: `update${name}`, summary: `Change some fields of ${what}` }),
    write('put', {
      ...same,
      id: `replace${name}`,
      summary: `Write all that is writable of ${what}`,
    }),
  ];
}
