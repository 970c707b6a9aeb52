import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { openApi } from '../../schemas/openapi/document.js';
import { inApi, partsOf } from '../../specification/endpoint-of-request.js';
import type { Version } from '../../specification/versions.js';
import type { Request, RequestProblem } from './result.js';
import { fieldsOf, versionOf } from './usage.js';

/** The parts of an OpenAPI document that are used. */
interface Operation {
  parameters?: { name: string; schema: { type?: string } }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
}
type Paths = Record<string, Record<string, Operation>>;

/** Characters that a URL never has unescaped (RFC 3986, section 2). */
const UNESCAPED = /[<>"{}|\\^`\s]|[^\p{ASCII}]/u;

/** What the specification leaves out, and clients use all the same; the client contracts cover it. */
const UNSPECIFIED = /^\/patches\/(?:\d+\/(?:comments\/)?)?$/;

/** What the documents of the versions say of the requests of a client. */
export interface CheckedRequests {
  /** The first request of each kind of problem. */
  problems: RequestProblem[];
  /** `GET /patches/`: used, and defined in no document. */
  unspecified: string[];
}

/** Checks requests against the OpenAPI document of their version. */
export function checkRequests(requests: readonly Request[]): CheckedRequests {
  const problems = new Map<string, RequestProblem>();
  const unspecified = new Set<string>();
  const documents = new Map<Version, Checker>();
  for (const request of requests) {
    const { method, target } = request;
    const version = versionOf(request);
    if (version === undefined) continue;
    const checker = documents.get(version) ?? new Checker(version);
    documents.set(version, checker);
    const path = inApi(target)?.path ?? '';
    const isOpen = UNSPECIFIED.test(path) || method === 'DELETE';
    if (isOpen) unspecified.add(`${method} ${path.replace(/\d+/g, '{id}')}`);
    const found = [
      ...escaping(target),
      ...(isOpen ? untyped(request) : checker.check(request, path)),
    ];
    for (const problem of found) {
      const key = `${method} ${path.replace(/\d+/g, '{id}')} ${version} ${problem}`;
      if (!problems.has(key)) problems.set(key, { method, target, version, problem });
    }
  }
  return { problems: [...problems.values()], unspecified: [...unspecified] };
}

class Checker {
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // Values of a query are texts, and a parameter that is given once is a list of one.
    coerceTypes: 'array',
    // How dates are written is not checked.
    validateFormats: false,
    logger: false,
  });
  private readonly paths: Paths;

  constructor(private readonly version: Version) {
    const document = openApi(version);
    this.ajv.addSchema(document, 'openapi');
    this.paths = document.paths as Paths;
  }

  check(request: Request, path: string): string[] {
    const template = Object.keys(this.paths).find((each) => matches(each, path));
    if (template === undefined) return [`no such endpoint in ${this.version}`];
    const name = request.method.toLowerCase();
    if (name === 'head' || name === 'options') return [];
    const operation = this.paths[template]?.[name];
    if (operation === undefined) return [`no ${request.method} of ${template} in ${this.version}`];
    return [...this.query(request.target, operation), ...this.body(request, template, operation)];
  }

  private query(target: string, { parameters = [] }: Operation): string[] {
    const { query } = partsOf(target);
    return [...new Set(query.keys())].flatMap((name) => {
      const parameter = parameters.find((each) => each.name === name);
      if (parameter === undefined) return [`unknown parameter ${name}`];
      const values = query.getAll(name);
      if (parameter.schema.type !== 'array' && values.length > 1) {
        return [`${name} is given ${values.length} times; ${this.version} takes one value`];
      }
      const given = { [name]: values.length === 1 ? values[0] : values };
      const schema = { type: 'object', properties: { [name]: parameter.schema } };
      const valid = this.ajv.validate(schema, given);
      return valid ? [] : told(this.ajv.errors, `parameter ${name}=${values.join(`&${name}=`)}`);
    });
  }

  private body(request: Request, template: string, { requestBody }: Operation): string[] {
    if (requestBody === undefined) return request.body ? ['a body that is not read'] : [];
    const missing = untyped(request);
    if (missing.length > 0) return missing;
    const type = mediaType(request);
    const content = requestBody.content[type];
    if (content === undefined) {
      return [`body as ${type}; expected ${Object.keys(requestBody.content).join(' or ')}`];
    }
    const fields = fieldsOf(request);
    const unknown = fields
      .filter((field) => !Object.hasOwn(content.schema.properties, field))
      .map((field) => `unknown field ${field}`);
    const value = parsedBody(request, type);
    if (value === undefined) return ['a body that is not JSON'];
    const pointer = [
      template,
      request.method.toLowerCase(),
      'requestBody',
      'content',
      type,
      'schema',
    ]
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    const valid = this.ajv.validate({ $ref: `openapi#/paths/${pointer}` }, value);
    return [...unknown, ...(valid ? [] : told(this.ajv.errors, 'body'))];
  }
}

function parsedBody({ body = '' }: Request, type: string): unknown {
  if (type !== 'application/json') {
    const form = new URLSearchParams(body);
    return Object.fromEntries(
      [...new Set(form.keys())].map((name) => {
        const values = form.getAll(name);
        return [name, values.length === 1 ? values[0] : values];
      }),
    );
  }
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A message for each value, not one for each alternative of its schema. */
function told(errors: ErrorObject[] | null | undefined, what: string): string[] {
  const messages = (errors ?? []).map(({ instancePath, message = 'is not valid' }) => ({
    place: instancePath,
    text: `${what}${what === 'body' ? instancePath : ''}: ${message}`,
  }));
  const places = new Map(messages.reverse().map(({ place, text }) => [place, text]));
  return [...places.values()];
}

/** `GET` has no body; a write says what its body is (RFC 9110, section 8.3). */
function untyped({ body, contentType }: Request): string[] {
  return body && contentType === undefined ? ['a body without Content-Type'] : [];
}

function escaping(target: string): string[] {
  const { query } = partsOf(target);
  const [sign] = UNESCAPED.exec(target) ?? [];
  if (sign !== undefined) return [`unescaped ${JSON.stringify(sign)} in the URL`];
  // A message id has no blanks, and `+` stands for one.
  const isBlank = (query.get('msgid') ?? '').trim().includes(' ');
  return isBlank && target.includes('+') ? ['unescaped + in msgid: it is read as a blank'] : [];
}

function matches(template: string, path: string): boolean {
  const pattern = template.replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

function mediaType({ contentType = '' }: Request): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}
