import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Body } from '../../harness/client/body.js';
import {
  ForbiddenWrite,
  PermittedWrites,
  UNKNOWN_ID,
  type WriteMethod,
} from '../../harness/client/permitted-writes.js';
import { before, since } from '../../specification/versions.js';
import { asked, json } from './serving.js';

/** What the run of these tests may write. */
function permitted(): PermittedWrites {
  const writes = new PermittedWrites('conformance-a');
  writes.allow('bundles/7');
  writes.allow(`bundles/${Number.MAX_SAFE_INTEGER}`);
  writes.allow('bundles/-7');
  writes.allow('users/3');
  writes.allow('patches/11');
  writes.allow('patches/11/checks');
  writes.allow('patches/13/checks');
  writes.allow('patches/12/comments/120');
  writes.allow('projects/2', 'projects/tideline');
  return writes;
}

function isPermitted(method: WriteMethod, path: string, body: Body = 'none'): boolean {
  try {
    permitted().demand({ method, path, body });
    return true;
  } catch (error) {
    if (error instanceof ForbiddenWrite) return false;
    throw error;
  }
}

const METHODS: readonly WriteMethod[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Each path that may be written, and how. */
const PERMITTED: [path: string, methods: WriteMethod[]][] = [
  ['bundles/', ['POST']],
  ['bundles/7/', ['PUT', 'PATCH', 'DELETE']],
  [`bundles/${Number.MAX_SAFE_INTEGER}/`, ['PUT', 'PATCH', 'DELETE']],
  ['bundles/-7/', ['PUT', 'PATCH', 'DELETE']],
  [`bundles/${UNKNOWN_ID}/`, ['PUT', 'PATCH', 'DELETE']],
  ['users/3/', ['PUT', 'PATCH']],
  [`users/${UNKNOWN_ID}/`, ['PUT', 'PATCH']],
  ['patches/11/', ['PUT', 'PATCH']],
  ['patches/11/checks/', ['POST']],
  ['patches/13/checks/', ['POST']],
  [`patches/${UNKNOWN_ID}/checks/`, ['POST']],
  ['patches/12/comments/120/', ['PUT', 'PATCH']],
  [`patches/12/comments/${UNKNOWN_ID}/`, ['PUT', 'PATCH']],
  ['projects/2/', ['PUT', 'PATCH']],
  ['projects/tideline/', ['PUT', 'PATCH']],
];

test('without a version only a PATCH may be sent, of what may be written', () => {
  expect(METHODS.filter((method) => isPermitted(method, '/api/bundles/7/'))).toEqual(['PATCH']);
  expect(isPermitted('PATCH', '/api/bundles/8/')).toBe(false);
  expect(isPermitted('POST', '/api/bundles/')).toBe(false);
});

test.for(PERMITTED)(
  '%s may be written by %j only, in the versions of its writes',
  ([path, methods]) => {
    // "addressed: 1.3". Clients write patches and checks in every version.
    const isOfClients = /^patches\/\d+\/(checks\/)?$/.test(path);
    const first = path.includes('/comments/') ? '1.3' : isOfClients ? '1.0' : '1.2';
    for (const version of since(first)) {
      const may = METHODS.filter((method) => isPermitted(method, `/api/${version}/${path}`));
      expect(may.sort()).toEqual([...methods].sort());
    }
    for (const version of [...before(first), '1.99', '2.0', '11.2', '1.22', 'v1.2', '']) {
      const may = METHODS.filter((method) => isPermitted(method, `/api/${version}/${path}`));
      expect(may).toEqual([]);
    }
  },
);

/** Objects of others, and second spellings; the property below tries many more. */
const TRICKS = [
  ...['bundles/8/', 'users/4/', 'users/', 'projects/other/', 'patches/13/'],
  ...['patches/12/checks/', `patches/${UNKNOWN_ID}/`, 'patches/11/checks/1/'],
  ...['patches/12/comments/121/', 'covers/12/comments/120/', 'events/'],
  ...['bundles/7/../8/', 'bundles/7/%2e%2e/8/', 'bundles/7%2f..%2f8/', 'bundles//8/'],
  ...['bundles/07/', 'bundles/7.0/', 'bundles/7?id=8', 'bundles/7/?_method=DELETE'],
  ...['bundles/7#/', 'bundles/7\n/', 'bundles/7\\..\\8/', 'bundles/٧/'],
  ...['projects/TIDELINE/'],
];

test.for(TRICKS)('%j may not be written in any way', (path) => {
  expect(METHODS.filter((method) => isPermitted(method, `/api/1.3/${path}`))).toEqual([]);
});

test.for(['http://elsewhere.test/api/1.3/bundles/', '/api//1.3/bundles/', '/admin/', '/', ''])(
  'no second spelling of an address passes: %j',
  (path) => {
    expect(METHODS.filter((method) => isPermitted(method, path))).toEqual([]);
  },
);

test('whatever the path, what passes is one of those that are permitted, letter by letter', () => {
  const plain = PERMITTED.map(([path]) => path);
  const unknown =
    /^((bundles|users|projects)\/2147483647\/|patches\/2147483647\/(checks|comments\/\d+)\/|patches\/\d+\/comments\/2147483647\/)$/;
  const piece = fc.constantFrom(
    ...['bundles', 'users', 'projects', 'patches', 'checks', 'comments', 'tideline', 'covers'],
    ...['7', '3', '11', '12', '120', '2', '8', '07', String(UNKNOWN_ID), '..', '.', '', '%2f'],
    ...['%2e%2e', '?', '#', ';', '\\', ' ', '\u0000', 'BUNDLES', '1.3', 'api'],
  );
  const path = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('/'));
  const any = fc.oneof(
    path,
    path.map((each) => `${each}/`),
    fc.string(),
  );
  fc.assert(
    fc.property(any, fc.constantFrom(...METHODS), (text, method) => {
      if (!isPermitted(method, `/api/1.3/${text}`)) return;
      const written = text.endsWith('/') ? text : `${text}/`;
      if (!unknown.test(written)) expect(plain).toContain(written);
    }),
    { numRuns: 20_000 },
  );
});

const PUBLISHING: Body[] = [
  { json: { name: 'a', public: true } },
  { json: { name: 'a', public: [true] } },
  { json: { name: 'a', Public: 'on' } },
  { form: { name: 'a', public: ['false', 'True'] } },
  { text: '{"name": "a", "public": true}', contentType: null },
  { text: 'name=a&public=1', contentType: 'application/x-www-form-urlencoded' },
  { json: { name: ['conformance-a'], Public: true, public: 'maybe', Name: 'conformance-a' } },
];

test('a bundle is created public only if its name tells whose it is', () => {
  const marked: Body = { json: { name: 'conformance-a-1', public: true } };
  expect(isPermitted('POST', '/api/1.3/bundles/', marked)).toBe(true);
});

test.for(PUBLISHING)('no other bundle is made public from the start: %j', (body) => {
  expect(isPermitted('POST', '/api/1.3/bundles/', body)).toBe(false);
  expect(isPermitted('PATCH', '/api/1.3/bundles/7/', body)).toBe(true);
});

test('a private bundle may be made', () => {
  const bodies: Body[] = [{ json: { public: false } }, { json: { public: 'maybe' } }, { json: [] }];
  for (const body of bodies) expect(isPermitted('POST', '/api/1.3/bundles/', body)).toBe(true);
});

const OF_A_PATCH: [body: Body, isPermitted: boolean][] = [
  [{ json: { state: 'new', delegate: 3, archived: true, commit_ref: 'a' } }, true],
  [{ json: { delegate: null } }, true],
  [{ form: { state: 'new', archived: 'False' } }, true],
  [{ multipart: { state: 'new' } }, true],
  [{ json: { state: 'new', name: 'another' } }, false],
  [{ json: { delegate: { id: 3 } } }, false],
  [{ json: { State: 'new' } }, false],
  [{ form: { state: 'new', pull_url: 'https://example.org/' } }, false],
  [{ multipart: { state: 'new', related: '5' } }, false],
  [{ text: '{"state": "new", "related": [5]}', contentType: null }, false],
  [{ text: 'state=new&hash=0', contentType: 'application/x-www-form-urlencoded' }, false],
];

test('of a patch two more fields may be put back, by PATCH and without others', () => {
  const body = { json: { pull_url: 'https://example.org/', related: [5] } };
  expect(isPermitted('PATCH', '/api/1.3/patches/11/', body)).toBe(true);
  expect(isPermitted('PUT', '/api/1.3/patches/11/', body)).toBe(false);
});

test.for(OF_A_PATCH)('of a patch only four fields may be written: %j %s', ([body, expected]) => {
  for (const method of ['PUT', 'PATCH'] as const) {
    expect(isPermitted(method, '/api/1.0/patches/11/', body)).toBe(expected);
    expect(isPermitted(method, '/api/1.0/patches/12/', body)).toBe(false);
  }
});

test('a second patch, comment, user or project is refused, and a sixth patch for checks', () => {
  const writes = permitted();
  for (const second of ['patches/13', 'patches/12/comments/121', 'users/4', 'projects/1']) {
    expect(() => writes.allow(second)).toThrow(ForbiddenWrite);
  }
  for (const id of [14, 15, 16]) writes.allow(`patches/${id}/checks`);
  expect(() => writes.allow('patches/17/checks')).toThrow(ForbiddenWrite);
  expect(() => writes.allow('covers/1')).toThrow(ForbiddenWrite);
});

test('the client sends nothing that is not permitted, and nothing at all before it may write', async () => {
  await asked(json({}), {}, async (client, { requests }) => {
    const write = { role: 'user', method: 'POST', body: 'none', beforeSending: () => {} } as const;
    await expect(client.write({ ...write, path: '/api/1.3/bundles/' })).rejects.toThrow(
      ForbiddenWrite,
    );
    client.permit(permitted());
    for (const path of ['/api/1.3/users/', '/api/1.3/bundles/../users/4/', 'http://e.test/']) {
      await expect(client.write({ ...write, path })).rejects.toThrow(ForbiddenWrite);
    }
    expect(requests).toEqual([]);
    await client.write({ ...write, path: '/api/1.3/bundles/' });
    expect(requests).toEqual(['POST /api/1.3/bundles/']);
  });
});

test('an object that the caller must not write may be sent its own values only', () => {
  const writes = permitted();
  const values = { web_url: 'https://w.example', scm_url: '', webscm_url: null, name: 'other' };
  const rest = { list_archive_url: '', list_archive_url_format: '', commit_url_format: '' };
  writes.allowUnchanged('projects/9', { ...values, ...rest });
  writes.allowUnchanged('patches/30/comments/31', { addressed: false });
  const may = (method: WriteMethod, path: string, body: Body) => {
    try {
      writes.demand({ method, path: `/api/1.3/${path}`, body });
      return true;
    } catch (error) {
      if (error instanceof ForbiddenWrite) return false;
      throw error;
    }
  };
  const own = { json: { web_url: 'https://w.example' } };
  expect(may('PATCH', 'projects/9/', own)).toBe(true);
  expect(may('PUT', 'projects/9/', own)).toBe(true);
  expect(may('PATCH', 'patches/30/comments/31/', { json: { addressed: false } })).toBe(true);
  for (const json of [
    {},
    { web_url: 'https://w.example/' },
    { web_url: null },
    { web_url: 'https://w.example', more: 1 },
  ]) {
    expect(may('PATCH', 'projects/9/', { json })).toBe(false);
  }
  expect(may('PATCH', 'projects/9/', { form: { web_url: 'https://w.example' } })).toBe(false);
  expect(may('PATCH', 'projects/9/', 'none')).toBe(false);
  expect(may('DELETE', 'projects/9/', own)).toBe(false);
  // It would blank `web_url`.
  expect(may('PUT', 'projects/9/', { json: { name: 'other' } })).toBe(false);
  expect(may('PATCH', 'patches/30/comments/31/', { json: { addressed: true } })).toBe(false);
  expect(may('PATCH', 'projects/10/', own)).toBe(false);
  for (const second of ['projects/10', 'users/4', 'patches/30', 'bundles/8']) {
    expect(() => writes.allowUnchanged(second, values)).toThrow(ForbiddenWrite);
  }
});
