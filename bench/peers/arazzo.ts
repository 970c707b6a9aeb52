import type { JsonObject } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { OPERATIONS, parametersOf } from './operations.js';
import type { Target } from './subjects.js';

/**
 * The operations as a workflow of Arazzo, one step each. Respect holds the status, the type of the
 * content and the schema of each answer against the description that the steps refer to.
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
    // A step that fails ends the workflow otherwise, and the others would see nothing of it.
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
