import { ask, askAtOnce, type Probe, type Sent, type Step } from './ask.js';

const json = (body: unknown): Sent => ({ json: body });
const whole = { name: 'Für später', patches: [8, 1, 7], public: false };
const create = (body: object = {}, more: string = '1.3'): Step[] => [
  [`POST ${more}/bundles/ user`, json({ ...whole, ...body })],
  'GET 1.3/bundles/17/ user',
  'GET 1.3/bundles/?per_page=100 user',
];
const created = (body?: object) => ask(...create(body));
const changed = (sent: Sent, how = 'PATCH 1.3/bundles/1/ user') =>
  ask([how, sent], 'GET 1.3/bundles/1/');
const named = changed(json({ name: 'anders' }));
const check = (body: object, role = 'maintainer') =>
  ask(
    [`POST 1.3/patches/7/checks/ ${role}`, json({ state: 'fail', context: 'build', ...body })],
    'GET 1.3/patches/7/checks/?per_page=100',
    'GET 1.3/events/?category=check-created&patch=7&per_page=100',
  );
const described = { description: 'well', target_url: 'https://ci.example.org/' };
const project = (body: unknown, how = 'PATCH 1.3/projects/1/ maintainer') =>
  ask([how, json(body)], 'GET 1.3/projects/1/');
const user = (body: unknown, how = 'PATCH 1.3/users/3/ user') =>
  ask([how, json(body)], 'GET 1.3/users/3/ user');
const addressed = (comment: number, value: boolean, role = 'maintainer') =>
  ask(
    [`PATCH 1.3/patches/1/comments/${comment}/ ${role}`, json({ addressed: value })],
    'GET 1.3/patches/1/comments/',
  );
const form = (text: string) => ask(['POST 1.3/bundles/ user', { form: text }]);
const seen: Step = 'GET 1.3/bundles/';

/** What shows the faults of writes. */
export const WRITE_PROBES: Record<string, Probe> = {
  'bundles-written-a-version-late': ask(...create({}, '1.2')),
  'stale-list-after-a-write': ask(seen, ['PATCH 1.3/bundles/1/ user', json({ name: 'x' })], seen),
  'stale-project-after-a-write': ask(
    'GET 1.3/projects/1/',
    ['PATCH 1.3/projects/1/ maintainer', json({ web_url: 'https://new.example.org/' })],
    'GET 1.3/projects/1/',
  ),

  'created-bundle-not-kept': created(),
  'bundle-change-not-kept': named,
  'bundle-put-changes-nothing': changed(json(whole), 'PUT 1.3/bundles/1/ user'),
  'bundle-patch-resets-public': named,
  'bundle-patch-wants-everything': named,
  'bundle-half-changed': changed(json({ name: 'anders', patches: [999_999] })),
  'forbidden-bundle-change-made': changed(json({ name: 'x' }), 'PATCH 1.3/bundles/1/ other'),
  'simultaneous-bundle-changes-lost': askAtOnce(
    [
      ['PATCH 1.3/bundles/1/ user', json({ name: 'anders' })],
      ['PATCH 1.3/bundles/1/ user', json({ patches: [8, 1] })],
    ],
    'GET 1.3/bundles/1/',
  ),
  'new-bundle-in-its-version-only': ask(...create({}, '1.2')),
  'bundle-of-the-same-name-replaced': ask(...create(), ...create()),
  'created-bundle-is-200': created(),
  'created-bundle-answers-its-name-only': created(),
  'changed-bundle-answers-the-old-one': named,

  'bundle-owner-from-the-body': created({ owner: 5 }),
  'bundle-names-lose-letters': created(),
  'bundle-patches-appended': changed(json({ patches: [8, 1] })),
  'bundle-patches-sorted': created(),
  'only-the-first-patch-bundled': created(),
  'unknown-patches-left-out-of-bundles': created({ patches: [8, 999_999] }),
  'bundle-public-false-not-written': changed(json({ public: false })),
  'bundle-public-takes-any-word': created({ public: 'perhaps' }),
  'project-commit-format-not-kept': project({ commit_url_format: 'https://new.example.org/{}' }),
  'project-name-writable': project({ name: 'Other' }),
  'project-web-url-blanks-the-source': project({ web_url: 'https://new.example.org/' }),
  'project-addresses-swapped': project({ scm_url: 'https://new.example.org/' }),
  'project-web-url-unchecked': project({ web_url: 'not an address' }),
  'username-writable': user({ username: 'ulla' }),
  'last-name-lost-with-the-first': user({ first_name: 'Ulla' }),
  'settings-reset-the-others': user({ settings: { items_per_page: 33 } }),
  'settings-take-true-only': ask(
    ['PATCH 1.3/users/3/ user', json({ settings: { show_ids: true } })],
    ['PATCH 1.3/users/3/ user', json({ settings: { show_ids: false } })],
    'GET 1.3/users/3/ user',
  ),

  'check-user-from-the-body': check({ user: 3 }),
  'check-date-from-the-body': check({ date: '2001-02-03T04:05:06Z' }),
  'check-state-unchecked': check({ state: 'fine' }),
  'check-state-always-pending': check({}),
  'check-description-not-kept': check(described),
  'check-context-always-default': check({}),
  'check-target-unchecked': check({ target_url: 'nowhere' }),
  'check-of-the-first-patch': check({}),
  'check-replaces-the-one-before': check({}),
  'refused-check-kept': check({ target_url: 'nowhere' }),
  'no-event-of-a-new-check': check({}),
  'two-events-of-a-new-check': check({}),
  'event-of-a-new-check-without-actor': check({}),
  'addressed-toggles': addressed(2, true),
  'addressed-never-taken-back': addressed(2, false),
  'addressed-of-all-comments': addressed(1, false),
  'comment-dated-anew-when-addressed': addressed(1, true),

  'strangers-change-public-bundles': changed(json({ name: 'x' }), 'PATCH 1.3/bundles/1/ other'),
  'strangers-change-private-bundles': ask(['PATCH 1.3/bundles/7/ other', json({ name: 'x' })]),
  'maintainers-change-bundles': changed(json({ name: 'x' }), 'PATCH 1.3/bundles/1/ maintainer'),
  'anybody-changes-public-bundles': changed(json({ name: 'x' }), 'PATCH 1.3/bundles/1/'),
  'anybody-creates-bundles': ask(['POST 1.3/bundles/', json(whole)]),
  'owners-may-not-put-bundles': changed(json(whole), 'PUT 1.3/bundles/1/ user'),
  'every-user-changes-projects': project({ web_url: null }, 'PATCH 1.3/projects/1/ user'),
  'maintainers-change-other-projects': project({}, 'PATCH 1.3/projects/2/ maintainer'),
  'project-put-unguarded': project({ web_url: null }, 'PUT 1.3/projects/1/ user'),
  'only-one-maintainer-changes-projects': project({ web_url: null }),
  'users-change-each-other': user({ first_name: 'Ulla' }, 'PATCH 1.3/users/3/ other'),
  'every-user-creates-checks': check({}, 'user'),
  'anybody-creates-checks': check({}, ''),
  'every-user-addresses-comments': addressed(1, true, 'user'),

  'untyped-body-taken-for-json': changed({ untyped: '{"name":"anders"}' }),
  'form-body-ignored': changed({ form: 'name=anders' }),
  'form-body-refused': changed({ form: 'name=anders' }),
  'form-keeps-one-of-repeated-values': form('name=neu&patches=8&patches=1'),
  'form-text-taken-for-latin-1': form('name=F%C3%BCr&patches=8'),
  'form-false-is-true': form('name=neu&patches=8&public=false'),
  'json-refused-in-1.2': changed(json({ name: 'anders' }), 'PATCH 1.2/bundles/1/ user'),
  'json-bytes-taken-for-latin-1': created(),
};
