import { EVENT_CATEGORIES } from './resources/event.js';
import type { Version } from './versions.js';

/**
 * What the value of a filter is: `id` an integer, `name` a link_name or a username, `message-id` one
 * without its angle brackets, `word` one of few words that the service itself makes up.
 */
export type ValueKind = 'id' | 'name' | 'email' | 'message-id' | 'word' | 'text' | 'time' | 'flag';

/** One of the forms in which a filter takes its value. */
export interface FilterForm {
  /** Tells it from the other forms of the filter: `email`. Of a flag it is the value itself. */
  readonly name?: string;
  readonly value: ValueKind;
  /** The field of a row that the value is compared with; `*` is each element of an array. */
  readonly reads: readonly string[];
  /** What is selected, after the words "`submitter` selects". */
  readonly says: string;
  /** The version that adds the form, where it is not that of the filter. */
  readonly since?: Version;
  /** Whether the other form of the filter stands for both where one is enough: projects by name, people by id. */
  readonly isOther?: true;
  /** Whether upper and lower case are the same. */
  readonly anyCase?: true;
  /** Whether the field may be null; no value selects such a row. */
  readonly blank?: true;
  /** Which rows are selected: those with that very value if not said. */
  readonly selects?: 'older' | 'not-older';
  /** The words that docs/api.md names, where an instance may refuse others that it shows. */
  readonly words?: readonly string[];
}

/** One filter of a list. */
export interface Filter {
  readonly parameter: string;
  /** What its value is, in the words of docs/api.md. */
  readonly says: string;
  /** The version that adds it, where it is not that of the list. */
  readonly since?: Version;
  readonly forms: readonly FilterForm[];
  /** Whether only owners are shown rows that it keeps out (docs/api.md, "Bundle": visibility). */
  readonly forOwners?: true;
}

const BEFORE: Filter = {
  parameter: 'before',
  says: 'older than this date-time',
  forms: [{ value: 'time', reads: ['date'], selects: 'older', says: 'items older than a time' }],
};

const SINCE: Filter = {
  parameter: 'since',
  says: 'not older than this date-time',
  forms: [
    { value: 'time', reads: ['date'], selects: 'not-older', says: 'items not older than a time' },
  ],
};

const PROJECT: Filter = {
  parameter: 'project',
  says: 'id or link_name of a project',
  forms: [
    {
      name: 'id',
      value: 'id',
      reads: ['project', 'id'],
      isOther: true,
      says: 'items by the id of the project',
    },
    {
      name: 'name',
      value: 'name',
      reads: ['project', 'link_name'],
      says: 'items by the link_name of the project',
    },
  ],
};

const SUBMITTER: Filter = {
  parameter: 'submitter',
  says: 'id or e-mail address of a person',
  forms: [
    { name: 'id', value: 'id', reads: ['submitter', 'id'], says: 'items by the id of the person' },
    {
      name: 'email',
      value: 'email',
      reads: ['submitter', 'email'],
      isOther: true,
      // Addresses differ in case only where people write them so.
      anyCase: true,
      says: 'items by the e-mail address of the person',
    },
  ],
};

function userIn(parameter: 'owner' | 'user'): Filter {
  return {
    parameter,
    says: 'id or username of a user',
    forms: [
      { name: 'id', value: 'id', reads: [parameter, 'id'], says: 'items by the id of the user' },
      {
        name: 'name',
        value: 'name',
        reads: [parameter, 'username'],
        isOther: true,
        says: 'items by the username of the user',
      },
    ],
  };
}

function inPayload(parameter: 'series' | 'patch' | 'cover'): Filter {
  return {
    parameter,
    says: `id of a ${parameter}`,
    forms: [
      { value: 'id', reads: ['payload', parameter, 'id'], says: `the events of that ${parameter}` },
    ],
  };
}

/** The parameters whose values, given together, must select their union; what of others is not said (B-28). */
export const UNITED: readonly string[] = ['project', 'owner', 'submitter'];

/** "Since 1.1 filters may be repeated." */
export const REPEATABLE_SINCE: Version = '1.1';

const TABLE = {
  bundles: [
    PROJECT,
    userIn('owner'),
    {
      parameter: 'public',
      says: 'true or false',
      forOwners: true,
      forms: [
        { name: 'true', value: 'flag', reads: ['public'], isOther: true, says: 'public bundles' },
        {
          name: 'false',
          value: 'flag',
          reads: ['public'],
          says: 'private bundles',
        },
      ],
    },
  ],
  covers: [
    BEFORE,
    SINCE,
    PROJECT,
    {
      parameter: 'series',
      says: 'id of a series',
      forms: [
        { value: 'id', reads: ['series', '*', 'id'], says: 'the cover letter of that series' },
      ],
    },
    SUBMITTER,
    {
      parameter: 'msgid',
      says: 'message id, case-sensitive, without angle brackets',
      since: '1.2',
      forms: [
        {
          value: 'message-id',
          reads: ['msgid'],
          says: 'items by message id, without angle brackets',
        },
      ],
    },
  ],
  series: [BEFORE, SINCE, SUBMITTER, PROJECT],
  events: [
    BEFORE,
    SINCE,
    PROJECT,
    {
      parameter: 'category',
      says: 'category of events',
      forms: [
        {
          value: 'word',
          words: EVENT_CATEGORIES,
          reads: ['category'],
          says: 'the events of that category',
        },
      ],
    },
    inPayload('series'),
    inPayload('patch'),
    inPayload('cover'),
  ],
  checks: [
    BEFORE,
    SINCE,
    userIn('user'),
    {
      parameter: 'state',
      says: 'state of a check, as the API returns it',
      forms: [{ value: 'word', reads: ['state'], says: 'items by the state that the API returns' }],
    },
    {
      parameter: 'context',
      says: 'context of a check',
      forms: [{ value: 'text', reads: ['context'], says: 'items by context' }],
    },
  ],
} satisfies Readonly<Record<string, readonly Filter[]>>;

/** A list that has filters. */
export type FilteredList = keyof typeof TABLE;

/** The filters of each list (docs/api.md, "Endpoint table"). */
export const FILTERS: Readonly<Record<FilteredList, readonly Filter[]>> = TABLE;
