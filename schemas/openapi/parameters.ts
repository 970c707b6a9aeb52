import { since, type Version } from '../../specification/versions.js';
import type { JsonSchema } from '../types.js';

/** One parameter of a query. */
export interface Parameter {
  readonly name: string;
  /** The version that adds it. */
  readonly since: Version;
  /** What its value is, in the words of SPEC.md. */
  readonly says: string;
  readonly schema: JsonSchema;
  /** Whether it selects rows: "Since 1.1 filters may be repeated". */
  readonly filter: boolean;
}

const TEXT: JsonSchema = { type: 'string' };

function filter(name: string, says: string, schema = TEXT, from: Version = '1.0'): Parameter {
  return { name, since: from, says, schema, filter: true };
}

function common(name: string, says: string, schema: JsonSchema, from: Version = '1.0'): Parameter {
  return { name, since: from, says, schema, filter: false };
}

const PAGE = common('page', 'page number', { type: 'integer', minimum: 1 });
const PER_PAGE = common('per_page', 'results per page, up to 100 on most endpoints', {
  type: 'integer',
  minimum: 1,
  maximum: 100,
});
const SEARCH = common('q', 'search term', TEXT);
const orderFrom = (from: Version) =>
  common('order', 'field used for ordering, with `-` before it the other way round', TEXT, from);

/** SPEC.md, "Common list query parameters". */
export const COMMON: readonly Parameter[] = [PAGE, PER_PAGE, orderFrom('1.0'), SEARCH];

/** "Events in versions 1.0 and 1.1 have no `order`." */
export const COMMON_OF_EVENTS: readonly Parameter[] = [PAGE, PER_PAGE, orderFrom('1.2'), SEARCH];

// How a time is written is not judged by its format here: zone and fraction may be left out (B-15).
const DATES = [
  filter('before', 'older than this date-time'),
  filter('since', 'not older than this date-time'),
];
const PROJECT = filter('project', 'id or link_name of a project');
const SUBMITTER = filter('submitter', 'id or e-mail address of a person');
const idOf = (what: string) => filter(what, `id of a ${what}`, { type: 'integer' });

/** The filters of each list (SPEC.md, "Endpoint table"). */
export const FILTERS = {
  bundles: [
    PROJECT,
    filter('owner', 'id or username of a user'),
    filter('public', 'true or false', { type: 'string', enum: ['true', 'false'] }),
  ],
  covers: [
    ...DATES,
    PROJECT,
    idOf('series'),
    SUBMITTER,
    filter('msgid', 'message id, case-sensitive, without angle brackets', TEXT, '1.2'),
  ],
  events: [
    ...DATES,
    PROJECT,
    filter('category', 'category of events'),
    idOf('series'),
    idOf('patch'),
    idOf('cover'),
  ],
  series: [...DATES, SUBMITTER, PROJECT],
  checks: [
    ...DATES,
    filter('user', 'id or username of a user'),
    filter('state', 'state of a check, as the API itself shows it'),
    filter('context', 'context of a check'),
  ],
} satisfies Readonly<Record<string, readonly Parameter[]>>;

/** The parameters that a version has, as an OpenAPI document states them. */
export function parametersIn(version: Version, parameters: readonly Parameter[]): JsonSchema[] {
  return parameters
    .filter((parameter) => since(parameter.since).includes(version))
    .map(({ name, says, schema, filter: selects }) => {
      const repeated = selects && since('1.1').includes(version);
      return {
        name,
        in: 'query',
        description: repeated ? `${says}; may be repeated` : says,
        // With the style of a form, exploded, which is the default, the values of an array are
        // repetitions of the parameter.
        schema: repeated ? { type: 'array', items: schema } : schema,
      };
    });
}
