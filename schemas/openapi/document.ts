import {
  COLLECTION_OF,
  type CollectionName,
  ENDPOINTS,
  type Endpoint,
} from '../../specification/endpoints.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { type Filter, REPEATABLE_SINCE } from '../../specification/filters.js';
import { COMMON_PARAMETERS, versionsTaking } from '../../specification/lists.js';
import type { ResourceName, WriteAction } from '../../specification/resource.js';
import { tableNamed } from '../../specification/tables.js';
import { tablesOfField } from '../../specification/tables-within.js';
import { since, type Version } from '../../specification/versions.js';
import { type WritableField, writableFields } from '../../specification/writable.js';
import { type JsonSchema, schemaOfField } from '../types.js';
import { responseOf, SCHEMAS_OF_WRITES, schemaRef, schemasOf, UNSPECIFIED } from './components.js';

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
 * with the schemas that the suite judges by (docs/api.md, "Endpoints", "Authentication", "Errors",
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

/** docs/api.md, "Endpoint table": ids are integers; that of a project is a string, its link_name. */
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

/**
 * The body of a write, as an OpenAPI document states it: JSON, or a form. No field is said to be
 * required: "which body fields are required versus optional on writes: not shown".
 */
function bodyOf(resource: ResourceName, action: WriteAction, version: Version): JsonSchema {
  const fields = writableFields(resource, action, version);
  // How a form writes a field within a field is not shown.
  const flat = fields.filter(({ name }) => !name.includes('.'));
  return {
    required: true,
    content: {
      'application/json': { schema: objectOf(resource, fields, version) },
      'application/x-www-form-urlencoded': { schema: objectOf(resource, flat, version) },
    },
  };
}

function objectOf(
  resource: ResourceName,
  fields: readonly WritableField[],
  version: Version,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const field of fields) {
    const [outer = '', inner] = field.name.split('.');
    const schema = schemaOfWritten(resource, field, version);
    if (inner === undefined) properties[outer] = schema;
    else {
      const known = properties[outer]?.properties as Record<string, JsonSchema> | undefined;
      properties[outer] = { type: 'object', properties: { ...known, [inner]: schema } };
    }
  }
  return { type: 'object', properties };
}

function schemaOfWritten(
  resource: ResourceName,
  { name, value }: WritableField,
  version: Version,
): JsonSchema {
  if (value.kind === 'patch-ids') return { type: 'array', items: { type: 'integer' } };
  const [outer, inner] = name.split('.');
  const detail = tableNamed(`${resource}.detail`);
  const whole = detail.fields.find((each) => each.name === outer);
  const [part] = whole === undefined ? [] : tablesOfField(detail, whole);
  const field = inner === undefined ? whole : part?.fields.find((each) => each.name === inner);
  if (field === undefined) throw new RangeError(`a ${resource} shows no ${name}`);
  return schemaOfField(field, resource, version);
}

const TEXT: JsonSchema = { type: 'string' };

/** The parameters that a list takes in a version, as an OpenAPI document states them. */
export function parametersOf(list: CollectionName, version: Version): JsonSchema[] {
  const common = COMMON_PARAMETERS.filter(({ name }) =>
    versionsTaking(name, list).includes(version),
  ).map(({ name, says, isNumber, largest }) => {
    return inQuery(name, says, isNumber ? { type: 'integer', minimum: 1, maximum: largest } : TEXT);
  });
  const own = FILTER_FORMS.filter((each) => each.list === list && each.versions.includes(version));
  const filters = [...new Set(own.map(({ filter }) => filter))].map((filter) => {
    const schema = schemaOf(filter);
    if (!since(REPEATABLE_SINCE).includes(version)) {
      return inQuery(filter.parameter, filter.says, schema);
    }
    // With the style of a form, exploded, which is the default, the values of an array are
    // repetitions of the parameter.
    const repeated = { type: 'array', items: schema };
    return inQuery(filter.parameter, `${filter.says}; may be repeated`, repeated);
  });
  return [...common, ...filters];
}

/** How a time is written is not judged by its format: zone and fraction may be left out (B-15). */
function schemaOf({ forms }: Filter): JsonSchema {
  if (forms.every(({ value }) => value === 'id')) return { type: 'integer' };
  const isFlag = forms.every(({ value }) => value === 'flag');
  return isFlag ? { ...TEXT, enum: forms.map(({ name }) => name) } : TEXT;
}

function inQuery(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { name, in: 'query', description, schema };
}
