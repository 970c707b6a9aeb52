import { LARGEST_PAGE } from '../specification/limits.js';
import type { Api, Query } from './api.js';
import { at, isObject, type Seen, valueAt } from './place.js';
import { whyNoId } from './unusable-id.js';
import { Inconclusive, inconclusive } from './violation.js';
import { isTemporary } from './writing/temporary-values.js';

/** How many objects are tried, one request each, to find one with comments or checks. */
export const MOST_TRIED = 12;

/** How many objects are searched for. */
const WANTED = 2;

/**
 * Ids of cover letters that have comments, two if possible, the one with more comments first;
 * inconclusive if none is found. `probe` reads the newest version.
 */
export async function commentedCovers(probe: Api): Promise<number[]> {
  // Prefers cover letters with many comments to those of the newest events.
  const named = await idsInEvents(probe, 'cover-comment-created', 'cover');
  const ids = await longestFirst(probe, named, 'covers', 'comments');
  return ids ?? search(probe, 'covers', 'comments', named);
}

/** Ids of patches that have comments, two if possible; inconclusive likewise. */
export async function commentedPatches(probe: Api): Promise<number[]> {
  const near = await idsInNewestEvents(probe, 'patch-comment-created', 'patch');
  if (near.length >= WANTED) return near;
  const named = await idsInEvents(probe, 'patch-comment-created', 'patch');
  return named.length >= WANTED ? named : search(probe, 'patches', 'comments', named);
}

/**
 * Ids of patches that have checks, two if possible, the one with more checks first; inconclusive
 * likewise.
 */
export async function checkedPatches(probe: Api): Promise<number[]> {
  const near = await idsInNewestEvents(probe, 'check-created', 'patch');
  const close = await longestFirst(probe, near, 'patches', 'checks');
  // An event may name a wrong patch.
  if (close !== undefined && (await rowsBelow(probe, 'patches', close[0], 'checks')) > 0) {
    return close;
  }
  const newest = await idsInEvents(probe, 'check-created', 'patch');
  // The newest may all be of earlier runs.
  const oldest = { category: 'check-created', order: 'id', per_page: LARGEST_PAGE };
  const named =
    newest.length >= WANTED ? newest : await idsIn(probe, oldest, 'check-created', 'patch');
  const ids = await longestFirst(probe, named, 'patches', 'checks');
  return ids ?? search(probe, 'patches', 'checks', named);
}

/** The integer ids of objects. */
export function integers(objects: readonly Seen[]): number[] {
  return objects
    .map((object) => at(object, 'id').value)
    .filter((id): id is number => Number.isSafeInteger(id));
}

/** The first two ids, the one with more items first; undefined if there are fewer than two. */
async function longestFirst(
  probe: Api,
  [one, other]: readonly number[],
  collection: 'covers' | 'patches',
  what: 'comments' | 'checks',
): Promise<[number, number] | undefined> {
  if (one === undefined || other === undefined) return undefined;
  const [ofOne, ofOther] = await Promise.all([
    rowsBelow(probe, collection, one, what),
    rowsBelow(probe, collection, other, what),
  ]);
  return ofOther > ofOne ? [other, one] : [one, other];
}

/** The ids that the newest events of a category name, most frequent first. */
function idsInEvents(probe: Api, category: string, subject: string): Promise<number[]> {
  return idsIn(probe, { category, per_page: LARGEST_PAGE }, category, subject);
}

/** The same for the newest events of all categories, which are read anyway. */
function idsInNewestEvents(probe: Api, category: string, subject: string): Promise<number[]> {
  return idsIn(probe, { per_page: LARGEST_PAGE }, category, subject);
}

/** Empty if the events cannot be read. */
async function idsIn(
  probe: Api,
  query: Query,
  category: string,
  subject: string,
): Promise<number[]> {
  try {
    const events = await probe.list('events/', query);
    const all = events.filter((event) => at(event, 'category').value === category);
    const subjectOf = (event: Seen) => valueAt(event, 'payload', subject, 'id');
    // Where this suite left checks, they are all alike.
    const left = all.filter((event) => isTemporary(valueAt(event, 'payload', 'check', 'context')));
    const written = new Set(left.map(subjectOf));
    const asked = all.filter((event) => !written.has(subjectOf(event)));
    const ids = mostFrequentFirst(integers(asked.map((event) => at(event, 'payload', subject))));
    const projects = new Map(
      asked.map((event) => [subjectOf(event), valueAt(event, 'project', 'id')]),
    );
    // Objects of two projects detect a defect that concerns only one project.
    const [first, ...more] = ids;
    const other = more.find((id) => projects.get(id) !== projects.get(first));
    return [...new Set([first, other, ...more])].filter((id) => id !== undefined);
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

async function search(
  probe: Api,
  collection: 'covers' | 'patches',
  what: 'comments' | 'checks',
  known: readonly number[],
): Promise<number[]> {
  const found = [...known];
  const rows = await probe.list(`${collection}/`, { per_page: LARGEST_PAGE });
  const candidates = integers(likelyFirst(rows)).slice(0, MOST_TRIED);
  for (const id of candidates) {
    if (found.length >= WANTED) return found;
    if (found.includes(id)) continue;
    if ((await rowsBelow(probe, collection, id, what)) > 0) found.push(id);
  }
  if (found.length > 0) return found;
  const looked =
    candidates.length === 0
      ? whyNoId(rows, 'a listed object', 'none is listed')
      : `${candidates.length} were tried`;
  return inconclusive(`no object of ${collection}/ with ${what} was found (${looked})`);
}

/** The number of items on one page of a nested list; 0 if it cannot be read. */
async function rowsBelow(
  probe: Api,
  collection: 'covers' | 'patches',
  id: number,
  what: 'comments' | 'checks',
): Promise<number> {
  const path = `${collection}/${id}/${what}/`;
  const answer = await probe.get(path, { query: { per_page: LARGEST_PAGE } });
  return answer.status === 200 && Array.isArray(answer.json) ? answer.json.length : 0;
}

/** Patches whose `check` shows a result come first. */
function likelyFirst(rows: readonly Seen[]): Seen[] {
  const checked = (row: Seen) =>
    isObject(row.value) && ['success', 'warning', 'fail'].includes(String(row.value.check));
  return [...rows.filter(checked), ...rows.filter((row) => !checked(row))];
}

function mostFrequentFirst(ids: readonly number[]): number[] {
  const times = new Map<number, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
