import type { Api } from '../../harness/api.js';
import { isObject, type Seen, valueAt } from '../../harness/place.js';
import { EVENT_PAYLOADS } from '../../specification/event-payloads.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import type { FilteredList, ValueKind } from '../../specification/filters.js';
import type { Version } from '../../specification/versions.js';
import { firstRows } from '../conventions/sources.js';
import { timeOf } from '../conventions/timestamp.js';

/** Whether a row satisfies a filter; `either` where the specification leaves it open. */
export type Satisfies = boolean | 'either';

/** One filter of the endpoint table, in one of the forms in which its value may be given. */
export interface Filter {
  list: FilteredList;
  /** The last part of the requirement's id: `project-name`. */
  name: string;
  /** The query parameter: `project`. */
  parameter: string;
  /** What its value is. */
  kind: ValueKind;
  /** What the requirement says of it. */
  says: string;
  versions: readonly Version[];
  /** Read as the owner of bundles, not as nobody: the list of everybody holds public ones only. */
  asUser?: true;
  /** Whether it is given twice, in this form, where that must select the union. */
  isUnion?: true;
  /** The value that selects a row, read off the row; undefined where the row has none. */
  ownValue(row: Seen): string | undefined;
  /** Values that rows of the list may have, known from another list. */
  elsewhere?(api: Api): Promise<string[]>;
  /** Of rows that are of several kinds, the kind: a value that selects rows of many tells most. */
  kindOf?(row: Seen): string | undefined;
  /** Whether a row satisfies the filter with that value. */
  satisfied(row: Seen, value: string): Satisfies;
}

/** Every filter of the endpoint table. */
export const FILTERS: readonly Filter[] = FILTER_FORMS.map(filterOf);

function filterOf(form: SettledForm): Filter {
  const { list, name, filter, value: kind, only, versions } = form;
  const { parameter } = filter;
  return {
    list,
    name,
    parameter,
    kind,
    says: `\`${only === undefined ? parameter : `${parameter}=${only}`}\` selects ${form.says}`,
    versions,
    ...(filter.forOwners ? { asUser: true } : {}),
    ...(name === `${parameter}-${filter.union}` ? { isUnion: true } : {}),
    ...comparisonOf(form),
    ...(form.reads[0] === 'project' ? { elsewhere: (api) => valuesOfProjects(api, form) } : {}),
  };
}

function comparisonOf(form: SettledForm): Pick<Filter, 'ownValue' | 'satisfied' | 'kindOf'> {
  if (form.value === 'time') return byTime(form);
  return form.reads[0] === 'payload' ? bySubject(form) : byValue(form);
}

/**
 * Rows satisfy it that have just that value. A row without the field is a matter of its form, and
 * may be there or not.
 */
function byValue(form: SettledForm): Pick<Filter, 'ownValue' | 'satisfied'> {
  const { only, anyCase } = form;
  const same = (own: string, value: string) =>
    own === value || (anyCase === true && own.toLowerCase() === value.toLowerCase());
  return {
    ownValue: (row) => {
      const [own] = textsOf(row, form) ?? [];
      return only === undefined || own === only ? own : undefined;
    },
    satisfied: (row, value) => {
      const own = textsOf(row, form);
      if (own === undefined || (own.length > 0 && own.every((each) => each === undefined))) {
        return 'either';
      }
      return own.some((each) => each !== undefined && same(each, value));
    },
  };
}

/** The field of a row as text, or of each of its elements; undefined where there is no such array. */
function textsOf({ value }: Seen, { reads, value: kind }: SettledForm) {
  return valuesAt(value, reads)?.map((each) => textOf(each, kind));
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] | undefined {
  if (name === undefined) return [value];
  if (name !== '*') {
    const own = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return valuesAt(own, rest);
  }
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((each: unknown) => valuesAt(each, rest) ?? []);
}

function textOf(value: unknown, kind: ValueKind): string | undefined {
  if (kind === 'flag') return value === undefined ? undefined : String(value);
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  return kind === 'message-id' ? String(value).replace(/^<(.*)>$/s, '$1') : String(value);
}

/**
 * A row's own value is its time in the documented form; times with a fraction are cut to the second.
 * On which side a row of that very time falls is not said: `either`. A row without a time that can
 * be read is a matter of its form.
 */
function byTime({ reads, selects }: SettledForm): Pick<Filter, 'ownValue' | 'satisfied'> {
  const sign = selects === 'older' ? -1 : 1;
  return {
    ownValue: (row) => {
      const time = timeOf(valueAt(row, ...reads));
      return time === undefined
        ? undefined
        : `${new Date(time).toISOString().slice(0, '2026-01-01T00:00:00'.length)}Z`;
    },
    satisfied: (row, value) => {
      const time = timeOf(valueAt(row, ...reads));
      const limit = timeOf(value);
      if (time === undefined || limit === undefined || time === limit) return 'either';
      return (time - limit) * sign > 0;
    },
  };
}

/** A filter of events by what their payload is about; of unknown categories nothing is known (B-7). */
function bySubject(form: SettledForm): Pick<Filter, 'ownValue' | 'satisfied' | 'kindOf'> {
  const [payload = '', subject = ''] = form.reads;
  const id: Filter['ownValue'] = (row) => textsOf(row, form)?.[0];
  const category = (row: Seen) => textOf(valueAt(row, 'category'), 'word');
  return {
    ownValue: id,
    kindOf: category,
    satisfied: (row, value) => {
      if (id(row) === value) return true;
      // B-17: a cover may be a plain string in 1.0. What a payload lacks is a matter of its form.
      if (isObject(valueAt(row, payload, subject))) return false;
      const keys = EVENT_PAYLOADS.get(category(row) ?? '');
      return keys !== undefined && !keys.includes(subject) ? false : 'either';
    },
  };
}

/** What the projects of the instance have in the field that a filter by project reads. */
async function valuesOfProjects(api: Api, form: SettledForm): Promise<string[]> {
  const ofProject = { ...form, reads: form.reads.slice(1) };
  const projects = await firstRows(api, 'projects/');
  return projects.flatMap((row) => textsOf(row, ofProject)?.[0] ?? []);
}
