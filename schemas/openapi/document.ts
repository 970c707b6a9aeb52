import { COLLECTION_OF, ENDPOINTS, type Endpoint } from '../../specification/endpoints.js';
import { since, type Version } from '../../specification/versions.js';
import type { JsonSchema } from '../types.js';
import { bodyOf } from './bodies.js';
import { responseOf, SCHEMAS_OF_WRITES, schemaRef, schemasOf, UNSPECIFIED } from './components.js';
import { parametersOf } from './parameters.js';

/** What the operations are about; a generated client makes a module of each. */
const TAGS: Readonly<Record<string, string>> = {
  root: 'The URLs of the collections',
  bundles: 'Collections of patches that users make',
  covers: 'Cover letters and the comments on them',
  events: 'Events; their categories may change with the deployed release',
  people: 'People who submitted a patch, a series or a comment',
  projects: 'The projects of the instance',
  series: 'Collections of patches with an optional cover letter',
  users: 'The user accounts of the instance',
  patches: 'The checks of patches and the comments on them',
};

const SIGNED_IN = [{ token: [] }, { basic: [] }];

/**
 * The OpenAPI 3.1 document of a version: every operation of the endpoint table that the version has,
 * with the schemas that the suite judges by (SPEC.md, "Endpoints", "Authentication", "Errors",
 * "Limits").
 */
export function openApi(version: Version): JsonSchema {
  const operations = ENDPOINTS.filter((each) => since(each.since).includes(version));
  const refusals = [...new Set(operations.flatMap((each) => each.refusals))].sort();
  const writes = operations.some((each) => each.body !== undefined);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Patch-Tracking Service: REST API',
      version,
      summary: 'Patches sent to mailing lists, and related objects',
      description:
        'The operations that the specification defines for this version. It does not define lists and details of patches, deletion, or updates of comments on cover letters; they are omitted.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: `{base_url}/api/${version}`,
        variables: {
          base_url: {
            default: 'https://patchwork.invalid',
            description: 'the base URL of the instance',
          },
        },
      },
    ],
    security: [{}, ...SIGNED_IN],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(operations, version),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token ` followed by a token from the profile page of the user',
        },
        basic: { type: 'http', scheme: 'basic' },
      },
      headers: {
        Link: {
          description:
            'RFC 5988, with the relations `first` and `last`, `next` and `prev` if such a page exists',
          schema: { type: 'string' },
        },
      },
      responses: {
        ...Object.fromEntries(refusals.map((status) => [`refused-${status}`, responseOf(status)])),
        unspecified: UNSPECIFIED,
      },
      schemas: {
        ...schemasOf(version, [...operations, { resource: 'error', form: 'detail' }]),
        ...(writes ? SCHEMAS_OF_WRITES : {}),
      },
    },
  };
}

function pathsOf(operations: readonly Endpoint[], version: Version): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const { method } = operation;
    const path = `/${operation.path}`;
    const item = paths[path] ?? withParameters(path);
    paths[path] = { ...item, [method]: stated(operation, version) };
  }
  return paths;
}

/** SPEC.md, "Endpoint table": ids are integers; that of a project is a string, its link_name. */
function withParameters(path: string): Record<string, unknown> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  if (names.length === 0) return {};
  const type = path.startsWith('/projects/') ? 'string' : 'integer';
  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type } })),
  };
}

function stated(operation: Endpoint, version: Version): JsonSchema {
  const { id, method, path, summary, isList, body, resource, form, refusals } = operation;
  const one = schemaRef(resource, form);
  const schema = isList ? { type: 'array', items: one } : one;
  const answer = {
    description: summary,
    // "Paged lists return a JSON array and a `Link` header"; a single page may have none (B-4).
    headers: isList ? { Link: { $ref: '#/components/headers/Link' } } : undefined,
    content: { 'application/json': { schema } },
  };
  const others = refusals.map((status) => [String(status), respond(`refused-${status}`)]);
  return {
    operationId: id,
    summary,
    tags: [path.split('/')[0] || 'root'],
    security: operation.signedIn ? SIGNED_IN : undefined,
    parameters: isList ? parametersOf(COLLECTION_OF[resource], version) : undefined,
    requestBody:
      body === undefined
        ? undefined
        : bodyOf(body, method === 'post' ? 'create' : 'update', version),
    responses: {
      [method === 'post' ? '201' : '200']: answer,
      ...(others.length > 0 ? Object.fromEntries(others) : { '4XX': respond('unspecified') }),
    },
  };
}

function respond(name: string): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}
