import type { CollectionName } from '../../specification/endpoints.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { type Filter, REPEATABLE_SINCE } from '../../specification/filters.js';
import { COMMON_PARAMETERS, versionsTaking } from '../../specification/lists.js';
import { since, type Version } from '../../specification/versions.js';
import type { JsonSchema } from '../types.js';

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
