import type { JsonObject } from '../../harness/place.js';
import { answerSchema } from './forms.js';
import { address, OPERATIONS, type Operation } from './operations.js';
import type { Target } from './subjects.js';

/**
 * The operations as a Postman collection with three tests per response: status, media type and JSON Schema
 * (draft 7).
 */
export function postmanCollection(target: Target, ids: ReadonlyMap<string, number>): JsonObject {
  return {
    info: {
      name: 'Patchwork, reading',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: OPERATIONS.map((operation) => ({
      name: operation.id,
      request: {
        method: 'GET',
        url: `${target.url}${address(operation, ids)}`,
        header: [
          { key: 'Authorization', value: `Token ${target.token}` },
          { key: 'Accept', value: 'application/json' },
        ],
      },
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: tests(operation) } }],
    })),
  };
}

function tests(operation: Operation): string[] {
  const schema = JSON.stringify(answerSchema(operation));
  return [
    `pm.test('${operation.id}: status', () => pm.response.to.have.status(200));`,
    `pm.test('${operation.id}: type', () => pm.expect(pm.response.headers.get('Content-Type')).to.include('application/json'));`,
    `pm.test('${operation.id}: schema', () => pm.response.to.have.jsonSchema(${schema}));`,
  ];
}
