import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApi } from '../../schemas/openapi/document.js';
import { inApi, partsOf, pattern } from '../../specification/endpoint-of-request.js';
import { isVersion, VERSIONS, type Version } from '../../specification/versions.js';
import type { ClientTrial, Request, Usage } from './result.js';

/** The parts of an OpenAPI document that are used. */
interface Operation {
  parameters?: { name: string; schema: { type?: string } }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
}
type Paths = Record<string, Record<string, Operation>>;

/** What the specification leaves out, and clients use all the same; the client contracts cover it. */
const UNSPECIFIED = /^\/patches\/(?:\d+\/(?:comments\/)?)?$/;

/** Characters that a URL never has unescaped (RFC 3986, section 2). */
const UNESCAPED = /[<>"{}|\\^`\s]|[^\p{ASCII}]/u;

/**
 * What a client requests, by endpoint, and the first request of each kind that the OpenAPI document of its
 * version does not allow although an instance may answer it: a parameter or a field that it ignores, a value
 * that it replaces. What an instance refuses, the client sees itself.
 */
export function examineRequests(
  requests: readonly Request[],
): Pick<ClientTrial, 'usage' | 'problems' | 'unspecified'> {
  const used = new Map<string, Request[]>();
  const problems = new Map<string, ClientTrial['problems'][number]>();
  const unspecified = new Set<string>();
  const check = problemFinder();
  for (const request of requests) {
    const { method, target } = request;
    const api = inApi(target);
    const endpoint = `${method} ${pattern(api?.path ?? partsOf(target).path)}`;
    used.set(endpoint, [...(used.get(endpoint) ?? []), request]);
    // A URL without a version is answered by the newest.
    const version = api?.version ?? VERSIONS.at(-1);
    if (api === undefined || version === undefined || !isVersion(version)) continue;
    const isOpen = UNSPECIFIED.test(api.path) || method === 'DELETE';
    if (isOpen) unspecified.add(endpoint);
    for (const problem of check(request, version, isOpen ? undefined : api.path)) {
      const key = `${endpoint} ${version} ${problem}`;
      if (!problems.has(key)) problems.set(key, { method, target, version, problem });
    }
  }
  return {
    usage: [...used].map(([endpoint, own]) => usageOf(endpoint, own)),
    problems: [...problems.values()],
    unspecified: [...unspecified],
  };
}

function usageOf(name: string, requests: readonly Request[]): Usage {
  const [method = '', endpoint = ''] = name.split(' ');
  return {
    method,
    endpoint,
    versions: unique(requests.flatMap(({ target }) => inApi(target)?.version ?? [])),
    parameters: unique(requests.flatMap(({ target }) => [...partsOf(target).query.keys()])),
    fields: unique(requests.flatMap(fieldsOf)),
  };
}

/** The names of the fields of a body: of JSON, of a form, or of a multipart form. */
function fieldsOf({ body = '', contentType = '' }: Request): string[] {
  if (/multipart\/form-data/i.test(contentType)) {
    return [...body.matchAll(/\bname="([^"]*)"/g)].map(([, name = '']) => name);
  }
  if (/x-www-form-urlencoded/i.test(contentType)) return [...new URLSearchParams(body).keys()];
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** Finds the problems of a request; without a path, of an endpoint that the specification leaves out. */
function problemFinder(): (request: Request, version: Version, path?: string) => string[] {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // Values of a query are texts, and a parameter that is given once is a list of one.
    coerceTypes: 'array',
    // How dates are written is not checked.
    validateFormats: false,
    logger: false,
  });
  const documents = new Map<Version, Paths>();
  const validators = new Map<Operation, ValidateFunction>();
  const operationOf = (version: Version, method: string, path: string): Operation | undefined => {
    const paths = documents.get(version) ?? (openApi(version).paths as Paths);
    documents.set(version, paths);
    const template = Object.keys(paths).find((each) => matches(each, path)) ?? '';
    return paths[template]?.[method.toLowerCase()];
  };
  const inQuery = (target: string, operation: Operation, version: Version): string[] => {
    const validate = validators.get(operation) ?? ajv.compile(schemaOfQuery(operation));
    validators.set(operation, validate);
    const { query } = partsOf(target);
    const given = Object.fromEntries(
      unique([...query.keys()]).map((name): [string, string | string[]] => {
        const [value = '', ...others] = query.getAll(name);
        return [name, others.length > 0 ? [value, ...others] : value];
      }),
    );
    return validate({ ...given })
      ? []
      : (validate.errors ?? []).map((error) => queryProblem(error, query, version));
  };
  return (request, version, path) => {
    const { method, target, body, contentType } = request;
    const operation = path === undefined ? undefined : operationOf(version, method, path);
    const [content] = Object.values(operation?.requestBody?.content ?? {});
    const known = content?.schema.properties;
    return unique([
      ...escaping(target),
      // A write says what its body is (RFC 9110, section 8.3).
      ...(body && contentType === undefined ? ['a body without Content-Type'] : []),
      ...(operation === undefined ? [] : inQuery(target, operation, version)),
      ...(known === undefined ? [] : fieldsOf(request))
        .filter((field) => !Object.hasOwn(known ?? {}, field.replace(/\..*$/, '')))
        .map((field) => `unknown field ${field}`),
    ]);
  };
}

function schemaOfQuery({ parameters = [] }: Operation): Record<string, unknown> {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
}

function queryProblem(
  { keyword, instancePath, params, message }: ErrorObject,
  query: URLSearchParams,
  version: Version,
): string {
  if (keyword === 'additionalProperties') return `unknown parameter ${params.additionalProperty}`;
  const [, name = ''] = instancePath.split('/');
  const values = query.getAll(name);
  if (values.length > 1 && instancePath === `/${name}`) {
    return `${name} is given ${values.length} times; ${version} takes one value`;
  }
  return `parameter ${name}=${values.join(`&${name}=`)}: ${message}`;
}

function escaping(target: string): string[] {
  const [sign] = UNESCAPED.exec(target) ?? [];
  if (sign !== undefined) return [`unescaped ${JSON.stringify(sign)} in the URL`];
  // A message id has no blanks, and `+` stands for one.
  const isBlank = (partsOf(target).query.get('msgid') ?? '').trim().includes(' ');
  return isBlank && target.includes('+') ? ['unescaped + in msgid: it is read as a blank'] : [];
}

function matches(template: string, path: string): boolean {
  const expression = template.replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${expression}$`).test(path);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
