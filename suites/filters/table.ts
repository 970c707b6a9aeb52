import type { Api } from '../../harness/api.js';
import { at, elements, isObject, type Seen, valueAt } from '../../harness/place.js';
import { ALL, since, type Version } from '../../specification/versions.js';
import { EVENT_CATEGORIES, firstRows } from '../conventions/sources.js';
import { timeOf } from '../conventions/timestamp.js';

/** The lists that have filters in the endpoint table. */
export const FILTERED_LISTS = ['bundles', 'covers', 'series', 'events', 'checks'] as const;

/** One of them. */
export type FilteredList = (typeof FILTERED_LISTS)[number];

/** Whether a row satisfies a filter; `either` where the specification leaves it open. */
export type Satisfies = boolean | 'either';

/** One filter of the endpoint table, in one of the forms in which its value may be given. */
export interface Filter {
  list: FilteredList;
  /** The last part of the requirement's id: `project-name`. */
  name: string;
  /** The query parameter: `project`. */
  parameter: string;
  /** What the requirement says of it. */
  says: string;
  versions: readonly Version[];
  /** Read as the owner of bundles, not as nobody: the list of everybody holds public ones only. */
  asUser?: true;
  /** The value that selects a row, read off the row; undefined where the row has none. */
  ownValue(row: Seen): string | undefined;
  /** Values that rows of the list may have, known from another list. */
  elsewhere?(api: Api): Promise<string[]>;
  /** Of rows that are of several kinds, the kind: a value that selects rows of many tells most. */
  kindOf?(row: Seen): string | undefined;
  /** Whether a row satisfies the filter with that value. */
  satisfied(row: Seen, value: string): Satisfies;
}

type Declared = Omit<Filter, 'list' | 'satisfied' | 'versions'> &
  Partial<Pick<Filter, 'satisfied' | 'versions'>>;

/**
 * A filter that rows satisfy which have just that value. A row without the field is a matter of its
 * form, and may be there or not.
 */
function equal(list: FilteredList, declared: Declared): Filter {
  const { ownValue } = declared;
  return {
    list,
    versions: ALL,
    satisfied: (row, value) => {
      const own = ownValue(row);
      return own === undefined ? 'either' : own === value;
    },
    ...declared,
  };
}

/** A value inside the row as text: a number or a string. */
function inside(...path: string[]): Filter['ownValue'] {
  return (row) => {
    const value = valueAt(row, ...path);
    return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
  };
}

function project(list: FilteredList): Filter[] {
  const form = (name: string, key: 'id' | 'link_name') =>
    equal(list, {
      name,
      parameter: 'project',
      says: `\`project\` selects by the ${key} of the project`,
      ownValue: inside('project', key),
      elsewhere: async (api) =>
        (await firstRows(api, 'projects/')).flatMap((row) => inside(key)(row) ?? []),
    });
  return [form('project-id', 'id'), form('project-name', 'link_name')];
}

function submitter(list: FilteredList): Filter[] {
  return [
    equal(list, {
      name: 'submitter-id',
      parameter: 'submitter',
      says: '`submitter` selects by the id of the person',
      ownValue: inside('submitter', 'id'),
    }),
    equal(list, {
      name: 'submitter-email',
      parameter: 'submitter',
      says: '`submitter` selects by the e-mail address of the person',
      versions: since('1.1'),
      ownValue: inside('submitter', 'email'),
      // Addresses differ in case only where people write them so.
      satisfied: (row, value) => {
        const own = inside('submitter', 'email')(row);
        return own === undefined ? 'either' : own.toLowerCase() === value.toLowerCase();
      },
    }),
  ];
}

/** A row's own time in the documented form; times with a fraction are cut to the second. */
function ownTime(row: Seen): string | undefined {
  const time = timeOf(valueAt(row, 'date'));
  return time === undefined
    ? undefined
    : `${new Date(time).toISOString().slice(0, '2026-01-01T00:00:00'.length)}Z`;
}

/**
 * On which side a row of that very time falls is not said: `either`. A row without a time that can
 * be read is a matter of its form.
 */
function dates(list: FilteredList): Filter[] {
  const form = (name: 'since' | 'before', says: string, sign: 1 | -1): Filter => ({
    list,
    name,
    parameter: name,
    says,
    versions: ALL,
    ownValue: ownTime,
    satisfied: (row, value) => {
      const time = timeOf(valueAt(row, 'date'));
      const limit = timeOf(value);
      if (time === undefined || limit === undefined || time === limit) return 'either';
      return (time - limit) * sign > 0;
    },
  });
  return [
    form('since', '`since` selects what is not older than a time', 1),
    form('before', '`before` selects what is older than a time', -1),
  ];
}

/** The categories whose payload names a subject (SPEC.md, "Events"). */
const SUBJECTS = {
  series: ['patch-completed'],
  patch: EVENT_CATEGORIES.filter((category) => category !== 'cover-created').map(String),
  cover: ['cover-created'],
};

/** A filter of events by what their payload is about; of unknown categories nothing is known (B-7). */
function subject(name: 'series' | 'patch' | 'cover'): Filter {
  const id = inside('payload', name, 'id');
  return {
    list: 'events',
    name,
    parameter: name,
    says: `\`${name}\` selects the events of that ${name}`,
    versions: ALL,
    ownValue: id,
    kindOf: inside('category'),
    satisfied: (row, value) => {
      if (id(row) === value) return true;
      const category = at(row, 'category').value;
      // B-17: a cover may be a plain string in 1.0. What a payload lacks is a matter of its form.
      const shown = isObject(at(row, 'payload', name).value);
      if (shown) return false;
      const known = (EVENT_CATEGORIES as readonly unknown[]).includes(category);
      return known && !SUBJECTS[name].includes(String(category)) ? false : 'either';
    },
  };
}

function bundlePublic(value: 'true' | 'false'): Filter {
  return equal('bundles', {
    name: `public-${value}`,
    parameter: 'public',
    asUser: true,
    says: `\`public=${value}\` selects the bundles that are ${value === 'true' ? '' : 'not '}public`,
    ownValue: (row) => (String(at(row, 'public').value) === value ? value : undefined),
    satisfied: (row) => {
      const own = at(row, 'public').value;
      return own === undefined ? 'either' : String(own) === value;
    },
  });
}

/** Every filter of the endpoint table. */
export const FILTERS: readonly Filter[] = [
  ...project('bundles'),
  equal('bundles', {
    name: 'owner-id',
    parameter: 'owner',
    says: '`owner` selects by the id of the user',
    ownValue: inside('owner', 'id'),
  }),
  equal('bundles', {
    name: 'owner-name',
    parameter: 'owner',
    says: '`owner` selects by the username of the user',
    ownValue: inside('owner', 'username'),
  }),
  bundlePublic('true'),
  bundlePublic('false'),
  ...project('covers'),
  ...submitter('covers'),
  ...dates('covers'),
  equal('covers', {
    name: 'series',
    parameter: 'series',
    says: '`series` selects the cover letter of that series',
    ownValue: (row) => elements(at(row, 'series')).map(inside('id'))[0],
    satisfied: (row, value) => {
      const series = at(row, 'series');
      if (!Array.isArray(series.value)) return 'either';
      return elements(series).some((one) => inside('id')(one) === value);
    },
  }),
  equal('covers', {
    name: 'msgid',
    parameter: 'msgid',
    says: '`msgid` selects by the message id, without its angle brackets',
    versions: since('1.2'),
    ownValue: (row) => inside('msgid')(row)?.replace(/^<(.*)>$/s, '$1'),
  }),
  ...project('series'),
  ...submitter('series'),
  ...dates('series'),
  equal('events', {
    name: 'category',
    parameter: 'category',
    says: '`category` selects the events of that category',
    ownValue: inside('category'),
  }),
  ...project('events'),
  subject('series'),
  subject('patch'),
  subject('cover'),
  ...dates('events'),
  ...['id', 'name'].map((form) =>
    equal('checks', {
      name: `user-${form}`,
      parameter: 'user',
      versions: since('1.3'),
      says: `\`user\` selects by the ${form === 'id' ? 'id' : 'username'} of the user`,
      ownValue: inside('user', form === 'id' ? 'id' : 'username'),
    }),
  ),
  equal('checks', {
    name: 'state',
    parameter: 'state',
    versions: since('1.3'),
    says: '`state` selects by the state as the API itself shows it',
    ownValue: inside('state'),
  }),
  equal('checks', {
    name: 'context',
    parameter: 'context',
    versions: since('1.3'),
    says: '`context` selects by the context',
    ownValue: inside('context'),
  }),
  ...dates('checks').map((filter) => ({ ...filter, versions: since('1.3') })),
];
