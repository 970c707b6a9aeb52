import type { Query } from '../../../harness/api.js';
import { at, elements } from '../../../harness/place.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { ANONYMOUS, type Circumstance, OTHER, type UnauthorizedCaller } from './callers.js';
import { madeBundle, makePublic } from './created-bundle.js';
import { subject } from './subject.js';

const PUBLIC: Circumstance = {
  state: 'public',
  bringAbout: (context) => makePublic(context, true),
};

const PRIVATE: Circumstance = {
  state: 'private',
  bringAbout: (context) => makePublic(context, false),
};

/** Callers who can see a bundle but must not change it: "updating another user's bundle" is 403. */
export const READERS = {
  other: { ...OTHER, when: PUBLIC },
  maintainer: {
    role: 'maintainer',
    who: 'a maintainer of its project',
    methods: ['PATCH'],
    when: PUBLIC,
  },
  anonymous: { ...ANONYMOUS, when: PUBLIC },
} satisfies Record<string, UnauthorizedCaller>;

/** Callers who must not learn that a bundle exists; 403 reveals no more (docs/verdicts.md B-2). */
export const UNAUTHORIZED_READERS = {
  other: { ...OTHER, statuses: [403, 404], when: PRIVATE },
  anonymous: { ...ANONYMOUS, when: PRIVATE },
} satisfies Record<string, UnauthorizedCaller>;

/** "Caller must be a maintainer of the comment's project" (docs/verdicts.md B-26). */
export const NO_MAINTAINER: UnauthorizedCaller = {
  role: 'other',
  who: 'a user who does not maintain its project',
  methods: ['PATCH'],
  expectUninvolved: ({ write }) => write.expectUninvolved('comment'),
};

/** The endpoint table has no PUT of a comment. */
export const NOT_SIGNED_IN: UnauthorizedCaller = { ...ANONYMOUS, methods: ['PATCH'] };

/** The bundle created in each version; SPEC.md, "Bundle". */
export const BUNDLE = subject({
  what: 'bundle',
  id: 'bundle.update',
  resource: 'bundle',
  spec: 'Bundle',
  path: async (context) => (await madeBundle(context)).path,
  collection: () => 'bundles/',
  isOwned: (row, users) => users.includes(at(row, 'owner', 'id').value),
  methods: ['PATCH', 'PUT'],
  any: {
    id: 'bundle.update.name.any',
    says: 'The `name` of a bundle can be any text of at most 50 characters: a later GET returns it',
    consequence: 'A non-Latin name is lost or garbled.',
    except: ['patches', 'public'],
  },
  unauthorized: [...Object.values(READERS), ...Object.values(UNAUTHORIZED_READERS)],
});

/** The user of the role; SPEC.md, "User (embedded form)". */
export const USER = subject({
  what: 'user',
  id: 'user.update',
  resource: 'user',
  spec: 'User (embedded form)',
  path: async ({ write }) => `users/${write.ownId('user')}/`,
  collection: () => 'users/',
  isOwned: (row, users) => users.includes(at(row, 'id').value),
  embeddedIn: (id) => [
    ['bundles/', { owner: id, per_page: 1 }],
    ['projects/', { per_page: LARGEST_PAGE }],
  ],
  methods: ['PATCH', 'PUT'],
  untried: ['settings.send_email', 'settings.show_ids'],
  invalidIds: { 'settings.items_per_page': 'settings' },
  any: {
    id: 'user.update.any',
    says: 'The writable fields of a user can have any values, sent together: a later GET returns them (names: 30 characters)',
    consequence: 'A non-Latin name is lost or garbled, or a setting is not stored.',
  },
  unauthorized: [OTHER, ANONYMOUS],
});

/** The project of the maintainer; SPEC.md, "Project (full)". */
export const PROJECT = subject({
  what: 'project',
  id: 'project.update',
  resource: 'project',
  spec: 'Project (full)',
  path: async ({ write }) => `projects/${write.project().id}/`,
  collection: () => 'projects/',
  // A project with other maintainers may be changed by them.
  isOwned: (row, users) => {
    const maintainers = elements(at(row, 'maintainers')).map((each) => at(each, 'id').value);
    return maintainers.length > 0 && maintainers.every((id) => users.includes(id));
  },
  embeddedIn: (id) =>
    ['bundles/', 'covers/', 'series/', 'events/'].map((list): [string, Query] => [
      list,
      { project: id, per_page: 1 },
    ]),
  methods: ['PATCH', 'PUT'],
  untried: ['list_archive_url', 'list_archive_url_format', 'commit_url_format'],
  any: {
    id: 'project.update.addresses.any',
    says: 'The writable fields of a project can be any URLs: a later GET returns them',
    consequence: 'A link of a project leads to another URL than its maintainer set.',
  },
  unauthorized: [OTHER, ANONYMOUS],
});

/** A comment on a patch of that project; SPEC.md, "Cover comment / patch comment". */
export const COMMENT = subject({
  what: 'patch comment',
  id: 'comment.update',
  resource: 'patch-comment',
  spec: 'Cover comment / patch comment',
  path: async ({ write }) => {
    const { patch, comment } = write.comment();
    return `patches/${patch}/comments/${comment}/`;
  },
  collection: ({ write }) => `patches/${write.comment().patch}/comments/`,
  // Nobody owns a comment, but only maintainers mark it.
  isOwned: () => true,
  methods: ['PATCH'],
  unauthorized: [NO_MAINTAINER, NOT_SIGNED_IN],
});

/** Every object that a run may update. */
export const SUBJECTS = [BUNDLE, USER, PROJECT, COMMENT] as const;
