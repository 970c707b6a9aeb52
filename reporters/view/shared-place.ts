import type { Exchange, Report, Result } from '../../harness/report.js';
import { inApi, partsOf, pattern } from '../../specification/endpoint-of-request.js';
import { ENDPOINTS } from '../../specification/endpoints.js';
import { type Table, tableNamed } from '../../specification/tables.js';
import { tablesOfField } from '../../specification/tables-within.js';
import { exchangeOf } from './evidence.js';
import { groupedBy } from './grouped-by.js';
import { type Row, rowsWith } from './groups.js';
import { several } from './quantities.js';

/** Requirements named in one line. */
const NAMED = 8;

/**
 * The line above requirements that fail or warn at the same places, by the id of each. Their violations in
 * the newest version in which they have any, the same for all, are about the same fields or the same kinds of
 * response. They may have one cause; the line says only what they share.
 */
export function sharedPlaces(report: Report): ReadonlyMap<string, string> {
  const rows = [...rowsWith(report, 'fail'), ...rowsWith(report, 'warn')].map((row) => ({
    id: row.requirement.id,
    ...placesOf(report, row),
  }));
  const located = rows.filter(({ places }) => places.length > 0);
  const groups = groupedBy(located, ({ version, places }) => [version, places]);
  return new Map(
    groups
      .filter((group) => group.length > 1)
      .flatMap((group) => {
        const ids = group.map(({ id }) => id);
        const line = lineFor(ids, group[0].places);
        return ids.map((id) => [id, line] as const);
      }),
  );
}

function lineFor(ids: readonly string[], [first, ...others]: readonly string[]): string {
  const also = others.length === 0 ? '' : ` and ${several(others.length, 'other place')}`;
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  return `${several(ids.length, 'requirement')} about ${first}${also}: ${ids.slice(0, NAMED).join(', ')}${more}`;
}

/** The newest version in which a requirement does not hold, and the places of its violations there. */
function placesOf(report: Report, { results }: Row) {
  const result = [...results.values()].at(-1);
  return { version: result?.version, places: result === undefined ? [] : placesIn(report, result) };
}

function placesIn(report: Report, result: Result): string[] {
  const places = result.violations.flatMap((violation) => {
    const exchange = exchangeOf(report, result, violation);
    if (exchange === undefined) return [];
    const field = fieldAt(exchange, violation.pointer);
    return field === undefined
      ? `the same kind of response, ${kindOf(exchange)}`
      : `the same field, \`${field}\``;
  });
  return [...new Set(places)].sort();
}

/** `GET bundles/?project=…` with status 200: a response without its version, ids and values. */
function kindOf({ request, response }: Exchange): string {
  const names = [...new Set(partsOf(request.url).query.keys())].map((name) => `${name}=…`);
  const query = names.length === 0 ? '' : `?${names.join('&')}`;
  return `\`${request.method} ${pathOf(request.url)}${query}\` with status ${response.status}`;
}

/** A path below the version, as in the endpoint table but for the names of ids: `covers/{id}/`. */
function pathOf(url: string): string {
  return pattern(inApi(url)?.path ?? partsOf(url).path).replace(/^\//, '');
}

/** The field at a JSON pointer into a response: `patch.mbox`, wherever the patch is embedded; none of an error. */
function fieldAt({ request, response }: Exchange, pointer = ''): string | undefined {
  const names = pointer.split('/').filter((name) => !/^\d*$/.test(name));
  const endpoint = ENDPOINTS.find(
    ({ method, path }) =>
      method === request.method.toLowerCase() &&
      path.replaceAll(/\{\w+\}/g, '{id}') === pathOf(request.url),
  );
  if (endpoint === undefined || response.status >= 400) return undefined;
  return fieldIn(tableNamed(`${endpoint.resource}.${endpoint.form}`), names);
}

function fieldIn(table: Table, [name, ...below]: readonly string[]): string | undefined {
  const field = table.fields.find((each) => each.name === name);
  if (field === undefined) return undefined;
  const inside = tablesOfField(table, field).map((each) => fieldIn(each, below));
  const holder = table.name.replace(/\.(?:list|detail|embedded)$/, '');
  return inside.find((each) => each !== undefined) ?? `${holder}.${field.name}`;
}
