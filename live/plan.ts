import type { Role, SignedInRole } from '../harness/role.js';
import { COLLECTION_OF } from '../specification/endpoints.js';
import type { Version } from '../specification/versions.js';
import type { Ask, Resource } from './ask.js';
import { planDownloads } from './plan-downloads.js';
import { type ListPlan, planList } from './plan-lists.js';
import { OF_ROLES, planObjects } from './plan-objects.js';
import { rotated } from './query.js';
import { GUARDED, hasProject, projectQuery, type Sample, TOP_LISTS } from './sample.js';

/** What requests are made of. */
export interface PlanOptions {
  versions: readonly Version[];
  sample: Sample;
  /** Roles with credentials on both instances. */
  roles: readonly Role[];
  project: string | undefined;
  /** Whether the newest version of both is the same: that of URLs without a version. */
  sameNewest: boolean;
  /** A role that can sign in by token and by name and password. */
  basic: SignedInRole | undefined;
}

/** Every request for both instances, in the order in which they are sent. */
export function planOf(options: PlanOptions): Ask[] {
  return [
    ...options.versions.flatMap((version, turn) => planVersion(options, version, turn)),
    ...planDownloads(options.sample, options.roles),
    ...(options.sameNewest ? unversioned() : []),
  ];
}

function planVersion(
  { sample, roles, project, basic }: PlanOptions,
  version: Version,
  turn: number,
): Ask[] {
  const [reader] = roles;
  const top = TOP_LISTS.flatMap((resource): Ask[] => {
    const path = () => `${COLLECTION_OF[resource]}/`;
    const list = { version, turn, resource, path, isNested: false };
    const own = OF_ROLES.includes(resource) ? (reader ?? 'anonymous') : 'anonymous';
    const always: ListPlan['always'] =
      project !== undefined && hasProject(resource) ? [['project', project]] : [];
    const others = OF_ROLES.includes(resource)
      ? (['anonymous', ...roles] as Role[]).filter((role) => role !== own)
      : roles.slice(0, 1);
    const name = String(sample.rows.get('project')?.at(0)?.link_name ?? '');
    const isFiltered = name !== '' && hasProject(resource) && turn % 2 === 1;
    const short: Ask[] = others.map((role) => ({
      version,
      role,
      // In every other version with a filter.
      target: () => `/api/${version}/${path()}${isFiltered ? `?${projectQuery(name)}` : ''}`,
      shows: { resource, form: 'list' },
      parameters: isFiltered ? ['project'] : [],
      situation: `as ${role}`,
    }));
    if (GUARDED.includes(resource) && own === 'anonymous') {
      const target = () => `/api/${version}/${path()}`;
      return [{ version, role: own, target, shows: { resource, form: 'list' }, parameters: [] }];
    }
    const rows = sample.rows.get(resource) ?? [];
    return [
      ...planList({ ...list, role: own, rows, always }),
      ...short,
      ...(OF_ROLES.includes(resource)
        ? askedByOthers({ ...list, role: own, rows, always }, sample)
        : []),
    ];
  });
  const asking = (['anonymous', ...roles] as Role[]).slice();
  return [
    ...top,
    ...byPassword(basic, version),
    ...nestedLists(sample, version, turn),
    ...planObjects({ version, turn, sample, roles: asking }),
  ];
}

/** Lists that not all may read, with parameters: those must not open them. */
function askedByOthers(plan: ListPlan, sample: Sample): Ask[] {
  const { version, turn, resource, path } = plan;
  const [project] = sample.rows.get('project') ?? [];
  const ofProject = new URLSearchParams({ project: String(project?.link_name ?? '') }).toString();
  const open = ['page=1', 'q=a', 'order=id', 'per_page=50'];
  const queries = resource === 'bundle' ? [...open, 'public=false', ofProject] : open;
  const usual = { version, shows: { resource, form: 'list' } } as const;
  const list = `/api/${version}/${path((_, id) => id)}`;
  const asked = rotated(queries, turn, 2).map((query): Ask => {
    const [name = ''] = query.split('=');
    const target = () => `${list}?${query}`;
    return { ...usual, role: 'anonymous', target, parameters: [name], situation: 'as anonymous' };
  });
  // Some clients send the project to every list.
  const withProject: Ask = {
    ...usual,
    role: plan.role,
    target: () => `${list}?${ofProject}`,
    parameters: ['project'],
  };
  return resource === 'bundle' ? asked : [...asked, withProject];
}

/** A guarded list with the other authentication scheme. */
function byPassword(role: SignedInRole | undefined, version: Version): Ask[] {
  if (role === undefined) return [];
  return [
    {
      version,
      role,
      scheme: 'basic',
      target: () => `/api/${version}/people/?per_page=2`,
      shows: { resource: 'person', form: 'list' },
      parameters: [],
      situation: 'by name and password',
    },
  ];
}

function nestedLists(sample: Sample, version: Version, turn: number): Ask[] {
  const kinds: readonly (readonly [Resource, 'patch' | 'cover', string, readonly number[]])[] = [
    ['check', 'patch', 'checks', sample.patchesWithChecks],
    ['patch-comment', 'patch', 'comments', sample.patchesWithComments],
    ['cover-comment', 'cover', 'comments', sample.coversWithComments],
  ];
  return kinds.flatMap(([resource, parent, name, parents]) =>
    parents.slice(0, 1).flatMap((owner) =>
      planList({
        version,
        turn,
        resource,
        role: 'anonymous',
        path: (id) => `${COLLECTION_OF[parent]}/${id(parent, owner)}/${name}/`,
        rows: sample.rows.get(resource) ?? [],
        always: [],
        isNested: true,
      }),
    ),
  );
}

/** URLs without a version, which are of the newest one. */
function unversioned(): Ask[] {
  const usual = { version: undefined, role: 'anonymous', parameters: [] } as const;
  return [
    { ...usual, target: () => '/api/', shows: { resource: 'root', form: 'detail' } },
    { ...usual, target: () => '/api/patches/', shows: { resource: 'patch', form: 'list' } },
    { ...usual, target: () => '/api/series/', shows: { resource: 'series', form: 'list' } },
    { ...usual, target: () => '/api/events/', shows: { resource: 'event', form: 'list' } },
  ];
}
