import { expect, test } from 'vitest';
import { readProfile } from '../../analysis/client-profile/read.js';
import { checkRequests } from '../../analysis/trial/check-request.js';
import type { Request } from '../../analysis/trial/result.js';
import { usageOf } from '../../analysis/trial/usage.js';
import { profileText } from '../../analysis/trial/write-profile.js';
import { endpointOf } from '../../specification/endpoint-of-request.js';

const get = (target: string): Request => ({ method: 'GET', target });

const json = (method: string, target: string, body: unknown): Request => ({
  method,
  target,
  signedIn: 'token',
  contentType: 'application/json',
  body: JSON.stringify(body),
});

function problemsOf(...requests: Request[]): string[] {
  return checkRequests(requests).problems.map(({ problem }) => problem);
}

test('requests that the document of the version allows are no problem', () => {
  const requests = [
    get('/api/'),
    get('/api/1.0/projects'),
    get('/prefix/api/1.2/series/?project=tideline&submitter=a%40b.example&submitter=4&page=2'),
    get('/api/1.2/events/?order=-date&category=cover-created'),
    get('/api/1.1/covers/?since=2024-01-01T00:00:00'),
    get('/api/1.4/covers/?msgid=a%2Bb%40example.org'),
    get('/project/tideline/patch/1%40example.org/mbox/'),
    { method: 'HEAD', target: '/api/1.2/users/3/' },
    json('POST', '/api/1.2/bundles/', { name: 'mine', patches: [1, 2], public: false }),
    {
      method: 'PATCH',
      target: '/api/1.2/bundles/1/',
      contentType: 'application/x-www-form-urlencoded',
      body: 'name=other&public=true&patches=1&patches=2',
    },
  ];
  expect(checkRequests(requests)).toEqual({ problems: [], unspecified: [] });
});

test.for<[string, Request, string]>([
  ['an unknown parameter', get('/api/1.2/series/?state=new'), 'unknown parameter state'],
  ['an order before it', get('/api/1.1/events/?order=date'), 'unknown parameter order'],
  ['a parameter before it', get('/api/1.0/covers/?msgid=a'), 'unknown parameter msgid'],
  [
    'a repeated parameter before 1.1',
    get('/api/1.0/series/?project=a&project=b'),
    'project is given 2 times; 1.0 takes one value',
  ],
  [
    'a value of another type',
    get('/api/1.2/events/?series=abc'),
    'parameter series=abc: must be integer',
  ],
  [
    'a page that is too large',
    get('/api/1.2/series/?per_page=500'),
    'parameter per_page=500: must be <= 100',
  ],
  ['an unknown endpoint', get('/api/1.2/states/'), 'no such endpoint in 1.2'],
  ['an endpoint before it', get('/api/1.0/covers/1/comments/'), 'no such endpoint in 1.0'],
  [
    'a write before it',
    json('POST', '/api/1.1/bundles/', { name: 'x' }),
    'no POST of /bundles/ in 1.1',
  ],
  [
    'a body without its type',
    { method: 'POST', target: '/api/1.2/bundles/', body: '{"name":"x"}' },
    'a body without Content-Type',
  ],
  [
    'a body without its type, of a patch',
    { method: 'PATCH', target: '/api/1.2/patches/3/', body: 'state=new' },
    'a body without Content-Type',
  ],
  [
    'a body of another type',
    { method: 'POST', target: '/api/1.2/bundles/', contentType: 'text/plain', body: 'name' },
    'body as text/plain; expected application/json or application/x-www-form-urlencoded',
  ],
  [
    'a body that is not JSON',
    {
      method: 'POST',
      target: '/api/1.2/bundles/',
      contentType: 'application/json',
      body: '{name}',
    },
    'a body that is not JSON',
  ],
  [
    'a field that is not written',
    json('POST', '/api/1.2/patches/1/checks/', { state: 'success', context: 'x', user: 4 }),
    'unknown field user',
  ],
  [
    'a field of another type',
    json('POST', '/api/1.2/bundles/', { name: 'x', patches: ['first'] }),
    'body/patches/0: must be integer',
  ],
  [
    'an unescaped message id',
    get('/api/1.2/covers/?msgid=<1@example.org>'),
    'unescaped "<" in the URL',
  ],
  [
    'a message id with an unescaped +',
    get('/api/1.2/patches/?msgid=a+b@example.org'),
    'unescaped + in msgid: it is read as a blank',
  ],
])('%s is a problem', ([, request, problem]) => {
  expect(problemsOf(request)).toContain(problem);
});

test('a problem is told once, with its first request', () => {
  const { problems, unspecified } = checkRequests([
    get('/api/1.2/series/?state=new'),
    get('/api/1.2/series/?state=new&page=2'),
    get('/api/1.3/series/?state=new'),
    get('/api/1.2/patches/?state=new&anything=1'),
  ]);
  expect(problems.map(({ version, target }) => [version, target])).toEqual([
    ['1.2', '/api/1.2/series/?state=new'],
    ['1.3', '/api/1.3/series/?state=new'],
  ]);
  expect(unspecified).toEqual(['GET /patches/']);
});

test.for([
  ['/api/1.2/patches/12/checks/?page=1', 'GET /patches/{id}/checks/'],
  ['/api/patches/?page=2', 'GET /patches/, later page'],
  ['/api/1.2/projects/tideline', 'GET /projects/{id}/'],
  ['/project/tideline/patch/a%40b/mbox/', 'GET /project/{project}/patch/{msgid}/mbox/'],
  ['/project/tideline/patch/a%40b/raw', 'GET /project/{project}/patch/{msgid}/raw'],
  ['/series/4/mbox/', 'GET /series/{id}/mbox/'],
])('the endpoint of %s is %s', ([target = '', endpoint = '']) => {
  expect(endpointOf('GET', target)).toBe(endpoint);
});

test('what a client requests is told by endpoint', () => {
  expect(
    usageOf([
      get('/api/1.2/series/?q=x'),
      get('/api/1.2/series/?page=2&q=x'),
      json('PATCH', '/api/1.2/patches/4/', { state: 'new' }),
    ]),
  ).toEqual([
    {
      method: 'GET',
      endpoint: '/series/',
      versions: ['1.2'],
      parameters: ['q', 'page'],
      fields: [],
    },
    {
      method: 'PATCH',
      endpoint: '/patches/{id}/',
      versions: ['1.2'],
      parameters: [],
      fields: ['state'],
    },
  ]);
});

test('a profile of the requests is a client profile, with each need that they show', () => {
  const text = profileText(
    'my client: one',
    [
      get('/api/1.2/patches/?project=tideline&state=new&state=accepted&delegate=4&order=-date'),
      get('/api/1.2/patches/?state=1&unknown=x'),
      get('/api/1.2/series/?q=tidy&per_page=50&submitter=a%40b.example'),
      get('/api/1.2/series/4/'),
      get('/api/1.2/patches/4/comments/'),
      get('/project/tideline/patch/a%40b/mbox/?series=*'),
      {
        method: 'PATCH',
        target: '/api/1.2/patches/4/',
        contentType: 'application/x-www-form-urlencoded',
        body: 'state=new',
        signedIn: 'basic',
      },
      json('POST', '/api/1.2/patches/4/checks/', { state: 'success' }),
      json('PUT', '/api/1.2/bundles/4/', { name: 'x' }),
      { method: 'DELETE', target: '/api/1.2/bundles/4/', signedIn: 'token' },
    ],
    ['1.2'],
  );
  const { needs, name, versions } = readProfile(text, ['client.mbox.series-all']);
  expect({ name, versions }).toEqual({ name: 'my client: one', versions: ['1.2'] });
  expect(needs.map(({ kind, of, name: own }) => [kind, of, own].join(' '))).toEqual([
    'endpoints  patches',
    'endpoints  series',
    'endpoints  series.detail',
    'endpoints  patch-comments',
    'endpoints  patches.detail',
    'endpoints  checks',
    'endpoints  bundles.detail',
    'filters patches project-name',
    'filters patches state',
    'filters patches state.repeated',
    'filters patches delegate-id',
    'filters patches state-number',
    'filters series submitter-email',
    'order patches date',
    'search  series',
    'pages  per_page',
    'writes  patch.update.state',
    'writes  patch.update.form',
    'writes  check.create',
    'writes  bundle.update',
    'writes  bundle.delete',
    'sign-in  basic',
    'sign-in  token',
    'requirements  client.mbox.series-all',
  ]);
});
