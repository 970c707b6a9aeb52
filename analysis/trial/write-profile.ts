import { stringify } from 'yaml';
import { inApi, partsOf } from '../../specification/endpoint-of-request.js';
import { COLLECTION_OF, ENDPOINTS } from '../../specification/endpoints.js';
import { filterBases } from '../client-profile/filters.js';
import { namesOf, placesOf } from '../client-profile/vocabulary.js';
import type { Request } from './result.js';
import { fieldsOf } from './usage.js';

/** Endpoints that the specification leaves out. */
const UNSPECIFIED: readonly (readonly [path: RegExp, name: string])[] = [
  [/^\/patches\/$/, 'patches'],
  [/^\/patches\/\d+\/$/, 'patches.detail'],
  [/^\/patches\/\d+\/comments\/$/, 'patch-comments'],
];

/** Downloads outside the API, and the contract on each. */
const DOWNLOADS: readonly (readonly [target: RegExp, contract: string])[] = [
  [/\/mbox\/?\?(?:.*&)?series=(?:\*|%2A)/, 'client.mbox.series-all'],
  [/\/patch\/.*\/mbox\/?\?(?:.*&)?series=\d+/, 'client.mbox.series-id'],
  [/\/patch\/\d+\/mbox\/?$/, 'client.mbox.by-id'],
  [/\/patch\/.*\/mbox\/?$/, 'client.mbox.patch'],
  [/\/patch\/.*\/raw\/?$/, 'client.mbox.raw'],
];

/** The fields of a patch, and the names of their writes in a profile. */
const PATCH_FIELDS: Readonly<Record<string, string>> = {
  state: 'state',
  delegate: 'delegate',
  archived: 'archived',
  commit_ref: 'commit-ref',
};

const HEAD = `# Written by try-client from the requests of a client. They do not show which fields of the
# answers the client reads: add them as fields, by the form that they are in (the subcommand fields lists them).
`;

/** The needs that requests show, in the words of a client profile. */
interface Needs {
  endpoints: Set<string>;
  filters: Map<string, Set<string>>;
  order: Map<string, Set<string>>;
  search: Set<string>;
  pages: Set<string>;
  writes: Set<string>;
  'sign-in': Set<string>;
  requirements: Set<string>;
}

/**
 * A client profile (fixtures/clients/README.md) as YAML, from the requests that a client sent. `versions`
 * are those in its URLs if they are always the same, whatever version it is given.
 */
export function profileText(
  name: string,
  requests: readonly Request[],
  versions?: readonly string[] | 'latest',
): string {
  const needs: Needs = {
    endpoints: new Set(),
    filters: new Map(),
    order: new Map(),
    search: new Set(),
    pages: new Set(),
    writes: new Set(),
    'sign-in': new Set(),
    requirements: new Set(),
  };
  for (const request of requests) add(needs, request);
  return (
    HEAD +
    stringify({
      name,
      versions,
      ...Object.fromEntries(
        Object.entries<Needs[keyof Needs]>({ ...needs }).flatMap(([key, value]) =>
          plain(key, value),
        ),
      ),
    })
  );
}

function plain(key: string, value: Set<string> | Map<string, Set<string>>): [string, unknown][] {
  if (value.size === 0) return [];
  if (value instanceof Set) return [[key, [...value]]];
  return [[key, Object.fromEntries([...value].map(([list, names]) => [list, [...names]]))]];
}

function add(needs: Needs, request: Request): void {
  const { method, target, signedIn } = request;
  if (signedIn !== undefined) needs['sign-in'].add(signedIn);
  const path = inApi(target)?.path;
  if (path === undefined) {
    const [, contract] = DOWNLOADS.find(([each]) => each.test(target)) ?? [];
    if (contract !== undefined) needs.requirements.add(contract);
    return;
  }
  const name = endpointNamed(path);
  if (name === undefined) return;
  needs.endpoints.add(name);
  if (method !== 'GET' && method !== 'HEAD') {
    addWrite(needs, request, name);
    return;
  }
  if (request.isNext) {
    // Its parameters are those that the instance put into the link.
    needs.pages.add('next');
    return;
  }
  const { query } = partsOf(target);
  for (const parameter of new Set(query.keys())) {
    addParameter(needs, name, parameter, query.getAll(parameter));
  }
}

function addParameter(needs: Needs, list: string, name: string, values: readonly string[]): void {
  const [value = ''] = values;
  if (name === 'page' || name === 'per_page') needs.pages.add(name);
  else if (name === 'q') needs.search.add(list);
  else if (name === 'order') {
    const fields = value.split(',').map((field) => field.replace(/^-/, ''));
    const known = namesOf('order', list) ?? [];
    if (placesOf('order').includes(list))
      put(
        needs.order,
        list,
        fields.filter((field) => known.includes(field)),
      );
  } else {
    const bases = filterBases(list);
    const forms = [`${name}-${formOf(name, value)}`, name].filter((each) => bases.has(each));
    put(needs.filters, list, forms.slice(0, 1));
    const repeated = `${name}.repeated`;
    if (values.length > 1 && bases.has(repeated)) put(needs.filters, list, [repeated]);
  }
}

/** The form of the value of a filter, as profiles name it. */
function formOf(name: string, value: string): string {
  if (/^\d+$/.test(value)) return name === 'state' ? 'number' : 'id';
  return value.includes('@') ? 'email' : 'name';
}

function addWrite(needs: Needs, request: Request, endpoint: string): void {
  const { method, contentType = '' } = request;
  const known = namesOf('writes', undefined) ?? [];
  const form = /x-www-form-urlencoded/.test(contentType)
    ? '.form'
    : /multipart/.test(contentType)
      ? '.multipart'
      : '';
  const names =
    endpoint === 'patches.detail'
      ? patchWrites(request, form)
      : [`${resourceOf(endpoint)}.${ACTIONS[method] ?? 'update'}`].flatMap((name) => {
          const whole = `${name}${form}`;
          return known.includes(whole) ? [whole] : [name];
        });
  for (const name of names) if (known.includes(name)) needs.writes.add(name);
}

const ACTIONS: Readonly<Record<string, string>> = {
  POST: 'create',
  DELETE: 'delete',
};

function patchWrites(request: Request, form: string): string[] {
  const fields = fieldsOf(request).flatMap((field) => PATCH_FIELDS[field] ?? []);
  const put = request.method === 'PUT' ? ['patch.update.put'] : [];
  return [...put, ...fields.map((field) => `patch.update.${field}`), `patch.update${form}`].filter(
    (name) => name !== 'patch.update' || fields.length === 0,
  );
}

function resourceOf(endpoint: string): string {
  const collection = endpoint.replace(/\.detail$/, '');
  const [resource = ''] =
    Object.entries(COLLECTION_OF).find(([, name]) => name === collection) ?? [];
  return resource === 'patch-comment' || resource === 'cover-comment' ? 'comment' : resource;
}

/** The name of an endpoint in profiles: `series.detail`. */
function endpointNamed(path: string): string | undefined {
  const [, open] = UNSPECIFIED.find(([each]) => each.test(path)) ?? [];
  if (open !== undefined) return open;
  const endpoint = ENDPOINTS.find((each) =>
    new RegExp(`^/${each.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  if (endpoint === undefined) return undefined;
  const collection = COLLECTION_OF[endpoint.resource];
  return endpoint.isList || collection === 'root' ? collection : `${collection}.detail`;
}

function put(map: Map<string, Set<string>>, key: string, names: readonly string[]): void {
  if (names.length === 0) return;
  map.set(key, new Set([...(map.get(key) ?? []), ...names]));
}
