import { ENDPOINTS } from '../specification/endpoints.js';
import { FILTERS } from '../specification/filters.js';
import { COMMON_PARAMETERS } from '../specification/lists.js';
import { ALL_TABLES } from '../specification/tables.js';
import { VERSIONS } from '../specification/versions.js';
import { PATCH_FIELDS } from './client/permitted-writes.js';
import type { SecretSearch } from './secrets.js';

/** What a user names openly, and every report shows. */
export interface OpenSettings {
  baseUrl?: string;
  /** The base URL of the other instance, where two are compared. */
  otherUrl?: string;
  /** The link_name or id of the project. */
  project?: string;
}

/** The paths, fields and parameters of the API, and how addresses begin. */
const OF_API: readonly string[] = [
  ...new Set([
    ...['http', 'https'].map((scheme) => `${scheme}://`),
    ...VERSIONS.flatMap((version) => [
      `/api/${version}/`,
      ...ENDPOINTS.map(({ path }) => `/api/${version}/${path}`),
    ]),
    ...PATCH_FIELDS,
    ...ALL_TABLES.flatMap(({ fields }) => fields.map(({ name }) => name)),
    ...COMMON_PARAMETERS.map(({ name }) => name),
    ...Object.values(FILTERS).flatMap((filters) => filters.map(({ parameter }) => parameter)),
  ]),
];

/**
 * Where what a search looks for is part of a public text, in words; undefined if it is not. There it would be masked,
 * and the report would give it away: the same text is shown elsewhere, or anybody can tell what is missing.
 */
export function publicPlaceOf(
  search: SecretSearch,
  { baseUrl, otherUrl, project }: OpenSettings,
): string | undefined {
  const isIn = (text: string | undefined) => text !== undefined && search.isIn(text);
  if ([baseUrl, otherUrl].some((url) => isIn(url && `${url}/api/`))) return 'the base URL';
  if (isIn(project)) return '--project';
  return OF_API.some(isIn) ? 'the paths and names of the API' : undefined;
}
