import { isObject, type JsonObject } from '../harness/place.js';
import type { Role } from '../harness/role.js';
import { COLLECTION_OF } from '../specification/endpoints.js';
import type { Version } from '../specification/versions.js';
import type { Ask, IdOnSide, Resource, Shown } from './ask.js';
import { rotated } from './query.js';
import { GUARDED, type Sample, TOP_LISTS } from './sample.js';

/** Objects of a resource that are read in each version: unlike ones, and others in each version. */
const UNLIKE = 4;
const OTHERS = 2;

/** Ids that no object has: one that fits into 32 bits, and one that does not. */
const UNKNOWN = [999_999_999, 99_999_999_999] as const;

/** What the requests for objects rest on. */
export interface ObjectPlan {
  version: Version;
  turn: number;
  sample: Sample;
  /** All roles that send requests; anonymous is the first. */
  roles: readonly Role[];
}

/** The requests for the root, for single objects, and for objects that do not exist. */
export function planObjects(plan: ObjectPlan): Ask[] {
  const { version, sample, roles } = plan;
  const unknown = unknownIn(plan);
  const reader = roles.at(1) ?? 'anonymous';
  const path = pathAsker(version);
  const details = TOP_LISTS.flatMap((resource) => {
    const collection = COLLECTION_OF[resource];
    const shows: Shown = { resource, form: 'detail' };
    const role = GUARDED.includes(resource) || resource === 'bundle' ? reader : 'anonymous';
    if (resource === 'event') return [];
    const rows = chosen(sample.rows.get(resource) ?? [], plan.turn);
    const [first] = rows;
    const of = (own: number) => (id: IdOnSide) => `${collection}/${id(resource, own)}/`;
    return [
      ...rows.map((own) => path(role, shows, of(own))),
      path(role, shows, () => `${collection}/${unknown}/`, 'unknown id'),
      ...(first === undefined
        ? []
        : [path(role, shows, (id) => of(first)(id).slice(0, -1), 'without slash')]),
      ...ofOthers(sample, resource).flatMap((own) =>
        roles
          .filter((each) => OF_ROLES.includes(resource) && each !== role)
          .map((each) => path(each, shows, of(own), `as ${each}`)),
      ),
      ...ownUsers(sample, resource).map((own) => path(role, shows, of(own), 'the own user')),
    ];
  });
  const root: Shown = { resource: 'root', form: 'detail' };
  return [
    path('anonymous', root, () => ''),
    ...details,
    ...byName(plan, path),
    ...nested(plan, path),
    ...rotated(TOP_LISTS, plan.turn, 3).map((resource) =>
      path(
        OF_ROLES.includes(resource) ? reader : 'anonymous',
        { resource, form: 'list' },
        () => `${COLLECTION_OF[resource]}?per_page=2`,
        'without slash',
      ),
    ),
    ...rotated(TOP_LISTS, plan.turn, 3).map((resource) =>
      path(
        OF_ROLES.includes(resource) ? reader : 'anonymous',
        { resource, form: 'detail' },
        () => `${COLLECTION_OF[resource]}/x/`,
        'id not a number',
      ),
    ),
    path('anonymous', root, () => 'no-such-list/', 'unknown path'),
  ];
}

function unknownIn({ turn }: ObjectPlan): number {
  return UNKNOWN[turn % 2] ?? UNKNOWN[0];
}

type PathAsker = (
  role: Role,
  shows: Shown,
  path: (id: IdOnSide) => string,
  situation?: string,
) => Ask;

function pathAsker(version: Version): PathAsker {
  return (role, shows, path, situation) => ({
    version,
    role,
    target: (id) => `/api/${version}/${path(id)}`,
    shows,
    parameters: [],
    situation,
  });
}

/** Whether an id is that of an object which the sample shows. */
function isKnown(sample: Sample, resource: Resource, own: number): boolean {
  return (sample.rows.get(resource) ?? []).some(({ id }) => id === own);
}

/** Objects that are asked for by every role: the first, and one that is private. */
function ofOthers(sample: Sample, resource: Resource): number[] {
  const rows = sample.rows.get(resource) ?? [];
  const hidden = rows.find((row) => row.public === false);
  return idsOf([...rows.slice(0, 1), ...(hidden === undefined ? [] : [hidden])]);
}

/** The owners of private bundles, which only their owner is shown. */
function ownUsers(sample: Sample, resource: Resource): number[] {
  if (resource !== 'user') return [];
  const bundles = sample.rows.get('bundle') ?? [];
  const owner = bundles.find((row) => row.public === false)?.owner;
  return isObject(owner) ? idsOf([owner]) : [];
}

function idsOf(rows: readonly JsonObject[]): number[] {
  return rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
}

/** Projects by their name. */
function byName({ sample, turn }: ObjectPlan, path: PathAsker): Ask[] {
  const names = (sample.rows.get('project') ?? []).flatMap(({ link_name: name }) =>
    typeof name === 'string' ? [encodeURIComponent(name)] : [],
  );
  return rotated(names, turn, 1).map((name) =>
    path(
      'anonymous',
      { resource: 'project', form: 'detail' },
      () => `projects/${name}/`,
      'by name',
    ),
  );
}

/** Objects below patches and cover letters. */
function nested(plan: ObjectPlan, path: PathAsker): Ask[] {
  const { sample, turn } = plan;
  const unknown = unknownIn(plan);
  const kinds = [
    ['check', 'patch', 'checks', sample.patchesWithChecks],
    ['patch-comment', 'patch', 'comments', sample.patchesWithComments],
    ['cover-comment', 'cover', 'comments', sample.coversWithComments],
  ] as const;
  return kinds.flatMap(([resource, parent, name, parents]) => {
    const [owner, other] = parents;
    // A patch that has comments, asked for as a cover letter, and the other way round.
    const elsewhere = (
      parent === 'cover'
        ? sample.patchesWithComments.map((own) => ['patch', own] as const)
        : sample.coversWithComments.map((own) => ['cover', own] as const)
    ).filter(([kind, own]) => kind !== parent && !isKnown(sample, parent, own));
    const collection = COLLECTION_OF[parent];
    const list: Shown = { resource, form: 'list' };
    const detail: Shown = { resource, form: 'detail' };
    const notFound = [
      path('anonymous', list, () => `${collection}/${unknown}/${name}/`, 'unknown id'),
      path('anonymous', list, () => `${collection}/x/${name}/`, 'id not a number'),
      ...rotated(elsewhere, turn, 1).map(([kind, own]) =>
        path(
          'anonymous',
          list,
          (id) => `${collection}/${id(kind, own)}/${name}/`,
          'the id of another object',
        ),
      ),
    ];
    if (owner === undefined) return notFound;
    const below = (id: IdOnSide) => `${collection}/${id(parent, owner)}/${name}/`;
    const rows = chosen(sample.rows.get(resource) ?? [], turn);
    const [first] = rows;
    return [
      ...rows.map((own) => path('anonymous', detail, (id) => `${below(id)}${id(resource, own)}/`)),
      path('anonymous', detail, (id) => `${below(id)}${unknown}/`, 'unknown id'),
      path('anonymous', detail, (id) => `${below(id)}x/`, 'id not a number'),
      ...(first === undefined || other === undefined
        ? []
        : [
            path(
              'anonymous',
              detail,
              (id) => `${collection}/${id(parent, other)}/${name}/${id(resource, first)}/`,
              'below another object',
            ),
          ]),
      ...notFound,
    ];
  });
}

/**
 * Ids of some objects: first the largest and those that are unlike it and each other, in fields that are empty and in words, then
 * others in each version.
 */
export function chosen(rows: readonly JsonObject[], turn: number): number[] {
  const left = [...rows];
  const seen = new Set<string>();
  const [largest] = [...rows].sort((a, b) => sizeOf(b) - sizeOf(a));
  const unlike = largest === undefined ? [] : left.splice(left.indexOf(largest), 1);
  for (const row of unlike) for (const each of featuresOf(row)) seen.add(each);
  while (unlike.length < UNLIKE) {
    const scored = left.map((row) => featuresOf(row).filter((each) => !seen.has(each)).length);
    const best = Math.max(0, ...scored);
    const [row] = best === 0 ? [] : left.splice(scored.indexOf(best), 1);
    if (row === undefined) break;
    unlike.push(row);
    for (const each of featuresOf(row)) seen.add(each);
  }
  const all = [...unlike, ...rotated(left, turn, OTHERS)];
  return idsOf(all);
}

function sizeOf(row: JsonObject): number {
  return JSON.stringify(row).length;
}

/** What distinguishes rows: fields that are empty, and values of which there are few. */
function featuresOf(row: JsonObject): string[] {
  return Object.entries(row).map(([name, value]) => {
    if (value === null || value === '') return `${name} empty`;
    if (Array.isArray(value)) return `${name} ${Math.min(2, value.length)}`;
    if (isObject(value)) return `${name} object`;
    return ['state', 'check', 'category', 'public', 'archived', 'version'].includes(name)
      ? `${name} ${String(value)}`
      : name;
  });
}

/** Resources whose lists are asked for by every role. */
export const OF_ROLES: readonly Resource[] = ['bundle', ...GUARDED];
