import { type Seen, valueAt } from '../../harness/place.js';
import { EVENT_PAYLOADS } from '../../specification/event-payloads.js';
import type { SettledForm } from '../../specification/filter-forms.js';
import type { ValueKind } from '../../specification/filters.js';
import { timeOf } from '../conventions/timestamp.js';

/** Whether a query must show a row; `either` where the specification leaves it open. */
export type Selected = boolean | 'either';

/** A filter with the value that it is given. */
export interface Given {
  filter: SettledForm;
  value: string;
}

/** The value of a filter that selects a row, read off the row; undefined where the row has none. */
export function ownValue(filter: SettledForm, row: Seen): string | undefined {
  const { only, value: kind } = filter;
  const [own] = textsOf(row, filter) ?? [];
  if (kind === 'time') return own && timeOf(own) !== undefined ? documented(own) : undefined;
  return only === undefined || own === only ? own : undefined;
}

/** All values of a filter, not one by time, that select a row; undefined where that is open. */
export function valuesOf(filter: SettledForm, row: Seen): string[] | undefined {
  const texts = textsOf(row, filter);
  if (texts === undefined) {
    const isNone = filter.reads[0] === 'payload' && selectedBySubject(filter, row) === false;
    return isNone ? [] : undefined;
  }
  const known = texts.flatMap((text) => text ?? []);
  if (known.length < texts.length) return undefined;
  return filter.only === undefined ? known : known.filter((value) => value === filter.only);
}

/** Whether a row satisfies a filter with a value. A row without the field is a matter of its form. */
export function selectedBy({ filter, value }: Given, row: Seen): Selected {
  if (filter.value === 'time') return selectedByTime(filter, row, value);
  const texts = textsOf(row, filter);
  if (texts === undefined) {
    return filter.reads[0] === 'payload' ? selectedBySubject(filter, row) : 'either';
  }
  const folded = (text?: string) => (filter.anyCase === true ? text?.toLowerCase() : text);
  return texts.some((own) => folded(own) === folded(value));
}

/** Whether a row satisfies all that is given: of each parameter one of its values, its union (B-28). */
export function selectedByAll(given: readonly Given[], row: Seen): Selected {
  let all: Selected = true;
  for (const { filter } of given) {
    const { parameter } = filter.filter;
    const said = given
      .filter((each) => each.filter.filter.parameter === parameter)
      .map((each) => selectedBy(each, row));
    if (said.includes(true)) continue;
    if (!said.includes('either')) return false;
    all = 'either';
  }
  return all;
}

/** A row of the very second that is asked for may be on either side: which one is not said. */
function selectedByTime({ reads, selects }: SettledForm, row: Seen, value: string): Selected {
  const time = timeOf(valueAt(row, ...reads));
  const limit = timeOf(value);
  if (time === undefined || limit === undefined) return 'either';
  if (Math.abs(time - limit) < 1000) return 'either';
  return selects === 'older' ? time < limit : time > limit;
}

/** An event that names no such subject: its category may say so; of unknown ones nothing is known (B-7). */
function selectedBySubject({ reads: [, subject = ''] }: SettledForm, row: Seen): Selected {
  const keys = EVENT_PAYLOADS.get(String(valueAt(row, 'category')));
  // B-17: a cover may be a plain string in 1.0. What a payload lacks is a matter of its form.
  return keys !== undefined && !keys.includes(subject) ? false : 'either';
}

/** What a row has in the field of a filter, of an array in each of its elements; undefined if it lacks that. */
function textsOf(
  row: Seen,
  { reads, value: kind }: SettledForm,
): (string | undefined)[] | undefined {
  const star = reads.indexOf('*');
  if (star < 0) {
    const own = textOf(valueAt(row, ...reads), kind);
    return own === undefined ? undefined : [own];
  }
  const array = valueAt(row, ...reads.slice(0, star));
  if (!Array.isArray(array)) return undefined;
  return array.map((value: unknown) =>
    textOf(valueAt({ value, at: row.at }, ...reads.slice(star + 1)), kind),
  );
}

function textOf(value: unknown, kind: ValueKind): string | undefined {
  if (kind === 'flag') return value === undefined ? undefined : String(value);
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  return kind === 'message-id' ? String(value).replace(/^<(.*)>$/s, '$1') : String(value);
}

/** A time in the documented form (SPEC.md, "Conventions" 2), a fraction of a second cut off. */
function documented(time: string): string {
  return `${new Date(timeOf(time) ?? 0).toISOString().slice(0, '2026-01-01T00:00:00'.length)}Z`;
}
