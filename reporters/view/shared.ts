import { groupedBy } from '../../harness/grouped-by.js';
import type { Exchange, Report } from '../../harness/report.js';
import { inApi, partsOf, pattern } from '../../specification/endpoint-of-request.js';
import { ENDPOINTS } from '../../specification/endpoints.js';
import { type Table, tableNamed } from '../../specification/tables.js';
import { tablesOfField } from '../../specification/tables-within.js';
import { exchangeOf } from './evidence.js';
import type { Row } from './groups.js';
import { several } from './words.js';

/** Parameters of every list, which are what a request is about only together with the list. */
const COMMON = ['page', 'per_page'];

/**
 * Requirements that fail or warn at the same places together: their violations, in the newest version that has any,
 * are about the same fields, the same parameter, or else the same kinds of response. They may have one cause.
 */
export function byPlace(report: Report, rows: readonly Row[]): [Row, ...Row[]][] {
  return groupedBy(rows, (row) => placesOf(report, row).join() || row.requirement.id);
}

/** What the violations of a requirement are about: `field \`patch.mbox\` and 2 other places`. */
export function placeInWords(report: Report, row: Row): string | undefined {
  const [first, ...others] = placesOf(report, row);
  return others.length === 0 ? first : `${first} and ${several(others.length, 'other place')}`;
}

/** What the violations of a requirement are about, in the newest version in which it does not hold. */
function placesOf(report: Report, { results }: Row): string[] {
  const newest = [...results.values()].at(-1);
  const places = newest?.violations.flatMap((violation): string[] => {
    const exchange = exchangeOf(report, newest, violation);
    return exchange === undefined ? [] : [placeOf(exchange, violation.pointer ?? '')];
  });
  return [...new Set(places)].sort();
}

/** The field of a response, else the single parameter of the request, else the kind of response. */
function placeOf(exchange: Exchange, pointer: string): string {
  const { request, response } = exchange;
  const field = fieldAt(exchange, pointer);
  if (field !== undefined) return `field \`${field}\``;
  const names = new Set(partsOf(request.url).query.keys());
  const own = [...names].filter((name) => !COMMON.includes(name));
  const what =
    own.length === 1 ? `parameter \`${own[0]}\`` : `\`${request.method} ${pathOf(request.url)}\``;
  return response.status < 400 ? what : `${what} with status ${response.status}`;
}

/** A path below the version, as in the endpoint table but for the names of ids: `covers/{id}/`; of the root `/`. */
export function pathOf(url: string): string {
  const path = inApi(url)?.path ?? partsOf(url).path.replace(/^\w+:\/\/[^/]*/, '');
  return pattern(path).replace(/^\/(?=.)/, '');
}

/**
 * The field at a JSON pointer into a response: `patch.mbox`, wherever the patch is embedded, `event.payload.patch` of
 * any category; none of an error.
 */
function fieldAt({ request, response }: Exchange, pointer: string): string | undefined {
  const names = pointer.split('/').filter((name) => !/^\d*$/.test(name));
  const asked = `${request.method.toLowerCase()} ${pathOf(request.url)}`;
  const endpoint = ENDPOINTS.find(
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{id}')}` === asked,
  );
  if (endpoint === undefined || response.status >= 400) return undefined;
  return fieldIn(tableNamed(`${endpoint.resource}.${endpoint.form}`), names);
}

function fieldIn(table: Table, [name, ...below]: readonly string[]): string | undefined {
  const field = table.fields.find((each) => each.name === name);
  if (field === undefined) return undefined;
  const inside = tablesOfField(table, field).map((each) => fieldIn(each, below));
  const holder = table.name.replace(/\.(?:list|detail|embedded)$|(?<=payload)\..+$/, '');
  return inside.find((each) => each !== undefined) ?? `${holder}.${field.name}`;
}
