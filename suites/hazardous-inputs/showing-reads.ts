import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject, type Seen, seen, valueAt } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { idOf } from '../../harness/writing/own-rows.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { objectsAt } from '../support/writing/displays.js';
import type { Subject } from '../support/writing/subject.js';

/** A read whose response shows an object, with the JSON of the response before a hazard. */
export interface ShowingRead {
  path: string;
  query: Query;
  role: Role;
  json: unknown;
}

/**
 * The reads whose responses show an object: by id, in its collection, and where other objects embed it.
 * Anonymous if possible, because that is what all clients see.
 */
export async function readsShowing(
  context: CheckContext,
  subject: Subject,
  object: Seen,
): Promise<ShowingRead[]> {
  const reads: [path: string, query: Query][] = [
    [await subject.path(context), {}],
    [subject.collection(context), { per_page: LARGEST_PAGE }],
    ...(subject.embeddedIn?.(Number(valueAt(object, 'id'))) ?? []),
  ];
  const showing: ShowingRead[] = [];
  for (const [path, query] of reads) {
    for (const role of ['anonymous', subject.role] as const) {
      const answer = await answerTo(context, { path, query, role });
      const found = objectsAt(seen(answer), valueAt(object, 'url'));
      if (answer.status !== 200 || found.length === 0) continue;
      showing.push({ path, query, role, json: answer.json });
      break;
    }
  }
  return showing;
}

/** The current response to such a read. */
export function answerTo(
  { api }: CheckContext,
  { path, query, role }: Omit<ShowingRead, 'json'>,
): Promise<Answer> {
  return api.unnoted().as(role).get(path, { query });
}

/**
 * The fields of a response that are missing in a later one: `/project/web_url`. Items are compared by id,
 * because others may come first by then.
 */
export function lostFields(before: unknown, after: unknown): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.flatMap((row: unknown) => {
      const same: unknown = after.find((each) => idOf(each) === idOf(row));
      return same === undefined ? [] : lostFields(row, same);
    });
  }
  const kept = new Set(fieldsIn(after));
  return [...new Set(fieldsIn(before))].filter((field) => !kept.has(field));
}

/** JSON pointers without the indexes of arrays. */
function fieldsIn(value: unknown, pointer = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(item, pointer));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = `${pointer}/${name}`;
    return [own, ...fieldsIn(inner, own)];
  });
}
