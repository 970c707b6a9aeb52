import { expect, test } from 'vitest';
import { examineRequests } from '../../analysis/trial/requests.js';
import { endpointOf } from '../../specification/endpoint-of-request.js';

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

test('what a client requests is told by endpoint, and what the specification leaves out', () => {
  const get = (target: string) => ({ method: 'GET', target });
  const { usage, unspecified } = examineRequests([
    get('/api/1.2/series/?q=x'),
    get('/api/1.3/series/?page=2&q=x'),
    {
      method: 'PATCH',
      target: '/api/1.2/patches/4/',
      contentType: 'application/json',
      body: '{"state":"new"}',
    },
    {
      method: 'POST',
      target: '/api/1.2/patches/4/checks/',
      contentType: 'multipart/form-data; boundary=x',
      body: '--x\r\nContent-Disposition: form-data; name="context"\r\n\r\nsuccess\r\n--x--',
    },
  ]);
  expect(
    usage.map(({ method, endpoint, versions, parameters, fields }) =>
      [method, endpoint, versions, parameters, fields].join(' '),
    ),
  ).toEqual([
    'GET /series/ 1.2,1.3 q,page ',
    'PATCH /patches/{id}/ 1.2  state',
    'POST /patches/{id}/checks/ 1.2  context',
  ]);
  expect(unspecified).toEqual(['PATCH /patches/{id}/']);
});
