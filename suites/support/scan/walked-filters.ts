import type { Seen } from '../../../harness/place.js';
import { valueAt } from '../../../harness/place.js';
import type { WalkedFilter } from '../../../harness/walk/walked-filter.js';
import { FILTER_FORMS, type SettledForm } from '../../../specification/filter-forms.js';
import type { ValueKind } from '../../../specification/filters.js';
import type { Version } from '../../../specification/versions.js';
import { type Selected, selectedBy, valuesOf } from '../lists/selection.js';
import { timeOf } from '../timestamp.js';
import { writeKind } from './kind.js';
import type { WalkedCollection } from './walked-lists.js';

/** The longest filter value that is sent, in characters. */
const LONGEST = 200;

/** The latest time with a four-digit year, in seconds since 1970. */
const LATEST = Date.UTC(9999, 11, 31) / 1000;

/** The form of a value that cannot be mistaken for a value of another kind. */
const FORMS: Readonly<Partial<Record<ValueKind, RegExp>>> = {
  id: /^\d+$/,
  name: /\D/,
  email: /@/,
};

/** The filters of a scanned collection that one of the wanted requirements checks. */
export function filtersOf(
  { path }: Pick<WalkedCollection, 'path'>,
  version: Version,
  wanted: ReadonlySet<string>,
): WalkedFilter[] {
  return FILTER_FORMS.filter(
    (form) =>
      path === `${form.list}/` &&
      form.versions.includes(version) &&
      wanted.has(requirementOf(form)),
  ).map((form) => walkedFilter(form, version));
}

/** Whether a requirement checks a single filter. */
export function isOfFilter(id: string): boolean {
  return FILTER_FORMS.some((form) => requirementOf(form) === id);
}

function requirementOf({ list, name }: SettledForm): string {
  return `filter.${list}.${name}`;
}

function walkedFilter(form: SettledForm, version: Version): WalkedFilter {
  const requirement = requirementOf(form);
  const { parameter } = form.filter;
  const kind = writeKind({ of: 'requirement', id: requirement });
  const selects = (row: Seen, value: string) => selected(form, row, value);
  const any = { requirement, version, parameter, kind, selects };
  if (form.value !== 'time') return { ...any, by: 'value', valuesOf: (row) => askable(form, row) };
  const secondsOf = (row: Seen) => {
    const seconds = Math.floor((timeOf(valueAt(row, ...form.reads)) ?? Number.NaN) / 1000);
    return seconds >= 0 && seconds < LATEST ? seconds : undefined;
  };
  return { ...any, by: 'time', selectsOlder: form.selects === 'older', secondsOf };
}

/** Whether names are case-sensitive is not specified. */
function selected(form: SettledForm, row: Seen, value: string): Selected {
  const said = selectedBy({ filter: form, value }, row);
  if (said !== false || form.value !== 'name') return said;
  const isLike = selectedBy({ filter: { ...form, anyCase: true }, value }, row);
  return isLike === false ? false : 'either';
}

/** The values of an item that can be sent in a filter; undefined if they are ambiguous. */
function askable(form: SettledForm, row: Seen): readonly string[] | undefined {
  const values = valuesOf(form, row);
  const isAskable = (value: string) =>
    value.trim() === value && value.length <= LONGEST && (FORMS[form.value] ?? /./s).test(value);
  const folded = (value: string) => (form.anyCase === true ? value.toLowerCase() : value);
  return values && [...new Set(values.filter(isAskable).map(folded))];
}
