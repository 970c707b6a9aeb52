import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Operation } from '../../fixtures/reference/routes.js';
import type { Version } from '../../fixtures/reference/version.js';
import type { Exchange, Field, FieldTable } from '../../fixtures/reference/view.js';

/** Leaves a field out of forms that have it. */
export function leaveOut<T>(name: string, ...tables: FieldTable<T>[]): void {
  for (const table of tables) {
    fieldOf(table, name);
    delete table[name];
  }
}

/** Shows a field in versions before the one that adds it. */
export function showTooEarly<T>(name: string, since: Version, ...tables: FieldTable<T>[]): void {
  for (const table of tables) table[name] = { ...fieldOf(table, name), since };
}

/** Puts another answer in the place of what a route answers to GET, in some versions or in all. */
export function answerInstead(
  behaviour: Behaviour,
  path: string,
  answer: (sound: () => Promise<Response>, exchange: Exchange) => Promise<Response> | Response,
): void {
  const operation = getOf(behaviour, path);
  const { answer: sound } = operation;
  operation.answer = (exchange) => answer(async () => sound(exchange), exchange);
}

/** A route crashes. */
export function crash(behaviour: Behaviour, path: string): void {
  answerInstead(behaviour, path, () => new Response('<h1>Server Error</h1>', { status: 500 }));
}

/** A list comes in an envelope. */
export function wrapInEnvelope(behaviour: Behaviour, path: string): void {
  answerInstead(behaviour, path, async (sound) => {
    const answer = await sound();
    const { status, headers } = answer;
    const results: unknown = await answer.json();
    return new Response(JSON.stringify({ count: 1, results }), { status, headers });
  });
}

function getOf(behaviour: Behaviour, path: string): Operation {
  const operation = behaviour.routes[path]?.methods.GET;
  if (operation === undefined) throw new Error(`the reference has no route GET ${path}`);
  return operation;
}

function fieldOf<T>(table: FieldTable<T>, name: string): Field<T> {
  const field = table[name];
  if (field === undefined) throw new Error(`the reference has no field ${name} there`);
  return field;
}
