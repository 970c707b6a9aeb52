import type { Seen } from '../../../harness/place.js';
import { valueAt } from '../../../harness/place.js';
import type { WalkedFilter } from '../../../harness/walk/walked-filter.js';
import { FILTER_FORMS, type SettledForm } from '../../../specification/filter-forms.js';
import type { ValueKind } from '../../../specification/filters.js';
import type { Version } from '../../../specification/versions.js';
import { type Selected, selectedBy, valuesOf } from '../../lists/selection.js';
import { timeOf } from '../timestamp.js';
import { writeKind } from './kind.js';
import type { WalkedCollection } from './walked-lists.js';

/** Where it fails, several filters by time are wrong, and they are not blamed themselves. */
export const BY_TIME = 'filter.dates.time';

/** The longest value that is asked for, in characters. */
const LONGEST = 200;

/** The moments that four digits of a year can name, in seconds since 1970. */
const LATEST = Date.UTC(9999, 11, 31) / 1000;

/** What a value must look like that cannot be taken for one of another kind. */
const FORMS: Readonly<Partial<Record<ValueKind, RegExp>>> = {
  id: /^\d+$/,
  name: /\D/,
  email: /@/,
};

/** The filters of a walked collection of which one of the wanted requirements speaks. */
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

/** The filter of which a requirement speaks alone. */
export function isOfFilter(id: string): boolean {
  return FILTER_FORMS.some((form) => requirementOf(form) === id);
}

/** Whether a requirement speaks of a filter by time. */
export function isOfTime(id: string): boolean {
  return FILTER_FORMS.some((form) => form.value === 'time' && requirementOf(form) === id);
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

/** Whether names that differ in case only are told apart is not said. */
function selected(form: SettledForm, row: Seen, value: string): Selected {
  const said = selectedBy({ filter: form, value }, row);
  if (said !== false || form.value !== 'name') return said;
  const isLike = selectedBy({ filter: { ...form, anyCase: true }, value }, row);
  return isLike === false ? false : 'either';
}

/** The values of a row that can be asked for; undefined where it is open which these are. */
function askable(form: SettledForm, row: Seen): readonly string[] | undefined {
  const values = valuesOf(form, row);
  const isAskable = (value: string) =>
    value.trim() === value && value.length <= LONGEST && (FORMS[form.value] ?? /./s).test(value);
  const folded = (value: string) => (form.anyCase === true ? value.toLowerCase() : value);
  return values && [...new Set(values.filter(isAskable).map(folded))];
}
