import type { Version } from '../specification/versions.js';
import { type Departure, departureOf, grouped, isMet, type Row } from './field-table-rows.js';
import type { Paint } from './terminal/sheet.js';
import { hang } from './terminal/text.js';
import { several } from './view/quantities.js';

/** What is printed with: the colours, the width and the columns of the table. */
export interface Look {
  paint: Paint;
  width: number;
  versions: readonly Version[];
}

/** What each departure is called, and the mark that it has in the table. */
export const DEPARTURES: Record<Departure, { mark: string; says: string }> = {
  missing: { mark: '!', says: 'declared, and not there in all that was met' },
  premature: { mark: '+', says: 'there, and declared for other versions only' },
  addition: { mark: '+', says: 'there, and declared for none of these versions: an addition' },
};

/** The brush for a departure; what nobody forbids is no reason for alarm. */
export function brushFor({ verdict }: Paint, departure: Departure) {
  return departure === 'addition' ? verdict.warn : verdict.fail;
}

/** After the tables: what was not met, each departure once more, and how many there are. */
export function endLines(look: Look, rows: readonly Row[]): string[] {
  const kinds: Departure[] = ['addition', 'premature', 'missing'];
  return [
    '',
    ...unmet(look, rows),
    ...kinds.flatMap((kind) => list(look, rows, kind)),
    count(look, rows),
  ];
}

function unmet({ paint, width }: Look, rows: readonly Row[]): string[] {
  const names = grouped(rows, 'resource').flatMap(([resource, own]) =>
    grouped(own, 'form').flatMap(([form, each]) => (isMet(each) ? [] : [`${resource} ${form}`])),
  );
  if (names.length === 0) return [];
  return [...hang('Nothing was met of: ', names.join(', '), width).map(paint.faint), ''];
}

function list({ paint, width, versions }: Look, rows: readonly Row[], kind: Departure): string[] {
  const brush = brushFor(paint, kind);
  const found = rows.flatMap((row) => {
    const where = versions.filter((version) => departureOf(row, version) === kind);
    if (where.length === 0) return [];
    return hang('    ', `${row.resource} ${row.form}: ${row.field} in ${where.join(' ')}`, width);
  });
  if (found.length === 0) return [];
  const { mark, says } = DEPARTURES[kind];
  return [...hang(`${mark} `, says, width).map(brush), ...found, ''];
}

/** A field of a form that departs in several versions is one departure. */
function count({ paint, versions }: Look, rows: readonly Row[]): string {
  const times = (...kinds: Departure[]) =>
    rows.filter((row) =>
      versions.some((version) => {
        const departure = departureOf(row, version);
        return departure !== undefined && kinds.includes(departure);
      }),
    ).length;
  const departing = times('missing', 'premature');
  const added = times('addition');
  const brush = departing > 0 ? paint.verdict.fail : paint.verdict.pass;
  const additions = added > 0 ? `, and ${several(added, 'addition')}` : '';
  return brush(
    `${departing === 0 ? 'No departure' : several(departing, 'departure')}${additions}.`,
  );
}
