import type { JsonObject } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { OPERATIONS, parametersOf } from './operations.js';
import type { Target } from './subjects.js';

/**
 * The operations as an Arazzo workflow with one step each. Respect checks the status, media type and schema
 * of each response against the description.
 */
export function arazzo({ token }: Target, ids: ReadonlyMap<string, number>): JsonObject {
  const authorization = { name: 'Authorization', in: 'header', value: `Token ${token}` };
  const steps = OPERATIONS.map(({ id, path, isList }) => ({
    stepId: id,
    operationId: id,
    parameters: [
      authorization,
      ...parametersOf(path).map((name) => ({ name, in: 'path', value: ids.get(name) })),
      ...(isList ? [{ name: 'per_page', in: 'query', value: LARGEST_PAGE }] : []),
    ],
    successCriteria: [{ condition: '$statusCode == 200' }],
    // Otherwise a failing step would end the workflow.
    onFailure: [{ name: 'goOn', type: 'goto', stepId: next(id) }].filter(
      ({ stepId }) => stepId !== undefined,
    ),
  }));
  return {
    arazzo: '1.0.1',
    info: { title: 'Patchwork, reading', version: '1.0.0' },
    sourceDescriptions: [{ name: 'patchwork', url: './openapi.json', type: 'openapi' }],
    workflows: [{ workflowId: 'reading', steps }],
  };
}

function next(id: string): string | undefined {
  return OPERATIONS[OPERATIONS.findIndex((operation) => operation.id === id) + 1]?.id;
}
