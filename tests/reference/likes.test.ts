import { afterEach, expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { likeRelease, RELEASES, type Release } from '../../fixtures/reference/like/like-release.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, ids, object, rows } from './call.js';

const ALL = Object.keys(RELEASES) as Release[];

let reference: Reference;
afterEach(() => reference.stop());

async function like(release: Release): Promise<Reference> {
  const behaviour = soundBehaviour();
  likeRelease(behaviour, release);
  reference = await startReference({ behaviour });
  return reference;
}

test.for([
  ['2.2', '1.2', '1.3'],
  ['3.2', '1.3', '1.4'],
  ['main', '1.4', '1.5'],
] as const)('%s offers versions up to %s', async ([release, newest, next]) => {
  const to = await like(release);
  expect((await call(to, `/api/${newest}/`)).status).toBe(200);
  const missing = await call(to, `/api/${next}/`);
  expect([missing.status, missing.headers.get('content-type')]).toEqual([
    404,
    'text/html; charset=utf-8',
  ]);
  const { dependencies, addressed } = {
    ...object((await call(to, '/api/series/1/')).body),
    ...rows((await call(to, '/api/patches/1/comments/')).body)[0],
  };
  expect(dependencies !== undefined).toBe(release === 'main');
  expect(addressed !== undefined).toBe(release !== '2.2');
});

test.for(ALL)('%s sends naive dates, with microseconds where it recorded them', async (release) => {
  const to = await like(release);
  expect((await call(to, '/api/1.2/patches/1/')).body).toMatchObject({
    date: '2024-01-08T10:56:18',
    series: [{ date: '2024-01-08T10:55:11' }],
  });
  const [event] = rows((await call(to, '/api/1.2/events/')).body);
  expect(event?.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
  const [check] = rows((await call(to, '/api/1.2/patches/1/checks/')).body);
  expect(check?.date).toBe('2024-03-01T12:07:13.100001');
  const since = await ids(to, `/api/1.2/events/?since=${String(event?.date)}`);
  const before = await ids(to, `/api/1.2/events/?before=${String(event?.date)}`);
  expect([since, before.includes(event?.id)]).toEqual([[event?.id], false]);
});

test.for([
  ['2.2', ['next'], ['prev']],
  ['3.2', ['next', 'first', 'last'], ['prev', 'first', 'last']],
  ['main', ['next', 'first', 'last'], ['prev', 'first', 'last']],
] as const)('%s links in the order of deployed releases', async ([release, first, last]) => {
  const to = await like(release);
  const path = '/api/1.2/bundles/?public=true&per_page=9';
  const header = async (page: string) =>
    (await call(to, path + page)).headers.get('link')?.replaceAll(`${to.url}/api/1.2/`, '');
  const names = (text: string | undefined) =>
    [...(text ?? '').matchAll(/rel="(\w+)"/g)].map(([, name]) => name);
  const [one, two] = [await header(''), await header('&page=2')];
  expect([names(one), names(two)]).toEqual([first, last]);
  expect(one).toContain('<bundles/?page=2&per_page=9&public=true>; rel="next"');
  expect(two).toContain('<bundles/?per_page=9&public=true>; rel="prev"');
  const single = (await call(to, '/api/1.2/projects/')).headers.get('link');
  expect(single === null).toBe(release === '2.2');
});

test.for(ALL)('%s has "" for blank texts, and empty tags', async (release) => {
  const to = await like(release);
  expect((await call(to, '/api/1.2/projects/3/')).body).toMatchObject({
    web_url: '',
    list_archive_url_format: '',
    subject_match: '',
  });
  expect((await call(to, '/api/1.2/patches/1/')).body).toMatchObject({
    tags: {},
    comments: `${to.url}/api/patches/1/comments/`,
    checks: `${to.url}/api/patches/1/checks/`,
  });
  const how = { role: 'maintainer', method: 'PATCH' } as const;
  const json = { web_url: null };
  expect((await call(to, '/api/1.2/projects/1/', { ...how, json })).body).toEqual({
    web_url: ['This field may not be null.'],
  });
});

test.for(ALL)('%s filters as deployed releases do', async (release) => {
  const to = await like(release);
  const patches = (query: string) => ids(to, `/api/1.2/patches/?per_page=250&${query}`);
  const [fresh, rfc] = [await patches('state=new'), await patches('state=rfc')];
  expect(await patches('state=1')).toEqual(fresh);
  expect((await patches('state=1&state=5')).length).toBe(fresh.length + rfc.length);
  // One unknown state empties the list, in every version; kernel.org has two states more.
  const isKernelOrg = release === 'kernel.org';
  expect(await patches('state=1&state=13')).toEqual(isKernelOrg ? fresh : []);
  // A blank value is an unknown name: git-pw sends it for all projects.
  expect(await patches('project=')).toEqual([]);
  expect(await patches('state=1&state=99')).toEqual([]);
  expect(await patches('archived=no')).toEqual(await patches(''));
  expect(await patches('archived=True')).toEqual(await patches('archived=1'));
  expect(await patches('delegate=MAREN')).toEqual(await patches('delegate=maren'));
  const checks = (query: string) => ids(to, `/api/1.2/patches/7/checks/?${query}`);
  expect(await checks('state=success')).toEqual([]);
  expect((await checks('state=1')).length).toBeGreaterThan(0);
  const oldest = await ids(to, '/api/1.1/events/?order=date&per_page=2');
  expect(oldest).toEqual([1, 2]);
});

test.for(ALL)(
  '%s refuses to write bundles before 1.2, and redirects within the host',
  async (release) => {
    const to = await like(release);
    const json = { name: 'x', patches: [1] };
    const old = await call(to, '/api/1.1/bundles/', { method: 'POST', json });
    expect([old.status, old.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
    expect((await call(to, '/api/1.2/bundles/', { method: 'POST', json })).status).toBe(403);
    const how = { role: 'user', method: 'POST', json } as const;
    const made = await call(to, '/api/1.2/bundles/', how);
    expect([made.status, object(made.body).web_url]).toEqual([201, `${to.url}/bundle/ursula/x/`]);
    const moved = await call(to, '/api/1.2/patches?per_page=1');
    expect(moved.headers.get('location')).toBe('/api/1.2/patches/?per_page=1');
  },
);

test.for(ALL)(
  'the URLs of %s are found, but for covers with a slash in the message id',
  async (release) => {
    const to = await like(release);
    let lost = 0;
    for (const list of ['bundles/', 'covers/', 'patches/', 'series/', 'covers/3/comments/']) {
      for (const row of rows((await call(to, `/api/1.2/${list}`)).body)) {
        for (const url of [row.web_url, row.mbox, row.comments, row.checks]) {
          if (url === undefined) continue;
          const { status } = await call(to, String(url).slice(to.url.length));
          const expected = /\/cover\/.*%252F/.test(String(url)) ? 404 : 200;
          if (expected === 404) lost += 1;
          expect(`${url} ${status}`).toBe(`${url} ${expected}`);
        }
      }
    }
    expect(lost > 0).toBe(release !== '2.2');
  },
);

test('a comment is addressed or not only once that is set', async () => {
  const to = await like('3.2');
  const path = '/api/1.3/patches/1/comments/1/';
  const how = { role: 'maintainer', method: 'PATCH' } as const;
  expect((await call(to, path)).body).toMatchObject({ addressed: null });
  for (const addressed of [true, false, null]) {
    const json = { addressed };
    expect((await call(to, path, { ...how, json })).body).toMatchObject({ addressed });
    expect((await call(to, path)).body).toMatchObject({ addressed });
  }
});

test('the development tree shows dependencies only where the project does', async () => {
  const to = await like('main');
  const all = rows((await call(to, '/api/1.4/series/?per_page=100')).body);
  const shown = (name: string) =>
    all.filter((row) => object(row.project).link_name === name && row.dependencies !== undefined);
  expect(shown('tideline').length).toBeGreaterThan(0);
  expect(shown('quarry-tools')).toEqual([]);
});
