import { VERSIONS } from '../../specification/versions.js';

const NUMBER = { type: 'integer', minimum: 0 };
const TEXT = { type: 'string' };
const ID = { type: ['number', 'string'] };

function object(properties: Record<string, object>, optional: Record<string, object> = {}): object {
  return {
    type: 'object',
    required: Object.keys(properties),
    properties: { ...properties, ...optional },
  };
}

function array(items: object): object {
  return { type: 'array', items };
}

const EXAMPLE = object(
  { message: TEXT },
  { pointer: TEXT, expected: TEXT, received: TEXT, evidence: NUMBER },
);

const KIND = object({ count: NUMBER, ids: array(ID), examples: array(EXAMPLE) });

const SPANS = object({
  width: { type: 'integer', minimum: 1 },
  cells: {
    type: 'object',
    additionalProperties: { ...array(NUMBER), minItems: 4, maxItems: 4 },
  },
});

const VALUE_ROWS = object({ key: NUMBER, count: NUMBER, spans: SPANS }, { value: TEXT });

const FILTER = object(
  {
    rows: NUMBER,
    open: NUMBER,
    values: array(VALUE_ROWS),
    times: SPANS,
    edges: { type: 'object', additionalProperties: { const: true } },
  },
  { compared: { const: true }, held: { const: true } },
);

const LIST = object(
  {
    path: TEXT,
    version: { enum: VERSIONS },
    taken: NUMBER,
    perPage: NUMBER,
    objects: NUMBER,
    repeated: NUMBER,
    lately: array(ID),
    unreadCount: NUMBER,
    unread: array(object({ page: NUMBER, why: TEXT })),
    unreadInARow: NUMBER,
    kinds: { type: 'object', additionalProperties: KIND },
    shown: { type: 'object', additionalProperties: array(NUMBER) },
  },
  {
    pageSize: NUMBER,
    pages: NUMBER,
    pagesAtFirst: NUMBER,
    sampled: NUMBER,
    filters: { type: 'object', additionalProperties: FILTER },
    ended: TEXT,
  },
);

const HEADERS = { type: 'object' };

const EXCHANGE = object({
  n: NUMBER,
  role: TEXT,
  request: object({ method: TEXT, url: TEXT, headers: HEADERS }),
  response: object({ status: NUMBER, headers: HEADERS, body: TEXT }),
  ms: { type: 'number' },
  curl: TEXT,
});

/** The schema of a scan file, which may have been edited by hand. */
export const WALK_FILE_SCHEMA = object({
  format: { const: 'conformance-walk/1' },
  tool: TEXT,
  baseUrl: TEXT,
  sample: NUMBER,
  lists: array(TEXT),
  state: object({ lists: array(LIST), exchanges: array(EXCHANGE) }),
});
