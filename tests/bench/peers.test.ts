import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutAlternatives } from '../../bench/peers/common-part.js';
import { answerSchema } from '../../bench/peers/forms.js';
import { openApi, swagger } from '../../bench/peers/openapi.js';
import { address, OPERATIONS, parametersOf } from '../../bench/peers/operations.js';
import { get, subjectsOf, type Target } from '../../bench/peers/subjects.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';

let reference: Reference;
let target: Target;
let ids: Map<string, number>;

beforeAll(async () => {
  reference = await startReference();
  target = { url: reference.url, token: reference.roles.user.token };
  ids = await subjectsOf(target);
});

afterAll(() => reference.stop());

test('the reference matches the descriptions for the other tools', async () => {
  const ajv = new Ajv2020({ strict: false });
  for (const operation of OPERATIONS) {
    const { status, text } = await get(target, address(operation, ids));
    const validate = ajv.compile(answerSchema(operation));
    expect({ id: operation.id, status, valid: validate(JSON.parse(text)) }).toEqual({
      id: operation.id,
      status: 200,
      valid: true,
    });
    // The control: the same answer is refused if it says something else.
    expect(validate(operation.isList ? [{ id: 'one' }] : { id: 'one' })).toBe(false);
    if (operation.isList) expect(JSON.parse(text)).not.toEqual([]);
  }
});

test('every parameter has an object', () => {
  const names = new Set(OPERATIONS.flatMap(({ path }) => parametersOf(path)));
  expect([...ids.keys()].sort()).toEqual([...names].sort());
  expect([...ids.values()].every(Number.isInteger)).toBe(true);
});

test('a description has only keywords of its format', () => {
  const modern = JSON.stringify(openApi(target, ids));
  expect(modern).not.toMatch(/"(if|else|const|allOf|\$ref)":/);
  expect(modern).not.toMatch(/"type":\[/);
  expect(modern).toContain('"anyOf"');
  expect(modern).toContain('"nullable":true');
  const old = JSON.stringify(swagger(target, ids));
  expect(old).not.toMatch(/"(if|else|const|allOf|anyOf|nullable|\$ref)":/);
  expect(old).toContain('"x-nullable":true');
});

test('alternatives are replaced by their common part', () => {
  const schema = {
    anyOf: [
      { type: 'object', properties: { a: { type: 'string', enum: ['x'] }, b: { type: 'object' } } },
      { type: 'object', properties: { a: { type: 'string', enum: ['y'] }, c: { type: 'object' } } },
    ],
  };
  expect(withoutAlternatives({ type: 'array', items: schema })).toEqual({
    type: 'array',
    items: { type: 'object', properties: { a: { type: 'string' } } },
  });
});
