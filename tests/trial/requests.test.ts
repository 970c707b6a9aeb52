import { expect, test } from 'vitest';
import { examineRequests } from '../../analysis/trial/requests.js';
import type { Request } from '../../analysis/trial/result.js';
import { endpointOf } from '../../specification/endpoint-of-request.js';

const get = (target: string): Request => ({ method: 'GET', target });

const json = (method: string, target: string, body: unknown): Request => ({
  method,
  target,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

function problemsOf(...requests: Request[]): string[] {
  return examineRequests(requests).problems.map(({ problem }) => problem);
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
  expect(examineRequests(requests)).toMatchObject({ problems: [], unspecified: [] });
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
    'a field that is not written',
    json('POST', '/api/1.2/patches/1/checks/', { state: 'success', context: 'x', user: 4 }),
    'unknown field user',
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
  const { problems, unspecified } = examineRequests([
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

test('what an instance refuses is no problem of a request, since the client sees it', () => {
  const refused = [
    get('/api/1.2/states/'),
    get('/api/1.0/covers/1/comments/'),
    json('POST', '/api/1.1/bundles/', { name: 'x' }),
    json('POST', '/api/1.2/bundles/', { name: 'x', patches: ['first'] }),
  ];
  expect(problemsOf(...refused)).toEqual([]);
});

test('what a client requests is told by endpoint', () => {
  const requests = [
    get('/api/1.2/series/?q=x'),
    get('/api/1.2/series/?page=2&q=x'),
    json('PATCH', '/api/1.2/patches/4/', { state: 'new' }),
    {
      method: 'POST',
      target: '/api/1.2/patches/4/checks/',
      contentType: 'multipart/form-data; boundary=x',
      body: '--x\r\nContent-Disposition: form-data; name="state"\r\n\r\nsuccess\r\n--x--',
    },
  ];
  expect(examineRequests(requests).usage).toEqual([
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
    {
      method: 'POST',
      endpoint: '/patches/{id}/checks/',
      versions: ['1.2'],
      parameters: [],
      fields: ['state'],
    },
  ]);
});
