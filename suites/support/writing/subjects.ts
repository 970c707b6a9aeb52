import type { Query } from '../../../harness/api.js';
import { at, elements, seen } from '../../../harness/place.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { fixedFields, versionsOfWrites, writesOf } from '../../../specification/writable.js';
import {
  ANONYMOUS,
  type Circumstance,
  canSignIn,
  OTHER,
  type UnauthorizedCaller,
} from './callers.js';
import { madeBundle, makePublic } from './created-bundle.js';
import { tableOf, type Updatable } from './rows.js';
import { type Declared, fieldsOf } from './subject.js';

const PUBLIC: Circumstance = {
  state: 'public',
  bringAbout: (context) => makePublic(context, true),
};

const PRIVATE: Circumstance = {
  state: 'private',
  bringAbout: (context) => makePublic(context, false),
};

/** The patches of the bundles of a run are of the project of the maintainer. */
const MAINTAINER: UnauthorizedCaller = {
  id: 'maintainer',
  role: 'maintainer',
  who: 'a maintainer of its project',
  methods: ['PATCH', 'PUT'],
};

/** Callers who must not change a bundle: "updating another user's bundle" is 403. */
const NO_OWNERS: readonly UnauthorizedCaller[] = [
  { ...OTHER, when: PUBLIC },
  { ...MAINTAINER, when: PUBLIC },
  { ...ANONYMOUS, when: PUBLIC },
  // They must not learn that it exists; 403 reveals no more (docs/verdicts.md B-2).
  { ...OTHER, id: 'private.other', statuses: [403, 404], when: PRIVATE },
  { ...MAINTAINER, id: 'private.maintainer', statuses: [403, 404], when: PRIVATE },
  { ...ANONYMOUS, id: 'private.anonymous', when: PRIVATE },
];

/** "Caller must be a maintainer of the comment's project" (docs/verdicts.md B-26). */
const NO_MAINTAINERS: readonly UnauthorizedCaller[] = [
  {
    id: 'other',
    role: 'other',
    who: 'a user who does not maintain its project',
    // The endpoint table has no PUT of a comment, but releases have it.
    methods: ['PATCH', 'PUT'],
    expectUninvolved: ({ write }) => write.expectUninvolved('comment'),
  },
  ANONYMOUS,
];

/** A subject, with the facts of the specification's tables. */
export function subject(declared: Declared): Updatable {
  const { resource, path } = declared;
  const { by: role } = writesOf(resource);
  const own: Updatable = {
    ...declared,
    versions: versionsOfWrites(resource, 'update'),
    role,
    fields: fieldsOf(resource, 'update'),
    fixed: fixedFields(resource),
    look: async (context) => context.api.as(role).get(await path(context)),
    table: (context) => tableOf(context, own),
  };
  return own;
}

/** The bundle created in each version; docs/api.md, "Bundle". */
export const BUNDLE = subject({
  what: 'bundle',
  id: 'bundle.update',
  resource: 'bundle',
  spec: 'Bundle',
  path: async (context) => (await madeBundle(context)).path,
  collection: () => 'bundles/',
  isOwned: (row, users) => users.includes(at(row, 'owner', 'id').value),
  methods: ['PATCH', 'PUT'],
  unauthorized: NO_OWNERS,
});

/** The user of the role; docs/api.md, "User (embedded form)". */
export const USER = subject({
  what: 'user',
  id: 'user.update',
  resource: 'user',
  spec: 'User (embedded form)',
  path: async ({ write }) => `users/${write.ownId('user')}/`,
  collection: () => 'users/',
  isOwned: (row, users) => users.includes(at(row, 'id').value),
  // Their list does not show `settings`.
  siblings: (context) =>
    (['other', 'maintainer'] as const)
      .filter((role) => canSignIn(context, role))
      .map((role) => ({ path: `users/${context.write.ownId(role)}/`, role }))
      .filter(({ path }) => path !== `users/${context.write.ownId('user')}/`),
  embeddedIn: (id) => [
    ['bundles/', { owner: id, per_page: 1 }],
    ['projects/', { per_page: LARGEST_PAGE }],
  ],
  methods: ['PATCH', 'PUT'],
  untried: ['settings.send_email', 'settings.show_ids'],
  invalidIds: { 'settings.items_per_page': 'settings' },
  unauthorized: [OTHER, { ...MAINTAINER, who: 'a maintainer of a project' }, ANONYMOUS],
});

/** The project of the maintainer; docs/api.md, "Project (full)". */
export const PROJECT = subject({
  what: 'project',
  id: 'project.update',
  resource: 'project',
  spec: 'Project (full)',
  path: async ({ write }) => `projects/${write.project().id}/`,
  // docs/api.md, "Endpoint table": "path id typed string". A run may write to these characters only.
  otherPath: async ({ api, write }) => {
    const { id, link_name } = write.project();
    if (!/^[\w.-]+$/.test(link_name)) return undefined;
    const path = `projects/${link_name}/`;
    const answer = await api.as('maintainer').get(path);
    return answer.status === 200 && at(seen(answer), 'id').value === id ? path : undefined;
  },
  collection: () => 'projects/',
  // A project with other maintainers may be changed by them.
  isOwned: (row, users) => {
    const maintainers = elements(at(row, 'maintainers')).map((each) => at(each, 'id').value);
    return maintainers.length > 0 && maintainers.every((id) => users.includes(id));
  },
  embeddedIn: (id) =>
    ['bundles/', 'covers/', 'series/', 'events/', 'patches/'].map((list): [string, Query] => [
      list,
      { project: id, per_page: 1 },
    ]),
  methods: ['PATCH', 'PUT'],
  untried: ['list_archive_url', 'list_archive_url_format', 'commit_url_format'],
  unauthorized: [OTHER, ANONYMOUS],
});

/** A comment on a patch of that project; docs/api.md, "Cover comment / patch comment". */
export const COMMENT = subject({
  what: 'patch comment',
  id: 'comment.update',
  resource: 'patch-comment',
  spec: 'Cover comment / patch comment',
  path: async ({ write }) => {
    const { patch, comment } = write.comment();
    return `patches/${patch}/comments/${comment}/`;
  },
  wrongPath: async ({ api, write }) => {
    const { patch, comment } = write.comment();
    const other = write.checkPatches().find((id) => id !== patch);
    if (other === undefined) return undefined;
    // A list may show a patch of another project as one of this one.
    const project = at(seen(await api.get(`patches/${other}/`)), 'project', 'id').value;
    const path = `patches/${other}/comments/${comment}/`;
    // Where reads show a comment it may be another one.
    const isAbsent = project === write.project().id && (await api.get(path)).status === 404;
    return isAbsent ? path : undefined;
  },
  collection: ({ write }) => `patches/${write.comment().patch}/comments/`,
  // Nobody owns a comment, but only maintainers mark it.
  isOwned: () => true,
  methods: ['PATCH'],
  unauthorized: NO_MAINTAINERS,
});

/** Every object that a run may update. */
export const SUBJECTS = [BUNDLE, USER, PROJECT, COMMENT] as const;
