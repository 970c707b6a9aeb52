import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { WritableTable } from '../../fixtures/reference/writable/store.js';
import type { WriteKill } from './write-red-rows.js';
import { instead, isFrom, type Row, reply, rowAt, sent, storeAtOnce } from './write-sabotage.js';

/** Where an object is written, and how its chapter calls what is required of it. */
export interface Written<T> {
  /** `bundle.update`. */
  prefix: string;
  path: string;
  table(behaviour: Behaviour): WritableTable<T>;
  /** A field that is stored past all rules where a defect needs one. */
  field: string;
  /** The field that is sent beside an invalid one. */
  beside: string;
}

/** The name that the role `other` signs in by. */
const OTHER = 'otto';
const UNKNOWN = '2147483647';

/** The defects that any object that is updated can have. */
export function updateKills<T>(written: Written<T>): WriteKill[] {
  const { prefix, path, table, field, beside } = written;
  const kill = (id: string, defect: string, sabotage: WriteKill['sabotage']): WriteKill => ({
    id: `${prefix}${id}`,
    defect,
    sabotage,
  });
  return [
    kill('', 'a PATCH is answered and not made', (behaviour) => {
      instead(behaviour, path, ['PATCH'], async (sound, exchange) => {
        return undone(sound, rowAt(exchange, path));
      });
    }),
    kill('.answer', 'a PATCH is answered with the old object', (behaviour) => {
      const show = behaviour.routes[path]?.methods.GET?.answer;
      instead(behaviour, path, ['PATCH'], async (sound, exchange) => {
        const old = isFrom(exchange, OTHER) || exchange.caller === null ? undefined : exchange;
        const before = old && exchange.params.id !== UNKNOWN ? await show?.(old) : undefined;
        const answer = await sound();
        return answer.status === 200 && before !== undefined ? before : answer;
      });
    }),
    kill('.form', 'a form is taken for an empty body', ({ bodies }) => {
      bodies.readers['application/x-www-form-urlencoded'] = async (request) => {
        await request.text();
        return {};
      };
    }),
    kill('.untyped', 'a body without Content-Type is taken for JSON', ({ bodies }) => {
      bodies.untyped = async (request) => (await request.json()) as Row;
    }),
    kill('.no-object', 'null in the place of an object crashes it', (behaviour) => {
      instead(behaviour, path, ['PATCH'], async (sound, { request }) =>
        (await request.clone().text()) === 'null' ? reply(500) : sound(),
      );
    }),
    kill('.invalid.unchanged', 'what is sound in a refused body is stored', (behaviour) => {
      storeAtOnce(table(behaviour), beside);
    }),
    kill('.unknown', 'an unknown id is forbidden', (behaviour) => {
      instead(behaviour, path, ['PATCH'], (sound, { params }) =>
        params.id === UNKNOWN || params.child === UNKNOWN ? reply(403) : sound(),
      );
    }),
    ...strangers(kill, path, field, '.other', OTHER),
    ...strangers(kill, path, field, '.anonymous', null),
  ];
}

/** A stranger is told that he has changed something; or he has, and is told that he has not. */
export function strangers(
  kill: (id: string, defect: string, sabotage: WriteKill['sabotage']) => WriteKill,
  path: string,
  field: string,
  id: string,
  who: string | null,
  when: (row: Row) => boolean = () => true,
): WriteKill[] {
  const name = who ?? 'nobody';
  return [
    kill(id, `a write by ${name} is not refused`, (behaviour) => {
      instead(behaviour, path, ['PATCH'], (sound, exchange) =>
        isFrom(exchange, who) && when(rowAt(exchange, path)) ? reply(200, {}) : sound(),
      );
    }),
    kill(`${id}.unchanged`, `a write by ${name} is refused and made`, (behaviour) => {
      instead(behaviour, path, ['PATCH'], async (sound, exchange) => {
        if (!isFrom(exchange, who) || !when(rowAt(exchange, path))) return sound();
        rowAt(exchange, path)[field] = (await sent(exchange))[field];
        return reply(403);
      });
    }),
  ];
}

/** The row is put back after the answer was made. */
export async function undone(sound: () => Promise<Response>, row: Row): Promise<Response> {
  const before = structuredClone(row);
  const answer = await sound();
  Object.assign(row, before);
  return answer;
}
