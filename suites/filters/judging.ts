import { type Answer, named } from '../../harness/client/answer.js';
import { at, elements, type Seen } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import { isWhole } from '../conventions/sources.js';
import { byParameter, type Chosen, selectedByAll } from './choice.js';

/** What is known of a list without any filter, and whether that is all of it. */
export interface Known {
  rows: readonly Seen[];
  whole: boolean;
}

/**
 * What departs in an answer to a request with filters: every row satisfies them, is in the list, and
 * comes once, and no row that is known to satisfy them is missing.
 */
export function judge(
  answer: Answer,
  chosen: readonly Chosen[],
  { rows: known, whole }: Known,
): Mismatch[] {
  const parameters = byParameter(chosen);
  const what = parameters.map(inWords).join(' and ');
  if (answer.status !== 200 || !Array.isArray(answer.json)) {
    const message = `${named(answer)}: expected 200 with a list, got ${answer.status}`;
    return [
      { message, expected: 'status 200', received: answer.status, exchange: answer.exchange },
    ];
  }
  const rows = rowsOf(answer);
  const wrong = rows.flatMap((row): Mismatch[] => {
    const unsatisfied = parameters.find((values) => selectedByAll(values, row) === false);
    const [one] = unsatisfied ?? [];
    if (unsatisfied === undefined || one === undefined) return [];
    const id = at(row, 'id').value;
    return [
      {
        message: `${named(answer)}: the row with id ${id} does not satisfy ${inWords(unsatisfied)}`,
        pointer: row.at.pointer,
        expected: `only rows with ${what}`,
        received: one.filter.ownValue(row) ?? at(row, 'id').value,
        exchange: answer.exchange,
      },
    ];
  });
  const ids = rows.map((row) => at(row, 'id').value);
  const twice = rows.filter((row, index) => ids.indexOf(at(row, 'id').value) !== index);
  wrong.push(...twice.map((row) => unexpected(row, answer, 'a row comes twice', 'each row once')));
  if (whole) {
    const held = new Set(known.map((row) => at(row, 'id').value));
    const foreign = rows.filter((row) => !held.has(at(row, 'id').value));
    const expected = 'only rows that the list without the filter has';
    wrong.push(
      ...foreign.map((row) => unexpected(row, answer, 'a row is not in the list', expected)),
    );
  }
  // A page that others follow may have been cut before a row that is known.
  if (wrong.length > 0 || !isWhole(answer)) return wrong;
  const shown = new Set(ids);
  return known
    .filter((row) => selectedByAll(chosen, row) === true)
    .map((row) => at(row, 'id').value)
    .filter((id) => !shown.has(id))
    .map((id) => ({
      message: `${named(answer)}: id ${id} is missing, which the list without the filter shows with ${what}`,
      pointer: '',
      expected: `a row with id ${id}`,
      received: rows.length === 0 ? [] : `${rows.length} rows without it`,
      exchange: answer.exchange,
    }));
}

/** What a parameter was given: `project=1`, `owner=3 or otto`. */
function inWords(values: readonly Chosen[]): string {
  const [one] = values;
  return `${one?.filter.parameter}=${values.map(({ value }) => value).join(' or ')}`;
}

function unexpected(row: Seen, answer: Answer, what: string, expected: string): Mismatch {
  return {
    message: `${named(answer)}: ${what} (id ${at(row, 'id').value})`,
    pointer: row.at.pointer,
    expected,
    received: at(row, 'id').value,
    exchange: answer.exchange,
  };
}

/** The rows of an answer; none if it is no list. */
export function rowsOf(answer: Answer): Seen[] {
  return elements({ value: answer.json, at: { exchange: answer.exchange, pointer: '' } });
}
