import { type Basis, NOT_EXAMINED, resting } from './basis.js';

/** What is observed of a list in versions for which the specification does not show it. */
function answering(requirement: string): Basis {
  return {
    by: 'observation',
    requirement,
    tell: (observed) =>
      observed === 'answers with a list'
        ? { state: 'holds', why: 'it answers, though the specification shows it later only' }
        : { state: 'broken', why: `${String(observed)}` },
  };
}

/** The patches themselves, of which the specification shows the embedded form only. */
const PATCHES: readonly Basis[] = [
  {
    by: 'observation',
    requirement: 'version.patches.fields',
    tell: () => ({ state: 'holds', why: 'it answers, as was seen' }),
  },
];

/** What a client may read, and what shows that it can (SPEC.md, "Endpoint table"). */
export const ENDPOINTS: Readonly<Record<string, readonly Basis[]>> = {
  root: resting('root.answers', 'root.collections'),
  projects: resting('project.list'),
  'projects.detail': resting('project.detail'),
  users: resting('user.list'),
  'users.detail': resting('user.detail'),
  people: resting('person.list'),
  'people.detail': resting('person.detail'),
  patches: PATCHES,
  'patches.detail': PATCHES,
  bundles: resting('bundle.list'),
  'bundles.detail': resting('bundle.detail'),
  covers: resting('cover.list'),
  'covers.detail': resting('cover.detail'),
  series: resting('series.list'),
  'series.detail': resting('series.detail'),
  events: resting('event.list'),
  checks: [...resting('check.list'), answering('check.list.before-1.3')],
  'checks.detail': resting('check.detail'),
  'cover-comments': [...resting('comment.cover.list'), answering('comment.cover.list.in-1.0')],
  'cover-comments.detail': NOT_EXAMINED,
  'patch-comments': NOT_EXAMINED,
  'patch-comments.detail': resting('comment.patch.detail'),
};

/** The resource of the report's field table that a collection holds. */
export const RESOURCES: Readonly<Record<string, string>> = {
  root: 'root',
  projects: 'project',
  users: 'user',
  people: 'person',
  patches: 'patch',
  bundles: 'bundle',
  covers: 'cover',
  series: 'series',
  events: 'event',
  checks: 'check',
  'cover-comments': 'cover-comment',
  'patch-comments': 'patch-comment',
};

/** The forms in which an object is shown. */
export const FORMS = ['list', 'detail', 'embedded'] as const;
