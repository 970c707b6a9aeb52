import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { DEPARTURES } from '../field-table-end.js';
import {
  type Departure,
  departureOf,
  grouped,
  isMet,
  type Row,
  rowsOf,
} from '../field-table-rows.js';
import { several } from '../view/quantities.js';
import { inOrder } from '../view/version-range.js';
import { type Content, type Markup, markup } from './markup.js';
import type { Section } from './section.js';

/** How often a field is present, as a sign and a word. */
const SEEN = {
  always: ['●', 'always'],
  sometimes: ['◐', 'sometimes'],
  never: ['○', 'never'],
  unknown: ['?', 'no object seen that could have it'],
} as const;

const UNDECLARED = ['·', 'not declared, not present'] as const;

/** Which field was seen in which version, and where that differs from the specification. */
export function fieldTable({ fields }: Report): Section[] {
  if (fields.length === 0) return [];
  const versions = inOrder(fields.map(({ version }) => version));
  const rows = rowsOf(fields);
  const groups = grouped(rows, 'resource').flatMap(([resource, own]) =>
    grouped(own, 'form').map(([form, each]) => formRows(versions, `${resource}, ${form}`, each)),
  );
  const content = [
    legend(),
    markup`<table class="versioned fields"><caption class="unseen">Where each field was seen</caption>
<colgroup><col>${versions.map(() => markup`<col class="version">`)}</colgroup>
<thead><tr><th scope="col">Field</th>${versions.map(
      (version) => markup`<th scope="col">${version}</th>`,
    )}</tr></thead>
${groups}</table>`,
  ];
  const title = `Fields: ${summary(versions, rows)}`;
  return [{ id: 'fields', title, label: 'Fields', content, folded: true }];
}

function summary(versions: readonly Version[], rows: readonly Row[]): string {
  const has = (row: Row, ...kinds: Departure[]) =>
    versions.some((version) => {
      const departure = departureOf(row, version);
      return departure !== undefined && kinds.includes(departure);
    });
  const departing = rows.filter((row) => has(row, 'missing', 'premature')).length;
  const added = rows.filter((row) => has(row, 'addition')).length;
  const departures = departing === 0 ? 'no mismatch' : several(departing, 'mismatch', 'mismatches');
  return `${departures}${added > 0 ? `, ${several(added, 'addition')}` : ''}`;
}

function legend(): Markup {
  const signs = [...Object.values(SEEN), UNDECLARED].map(
    ([sign, says]) => markup`<li><b>${sign}</b> ${says}</li>`,
  );
  const marks = Object.entries(DEPARTURES).map(
    ([kind, { mark, says }]) => markup`<li class="${kind}"><b>${mark}</b> ${says}</li>`,
  );
  return markup`<ul class="legend">${signs}${marks}</ul>`;
}

function formRows(versions: readonly Version[], name: string, rows: readonly Row[]): Markup {
  const met = isMet(rows) ? undefined : markup` <span class="faint">no object seen</span>`;
  const lines = met === undefined ? rows.map((row) => fieldRow(versions, row)) : undefined;
  return markup`<tbody><tr class="form"><th scope="rowgroup" colspan="${versions.length + 1}">${name}${met}</th></tr>
${lines}</tbody>
`;
}

function fieldRow(versions: readonly Version[], row: Row): Markup {
  return markup`<tr><th scope="row">${row.field}</th>${versions.map((version) => cell(row, version))}</tr>
`;
}

function cell(row: Row, version: Version): Markup {
  const own = row.cells.get(version);
  const there = own?.seen === 'always' || own?.seen === 'sometimes';
  const [sign, says] = own !== undefined && (own.declared || there) ? SEEN[own.seen] : UNDECLARED;
  const departure = departureOf(row, version);
  const look = departure ?? (sign === '●' ? 'there' : 'faint');
  return markup`<td class="${look}"><span aria-hidden="true">${sign}${markOf(departure)}</span><span class="unseen">${says}${saidOf(departure)}</span></td>`;
}

function markOf(departure: Departure | undefined): Content {
  return departure === undefined ? undefined : DEPARTURES[departure].mark;
}

function saidOf(departure: Departure | undefined): Content {
  return departure === undefined ? undefined : `: ${DEPARTURES[departure].says}`;
}
