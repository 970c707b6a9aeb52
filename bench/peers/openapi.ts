import type { JsonObject } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { withoutAlternatives } from './common-part.js';
import { answerSchema, mapped } from './forms.js';
import { OPERATIONS, type Operation, parametersOf, VERSION } from './operations.js';
import type { Target } from './subjects.js';

const INFO = { title: 'Patchwork, reading', version: VERSION };

/**
 * The operations as OpenAPI 3.0.3, with one value per parameter, so that all tools request the same
 * objects.
 */
export function openApi({ url }: Target, ids: ReadonlyMap<string, number>): JsonObject {
  return {
    openapi: '3.0.3',
    info: INFO,
    servers: [{ url }],
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
    paths: paths((operation) => {
      const schema = withoutNull(answerSchema(operation), 'nullable');
      const parameters = parametersFor(operation, ids).map(({ value, ...where }) => ({
        ...where,
        example: value,
        schema: { type: 'integer', enum: [value] },
      }));
      return described(operation, { content: { 'application/json': { schema } } }, parameters);
    }),
  };
}

/** The same as Swagger 2.0, which cannot distinguish the payloads of events. */
export function swagger({ url }: Target, ids: ReadonlyMap<string, number>): JsonObject {
  const { host } = new URL(url);
  return {
    swagger: '2.0',
    info: INFO,
    host,
    basePath: '/',
    schemes: ['http'],
    produces: ['application/json'],
    paths: paths((operation) => {
      const plain = withoutNull(answerSchema(operation), 'x-nullable');
      const schema = withoutAlternatives(plain);
      const parameters = parametersFor(operation, ids).map(({ value, ...where }) => ({
        ...where,
        'x-example': value,
        type: 'integer',
        enum: [value],
      }));
      return described(operation, { schema }, parameters);
    }),
  };
}

function paths(describe: (operation: Operation) => JsonObject): JsonObject {
  const all = OPERATIONS.map((operation) => {
    return [`/api/${VERSION}/${operation.path}`, { get: describe(operation) }] as const;
  });
  return Object.fromEntries(all);
}

function described({ id }: Operation, answer: JsonObject, parameters: JsonObject[]): JsonObject {
  const responses = { 200: { description: 'as the specification shows it', ...answer } };
  return { operationId: id, summary: id, parameters, responses };
}

function parametersFor({ path, isList }: Operation, ids: ReadonlyMap<string, number>) {
  const inPath = parametersOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    value: ids.get(name),
  }));
  const inQuery = { name: 'per_page', in: 'query', required: true, value: LARGEST_PAGE };
  return isList ? [...inPath, inQuery] : inPath;
}

/** These formats have no type `null`: nullable values are marked with a keyword. */
function withoutNull(schema: JsonObject, mark: string): JsonObject {
  const { type, ...rest } = mapped(schema, (inside) => withoutNull(inside, mark));
  const types = [type].flat().filter((name) => typeof name === 'string');
  const others = types.filter((name) => name !== 'null');
  const nullable = types.length > others.length ? { [mark]: true } : {};
  if (others.length <= 1) {
    const own = others[0] === undefined ? {} : { type: others[0] };
    return { ...own, ...nullable, ...rest };
  }
  const { items, ...common } = rest;
  const alternatives = others.map((name) => ({
    type: name,
    ...(name === 'array' ? { items } : {}),
  }));
  return { ...common, anyOf: alternatives };
}
