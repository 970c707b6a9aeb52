import { FILTER_FORMS, FILTERED_LISTS } from '../../specification/filter-forms.js';
import { UNITED } from '../../specification/filters.js';
import { DEFAULT_PAGE } from '../../specification/limits.js';
import { ORDERS, LISTS as SPECIFIED } from '../../specification/lists.js';
import type { ResourceName, WriteAction } from '../../specification/resource.js';
import { fieldInIds, writableFields } from '../../specification/writable.js';
import { type Basis, NOT_EXAMINED, observing, resting, restingOn } from './basis.js';
import { ENDPOINTS, FIELD_PLACES, fieldBasis } from './endpoints.js';
import type { Need, NeedKind } from './profile.js';

/** Lists that can be searched, and put in an order. */
const LISTS: readonly string[] = SPECIFIED.map(({ name }) => name);

/**
 * What a client may need of pages: `next` of one that follows the links, whatever the size of a page; `per_page` of
 * one that rests on the number of rows that it asks for; `default` of one that reads one page and asks for no number.
 */
const PAGES: Readonly<Record<string, readonly Basis[]>> = {
  default: observing('page.default-size', (observed) =>
    Number(observed) >= DEFAULT_PAGE
      ? { answer: 'yes' }
      : { answer: 'no', why: `page.default-size: ${String(observed)}` },
  ),
  page: resting('page.page-selects'),
  per_page: resting('page.per-page.honoured'),
  next: resting('page.next.present', 'page.next.absent-on-last', 'page.next.neighbour'),
  prev: resting('page.prev.present', 'page.prev.absent-on-first', 'page.prev.neighbour'),
  first: resting('page.first.present', 'page.first.points'),
  last: resting('page.last.present', 'page.last.points'),
};

/** What a client may write, by the resource and the write; with `.form` it sends a form and not JSON. */
const WRITES: Readonly<Record<string, readonly Basis[]>> = {
  ...writes('bundle.create', 'bundle', 'create'),
  'bundle.create.form': resting('client.bundle.create.form'),
  ...writes('bundle.update', 'bundle', 'update'),
  'bundle.delete': resting('client.bundle.delete'),
  'patch.update': patchUpdate('state', 'delegate', 'archived', 'commit-ref'),
  ...Object.fromEntries(
    [
      'state',
      'delegate',
      'archived',
      'archived-word',
      'commit-ref',
      'form',
      'multipart',
      'put',
    ].map((name) => [`patch.update.${name}`, patchUpdate(name)]),
  ),
  ...writes('project.update', 'project', 'update'),
  ...writes('user.update', 'user', 'update'),
  // In every version, and with any status of success.
  'check.create': resting('client.check.create'),
  // The texts of a check are needs of their own.
  'check.create.form': restingOn(['state', 'context'], 'client.check.create', 'check.create.form'),
  'check.create.multipart': resting('client.check.create.multipart'),
  'check.create.numeric-state': resting('client.check.create.numeric-state'),
  ...writes('comment.update', 'patch-comment', 'update'),
};

function patchUpdate(...names: string[]): Basis[] {
  return resting(...names.map((name) => `client.patch.update.${name}`));
}

/** A write rests on its own requirement and on those of the fields that it may hold. */
function writes(
  id: string,
  resource: ResourceName,
  action: WriteAction,
): Record<string, readonly Basis[]> {
  const fields = writableFields(resource, action).map(({ name }) => `${id}.${fieldInIds(name)}`);
  const all = [id, ...fields];
  return { [id]: resting(...all), [`${id}.form`]: resting(...all, `${id}.form`) };
}

/** The orders of single lists that have a contract; the specification's requirements are on all lists. */
const ORDERED: Readonly<Record<string, readonly Basis[]>> = {
  'patches date': resting('client.patch.order'),
  'series id': resting('client.series.order'),
  'series date': resting('client.series.order'),
  'bundles name': resting('client.bundle.order'),
};

/** How dates are written, as some clients need them: without a time zone, and in patches to the second. */
const DATES: Readonly<Record<string, readonly Basis[]>> = {
  naive: dates('naive', 'naive, of patches in another form'),
  'naive-seconds': dates('naive'),
};

function dates(...forms: string[]): Basis[] {
  return observing('client.dates', (observed) =>
    forms.includes(String(observed))
      ? { answer: 'yes' }
      : { answer: 'no', why: `client.dates: dates are ${String(observed)}` },
  );
}

const SIGN_IN: Readonly<Record<string, readonly Basis[]>> = {
  token: resting('auth.sign-in'),
  basic: resting('auth.basic'),
};

/** The kinds whose names stand in a table, with what each name rests on. */
const TABLES: Partial<Record<NeedKind, Readonly<Record<string, readonly Basis[]>>>> = {
  endpoints: ENDPOINTS,
  search: Object.fromEntries(LISTS.map((name) => [name, resting(`search.${name}`)])),
  pages: PAGES,
  dates: DATES,
  writes: WRITES,
  'sign-in': SIGN_IN,
};

/** What the needs of a kind may be of, where a kind is parted. */
export function placesOf(kind: NeedKind): readonly string[] {
  if (kind === 'fields') return FIELD_PLACES;
  if (kind === 'filters') return FILTERED;
  return kind === 'order' ? LISTS : [];
}

/**
 * The names that a need of a kind may have; undefined where any name may be right: fields, which an
 * instance may add, and requirements, which the report names.
 */
export function namesOf(kind: NeedKind, of = ''): readonly string[] | undefined {
  if (kind === 'filters') return [...filterBases(of).keys()];
  if (kind === 'order') return ORDERS;
  const table = TABLES[kind];
  return table && Object.keys(table);
}

/** What the answer to a need rests on, the first that the version has; nothing where it is not examined. */
export function basesOf({ kind, of = '', name }: Need): readonly Basis[] {
  switch (kind) {
    case 'fields':
      return fieldBasis(of, name);
    case 'filters':
      return filterBases(of).get(name) ?? NOT_EXAMINED;
    case 'order':
      return ORDERED[`${of} ${name}`] ?? resting(`order.${name}`);
    case 'requirements':
      return of === '' ? resting(name) : restingOn([of], name);
    default:
      return TABLES[kind]?.[name] ?? NOT_EXAMINED;
  }
}

/** The lists that have filters. */
const FILTERED: readonly string[] = [...FILTERED_LISTS, 'patches'];

/**
 * The filters of a list by the names in client profiles: `submitter` in all forms of its value,
 * `submitter-email` in one form, `submitter.repeated` given more than once.
 */
function filterBases(list: string): ReadonlyMap<string, readonly Basis[]> {
  if (list === 'patches') return OF_PATCHES;
  const bases = new Map<string, readonly Basis[]>();
  const forms = FILTER_FORMS.filter((form) => form.list === list);
  for (const { filter } of forms) {
    const own = forms.filter((form) => form.filter === filter);
    bases.set(filter.parameter, resting(...own.map(({ name }) => `filter.${list}.${name}`)));
  }
  for (const { name } of forms) {
    if (!bases.has(name)) bases.set(name, resting(`filter.${list}.${name}`));
  }
  if (list === 'checks') {
    for (const [name, own] of bases) bases.set(name, [...own, ...before13(name)]);
  }
  if (list === 'events') bases.set('actor', NOT_EXAMINED);
  for (const name of [...bases.keys()]) {
    const judged = forms.some(({ filter }) => filter.parameter === name) && UNITED.includes(name);
    bases.set(`${name}.repeated`, judged ? resting('filter.repeated') : NOT_EXAMINED);
  }
  return bases;
}

/** Before 1.3 the specification does not give the filters of checks. */
function before13(name: string): Basis[] {
  if (name === 'context') return resting('client.check.latest');
  return name.startsWith('user') ? resting('client.check.filter.user') : [];
}

/** The filters of patches, which the specification does not give; the client contracts cover them. */
const OF_PATCHES: ReadonlyMap<string, readonly Basis[]> = new Map(
  Object.entries({
    project: ['project', 'project-id'],
    'project-name': ['project'],
    'project-id': ['project-id'],
    state: ['state'],
    'state.repeated': ['state.repeated'],
    'state-number': ['state-number'],
    'state-number-of-kernel.org': ['state-number.kernel'],
    archived: ['archived'],
    submitter: ['submitter', 'submitter-email'],
    'submitter-id': ['submitter'],
    'submitter-email': ['submitter-email'],
    delegate: ['delegate', 'delegate-name'],
    'delegate-id': ['delegate'],
    'delegate-name': ['delegate-name'],
    hash: ['hash'],
    msgid: ['msgid'],
    series: ['series'],
    since: ['since'],
    before: ['before'],
  }).map(([name, ids]) => [name, resting(...ids.map((id) => `client.patch.filter.${id}`))]),
);
