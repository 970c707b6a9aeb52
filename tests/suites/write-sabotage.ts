import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Operation } from '../../fixtures/reference/routes.js';
import type { Exchange } from '../../fixtures/reference/view.js';
import type { WritableTable } from '../../fixtures/reference/writable/store.js';

/** A row of any table, to be written past all rules. */
export type Row = Record<string, unknown>;

/** What stands in the place of an operation: it is handed the sound one. */
export type Instead = (
  sound: () => Promise<Response>,
  exchange: Exchange,
) => Promise<Response> | Response;

/** Puts something else in the place of what a route answers to some methods. */
export function instead(
  { routes }: Behaviour,
  path: string,
  methods: readonly string[],
  answer: Instead,
): void {
  for (const method of methods) {
    const operation: Operation | undefined = routes[path]?.methods[method];
    if (operation === undefined) throw new Error(`the reference has no route ${method} ${path}`);
    const { answer: sound } = operation;
    operation.signedIn = false;
    operation.answer = (exchange) => answer(async () => sound(exchange), exchange);
  }
}

/** A field is read and checked, and not kept. */
export function drop<T>(table: WritableTable<T>, name: string): void {
  adapt(table, name, (reading) => ('value' in reading ? { value: () => {} } : reading));
}

/** A field keeps something else than was sent. */
export function garble<T>(
  table: WritableTable<T>,
  name: string,
  change: (given: unknown) => unknown,
): void {
  const field = fieldOf(table, name);
  const { accept } = field;
  table[name] = {
    ...field,
    accept: (given, exchange, row) => accept(change(given), exchange, row),
  };
}

/** A field takes what is no value of its type, and keeps the old one. */
export function takeAnything<T>(table: WritableTable<T>, name: string): void {
  adapt(table, name, (reading) => ('messages' in reading ? { value: () => {} } : reading));
}

/** A field is stored as soon as it is read, whatever becomes of the others. */
export function storeAtOnce<T>(table: WritableTable<T>, name: string): void {
  const field = fieldOf(table, name);
  const { accept } = field;
  table[name] = {
    ...field,
    accept: (given, exchange, row) => {
      const reading = accept(given, exchange, row);
      if ('value' in reading) reading.value(row);
      return reading;
    },
  };
}

/** Something more happens when a field is stored; `before` is what it was. */
export function andAlso<T>(
  table: WritableTable<T>,
  name: string,
  more: (row: T, before: unknown) => void,
): void {
  const field = fieldOf(table, name);
  const { accept } = field;
  table[name] = {
    ...field,
    accept: (given, exchange, row) => {
      const reading = accept(given, exchange, row);
      if ('messages' in reading) return reading;
      const before = structuredClone(row as Row)[name];
      return {
        value: (target) => {
          reading.value(target);
          more(target, before);
        },
      };
    },
  };
}

/** A field that is not writable is. */
export function alsoWritable<T>(table: WritableTable<T>, name: string, value: unknown): void {
  table[name] = {
    since: '1.0',
    required: [],
    many: false,
    accept: () => ({
      value: (row) => {
        (row as Row)[name] = value;
      },
    }),
  };
}

/** The row that a path names, past all visibility; one that is nowhere where there is none. */
export function rowAt({ state, params }: Exchange, path: string): Row {
  const tables: Record<string, Map<number, unknown>> = {
    'bundles/:id/': state.bundles,
    'users/:id/': state.users,
    'projects/:id/': state.projects,
    'patches/:id/comments/:child/': state.patchComments,
  };
  const row = tables[path]?.get(Number(params.child ?? params.id));
  return (row ?? {}) as Row;
}

/** An answer of one's own. */
export function reply(status: number, body: unknown = { detail: 'No.' }): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/** The members of the body of a request; none where it is no object. It can still be read. */
export async function sent({ request }: Exchange): Promise<Row> {
  try {
    const body: unknown = await request.clone().json();
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** Whether a request comes from nobody, or from the user of that name. */
export function isFrom({ caller }: Exchange, username: string | null): boolean {
  return username === null ? caller === null : caller?.username === username;
}

type Reading<T> = ReturnType<WritableTable<T>[string]['accept']>;

function adapt<T>(
  table: WritableTable<T>,
  name: string,
  change: (reading: Reading<T>) => Reading<T>,
): void {
  const field = fieldOf(table, name);
  const { accept } = field;
  table[name] = { ...field, accept: (...given) => change(accept(...given)) };
}

function fieldOf<T>(table: WritableTable<T>, name: string): WritableTable<T>[string] {
  const field = table[name];
  if (field === undefined) throw new Error(`the reference has no writable field ${name}`);
  return field;
}
