import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ENDPOINTS } from '../../analysis/client-profile/endpoints.js';
import { GROUPS } from '../../cli/catalogue.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { openApi, parametersOf } from '../../schemas/openapi/document.js';
import {
  COLLECTION_OF,
  type Endpoint,
  ENDPOINTS as SPECIFIED,
} from '../../specification/endpoints.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { COMMON_PARAMETERS } from '../../specification/lists.js';
import { since, VERSIONS, type Version } from '../../specification/versions.js';
import { call, rows } from '../reference/call.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.stop());

/** A read, as the profiles of clients name it: `covers.detail`. */
function nameOf({ resource, isList }: Endpoint): string {
  const name = COLLECTION_OF[resource];
  return isList || name === 'root' ? name : `${name}.detail`;
}

/** The endpoints that a requirement of the suite demands in a version. */
function demandedIn(version: Version): string[] {
  const requirements = GROUPS.flatMap((group) => group.requirements);
  const judged = new Set(
    requirements
      .filter(({ level, versions }) => level === 'must' && versions.includes(version))
      .map(({ id }) => id),
  );
  return Object.entries(ENDPOINTS)
    .filter(([, bases]) =>
      bases.some((basis) => basis.by === 'requirements' && basis.ids.some((id) => judged.has(id))),
    )
    .map(([name]) => name);
}

const readsIn = (version: Version): Endpoint[] =>
  SPECIFIED.filter((each) => each.method === 'get' && since(each.since).includes(version));

/** A path with the ids of objects that the reference has. */
async function addressed({ path }: Endpoint, version: Version): Promise<string> {
  const list = (await call(reference, `/api/${version}/patches/7/checks/`)).body;
  const [check] = rows(list);
  const comments = path.includes('comment_id')
    ? rows((await call(reference, `/api/${version}/patches/6/comments/`)).body)
    : [];
  return path
    .replace('covers/{id}', 'covers/3')
    .replace('{patch_id}/checks', '7/checks')
    .replace('{patch_id}/comments', '6/comments')
    .replace('{check_id}', String(check?.id))
    .replace('{comment_id}', String(comments[0]?.id))
    .replace('{id}', '1');
}

/** Checks values by pieces of a document. */
function validatorOf(version: Version): (pointer: string, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(openApi(version), 'document');
  return (pointer, value) => {
    const validate = ajv.getSchema(`document#${pointer}`);
    if (validate === undefined) throw new RangeError(`the document has no ${pointer}`);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`);
  };
}

function pointerTo({ path, method }: Endpoint, status: number): string {
  const key = `/${path}`.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  return `/paths/${key}/${method}/responses/${status}/content/application~1json/schema`;
}

describe.each(VERSIONS)('the OpenAPI document of %s', (version) => {
  it('has the reads that the suite demands in this version', () => {
    const named = readsIn(version).map(nameOf);
    expect([...named].sort()).toEqual(demandedIn(version).sort());
  });

  it('has the filters that the suite judges in this version', () => {
    const judged = FILTER_FORMS.filter(({ versions }) => versions.includes(version));
    const common: string[] = COMMON_PARAMETERS.map(({ name }) => name);
    const stated = readsIn(version)
      .filter(({ isList }) => isList)
      .flatMap(({ resource }) =>
        parametersOf(COLLECTION_OF[resource], version)
          .map(({ name }) => String(name))
          .filter((name) => !common.includes(name))
          .map((name) => `${COLLECTION_OF[resource]} ${name}`),
      );
    const expected = new Set(judged.map(({ list, filter }) => `${list} ${filter.parameter}`));
    expect([...stated].sort()).toEqual([...expected].sort());
  });

  it('holds of every answer that the reference gives to a read', async () => {
    const problems = validatorOf(version);
    for (const operation of readsIn(version)) {
      const path = `/api/${version}/${await addressed(operation, version)}`;
      const { status, body } = await call(reference, path, { role: 'user' });
      expect([path, status]).toEqual([path, 200]);
      expect([path, problems(pointerTo(operation, 200), body)]).toEqual([path, []]);
      if (operation.isList) expect([path, rows(body).length > 0]).toEqual([path, true]);
      // The control: it is not just anything that it holds of.
      expect([path, problems(pointerTo(operation, 200), [null]).length > 0]).toEqual([path, true]);
    }
  });
});

test('it holds of what the reference answers to a write, and of its refusals', async () => {
  const problems = validatorOf('1.2');
  const operation = (id: string) => {
    const found = SPECIFIED.find((each) => each.id === id);
    if (found === undefined) throw new RangeError(id);
    return found;
  };
  const bundles = '/api/1.2/bundles/';
  const json = { name: 'mine', patches: [1], public: false };
  const made = await call(reference, bundles, { method: 'POST', role: 'user', json });
  expect(problems(pointerTo(operation('createBundle'), 201), made.body)).toEqual([]);
  const wrong = await call(reference, bundles, { method: 'POST', role: 'user', json: {} });
  expect(wrong.status).toBe(400);
  expect(problems('/components/schemas/field-errors', wrong.body)).toEqual([]);
  expect(problems('/components/schemas/field-errors', { name: 1 })).not.toEqual([]);
  const refused = await call(reference, '/api/1.2/users/');
  expect([403, 404]).toContain(refused.status);
  expect(problems('/components/schemas/error.detail', refused.body)).toEqual([]);
});

test('the lint of OpenAPI documents finds nothing in them', () => {
  const files = VERSIONS.map((version) => `schemas/v${version}/openapi.json`);
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--format=json', ...files],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  // One object a document, and nothing between them.
  const told = stdout.split(/(?<=\})(?=\{)/).map((text): unknown => JSON.parse(text));
  const nothing = { totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] };
  expect(told).toMatchObject(files.map(() => nothing));
  expect(status).toBe(0);
});
