import type { Form, ResourceName } from '../../specification/resource.js';
import { VERSIONS, type Version } from '../../specification/versions.js';

// Sound values written by hand from the tables of docs/api.md, not from the sources under test.

type Fields = Readonly<Record<string, unknown>>;

/** One sound value and what it is. */
export interface Sample {
  readonly version: Version;
  readonly resource: ResourceName;
  readonly form: Form;
  readonly value: Fields;
}

function from(first: Version, version: Version, fields: Fields): Fields {
  return VERSIONS.indexOf(version) < VERSIONS.indexOf(first) ? {} : fields;
}

const HOST = 'https://pw.example.org';
const DATE = '2024-01-01T10:05:19';
const HEADERS = { Subject: '[PATCH 0/2] One', Received: ['by a', 'by b'] };

function project(v: Version): Fields {
  return {
    id: 1,
    url: `${HOST}/api/${v}/projects/1/`,
    name: 'Lab',
    link_name: 'lab',
    list_id: 'lab.lists.example.org',
    list_email: 'lab@lists.example.org',
    web_url: null,
    scm_url: '',
    webscm_url: 'https://git.example.org/',
    ...from('1.2', v, {
      list_archive_url: '',
      list_archive_url_format: 'https://lore.example.org/{}',
      commit_url_format: null,
    }),
  };
}

function user(v: Version): Fields {
  return {
    id: 3,
    url: `${HOST}/api/${v}/users/3/`,
    username: 'alice',
    first_name: '',
    last_name: null,
    email: 'alice@example.org',
  };
}

function person(v: Version): Fields {
  return { id: 2, url: `${HOST}/api/${v}/people/2/`, name: null, email: 'bob@example.org' };
}

function mail(v: Version, kind: string): Fields {
  return {
    id: 5,
    url: `${HOST}/api/${v}/${kind}/5/`,
    ...from('1.1', v, { web_url: `${HOST}/${kind}/5/` }),
    msgid: '<5@mail.example.org>',
    ...from('1.2', v, { list_archive_url: null }),
    date: DATE,
    name: '[0/2] One',
  };
}

function patch(v: Version): Fields {
  return { ...mail(v, 'patches'), mbox: `${HOST}/patch/5/mbox/` };
}

function embeddedCover(v: Version): Fields {
  return { ...mail(v, 'covers'), mbox: `${HOST}/cover/5/mbox/` };
}

function embeddedSeries(v: Version): Fields {
  return {
    id: 9,
    url: `${HOST}/api/${v}/series/9/`,
    ...from('1.1', v, { web_url: `${HOST}/series/9/` }),
    name: null,
    date: `${DATE}Z`,
    version: 1,
    mbox: `${HOST}/series/9/mbox/`,
  };
}

function embeddedCheck(v: Version): Fields {
  return {
    id: 4,
    url: `${HOST}/api/${v}/patches/5/checks/4/`,
    date: `${DATE}.123457`,
    state: 'success',
    target_url: null,
    context: 'ci',
  };
}

function cover(v: Version): Fields {
  return {
    ...mail(v, 'covers'),
    project: project(v),
    submitter: person(v),
    ...from('1.1', v, {
      mbox: `${HOST}/cover/5/mbox/`,
      comments: `${HOST}/api/${v}/covers/5/comments/`,
    }),
    series: [embeddedSeries(v)],
  };
}

function series(v: Version): Fields {
  return {
    ...embeddedSeries(v),
    project: project(v),
    submitter: person(v),
    total: 2,
    received_total: 1,
    received_all: false,
    cover_letter: embeddedCover(v),
    patches: [patch(v), patch(v)],
  };
}

function comment(v: Version, kind: string): Fields {
  return {
    id: 7,
    ...from('1.3', v, { url: `${HOST}/api/${v}/${kind}/5/comments/7/`, addressed: null }),
    ...from('1.1', v, { web_url: `${HOST}/comment/7/` }),
    msgid: '<7@mail.example.org>',
    ...from('1.2', v, { list_archive_url: 'https://lore.example.org/7' }),
    date: DATE,
    subject: '',
    submitter: person(v),
    content: 'Looks good',
    headers: HEADERS,
  };
}

/** The payloads that docs/api.md shows, by category. */
export function payloads(v: Version): Record<string, Fields> {
  return {
    'cover-created': { cover: embeddedCover(v) },
    'patch-created': { patch: patch(v) },
    'patch-completed': { patch: patch(v), series: embeddedSeries(v) },
    'patch-state-changed': { patch: patch(v), previous_state: 'new', current_state: 'rfc' },
    'patch-delegated': { patch: patch(v), previous_delegate: null, current_delegate: user(v) },
    'patch-relation-changed': { patch: patch(v), previous_relation: null, current_relation: '1 2' },
    'check-created': { patch: patch(v), check: embeddedCheck(v) },
  };
}

/** A sound event. */
export function event(v: Version, category: string, payload: unknown): Fields {
  return {
    id: 11,
    category,
    project: project(v),
    date: DATE,
    ...from('1.2', v, { actor: user(v) }),
    payload,
  };
}

const COLLECTIONS = [
  'bundles',
  'covers',
  'events',
  'patches',
  'people',
  'projects',
  'users',
  'series',
];

/** Every resource in every form, and an event of every category that docs/api.md shows. */
export function samples(v: Version): Sample[] {
  const fullProject = { ...project(v), maintainers: [user(v)], subject_match: '' };
  const fullPerson = { ...person(v), user: user(v) };
  const settings = { send_email: true, items_per_page: 100, show_ids: false };
  const bundle = {
    id: 6,
    url: `${HOST}/api/${v}/bundles/6/`,
    ...from('1.1', v, { web_url: `${HOST}/bundle/alice/6/` }),
    project: project(v),
    name: 'mine',
    owner: user(v),
    patches: [patch(v)],
    public: true,
    mbox: `${HOST}/bundle/alice/6/mbox/`,
  };
  const check = { ...embeddedCheck(v), user: user(v), description: null };
  const root = COLLECTIONS.map((name) => [name, `${HOST}/api/${v}/${name}/`]);
  const all: [ResourceName, Form, Fields][] = [
    ['root', 'detail', Object.fromEntries(root)],
    ['project', 'list', fullProject],
    ['project', 'detail', fullProject],
    ['project', 'embedded', project(v)],
    ['user', 'list', user(v)],
    ['user', 'detail', { ...user(v), settings }],
    ['user', 'embedded', user(v)],
    ['person', 'list', fullPerson],
    ['person', 'detail', fullPerson],
    ['person', 'embedded', person(v)],
    ['patch', 'embedded', patch(v)],
    ['bundle', 'list', bundle],
    ['bundle', 'detail', bundle],
    ['cover', 'list', cover(v)],
    ['cover', 'detail', { ...cover(v), headers: HEADERS, content: '' }],
    ['cover', 'embedded', embeddedCover(v)],
    ['cover-comment', 'list', comment(v, 'covers')],
    ['cover-comment', 'detail', comment(v, 'covers')],
    ['patch-comment', 'list', comment(v, 'patches')],
    ['patch-comment', 'detail', comment(v, 'patches')],
    ['series', 'list', series(v)],
    ['series', 'detail', series(v)],
    ['series', 'embedded', embeddedSeries(v)],
    ['check', 'list', check],
    ['check', 'detail', check],
    ['check', 'embedded', embeddedCheck(v)],
    ...Object.entries(payloads(v)).map(([category, payload]): [ResourceName, Form, Fields] => [
      'event',
      'list',
      event(v, category, payload),
    ]),
    ['error', 'detail', { detail: 'Not found.' }],
  ];
  return all.map(([resource, form, value]) => ({ version: v, resource, form, value }));
}

/** The sample of one form; throws if there is none. */
export function sample(v: Version, resource: ResourceName, form: Form): Fields {
  const found = samples(v).find((each) => each.resource === resource && each.form === form);
  if (found === undefined) throw new RangeError(`no sample of ${resource}.${form}`);
  return found.value;
}
