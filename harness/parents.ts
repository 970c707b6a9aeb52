import { LARGEST_PAGE } from '../specification/limits.js';
import type { Api, Query } from './api.js';
import type { Answer } from './client/answer.js';
import { TransportError } from './client/transport-error.js';
import { groupedBy } from './grouped-by.js';
import { instead } from './instead.js';
import { at, isObject, type Seen, valueAt } from './place.js';
import { whyNoId } from './unusable-id.js';
import { Inconclusive, inconclusive } from './violation.js';
import { isTemporary } from './writing/temporary-values.js';

/** How many objects are tried, one request each, to find one with comments or checks. */
export const MOST_TRIED = 12;

/** How many objects are searched for. */
const WANTED = 2;

/** Where objects with comments or checks are found: their collection, and the events that name them. */
interface Source {
  collection: 'covers' | 'patches';
  what: 'comments' | 'checks';
  category: string;
  subject: 'cover' | 'patch';
}

/** The objects that a check may need. */
export const PARENTS = {
  'covers with comments': source('covers', 'comments', 'cover-comment-created', 'cover'),
  'patches with comments': source('patches', 'comments', 'patch-comment-created', 'patch'),
  'patches with checks': source('patches', 'checks', 'check-created', 'patch'),
};

function source(
  collection: Source['collection'],
  what: Source['what'],
  category: string,
  subject: Source['subject'],
): Source {
  return { collection, what, category, subject };
}

/**
 * Ids of objects that have comments or checks, two if possible, the one with more of them first; inconclusive if
 * none is found. `probe` reads the newest version.
 */
export async function parentsIn(probe: Api, source: Source): Promise<number[]> {
  const { collection, category } = source;
  // The newest events of all categories are read anyway; covers are better found by events of many comments.
  const near = collection === 'patches' ? await idsIn(probe, source, {}) : [];
  const newest = near.length >= WANTED ? near : await idsIn(probe, source, { category });
  // The newest may all be of earlier runs.
  const ids =
    newest.length >= WANTED ? newest : await idsIn(probe, source, { category, order: 'id' });
  const left = await withoutDeleted(probe, source, ids);
  const [one, other] = left;
  if (one === undefined || other === undefined) return search(probe, source, left);
  const [ofOne, ofOther] = await Promise.all([
    rowsBelow(probe, source, one),
    rowsBelow(probe, source, other),
  ]);
  // An event may name a wrong object. If nothing is below any other, the list is what is wrong, or missing.
  if (ofOne + ofOther === 0) return search(probe, source, []).catch(orIfInconclusive([one, other]));
  return ofOther > ofOne ? [other, one] : [one, other];
}

/** The checks that events name, newest first, with their patches. */
export async function checksInEvents(probe: Api): Promise<{ patch: number; check: number }[]> {
  const events = await probe.list('events/', {
    category: PARENTS['patches with checks'].category,
    per_page: LARGEST_PAGE,
  });
  return events.flatMap((event) => {
    const [patch] = integers([at(event, 'payload', 'patch')]);
    const [check] = integers([at(event, 'payload', 'check')]);
    return patch === undefined || check === undefined ? [] : [{ patch, check }];
  });
}

/** Returns what handles an error: what was not found is replaced. */
export const orIfInconclusive = <T>(value: T) => instead(value, Inconclusive);

/** The integer ids of objects. */
export function integers(objects: readonly Seen[]): number[] {
  return objects
    .map((object) => at(object, 'id').value)
    .filter((id): id is number => Number.isSafeInteger(id));
}

/** The ids that the events of a query name, most frequent first; empty if the events cannot be read. */
async function idsIn(probe: Api, { category, subject }: Source, query: Query): Promise<number[]> {
  try {
    const events = await probe.list('events/', { ...query, per_page: LARGEST_PAGE });
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
    if (error instanceof Inconclusive || error instanceof TransportError) return [];
    throw error;
  }
}

async function search(probe: Api, source: Source, known: readonly number[]): Promise<number[]> {
  const { collection, what } = source;
  const found = [...known];
  const rows = await probe.list(`${collection}/`, { per_page: LARGEST_PAGE });
  const candidates = integers(likelyFirst(rows)).slice(0, MOST_TRIED);
  for (const id of candidates) {
    if (found.length >= WANTED) return found;
    if (found.includes(id)) continue;
    if ((await rowsBelow(probe, source, id)) > 0) found.push(id);
  }
  if (found.length > 0) return found;
  const looked =
    candidates.length === 0
      ? whyNoId(rows, 'a listed object', 'none is listed')
      : `${candidates.length} were tried`;
  return inconclusive(`no object of ${collection}/ with ${what} was found (${looked})`);
}

/**
 * The first ids, without those of objects that were deleted since: nothing is found below them. If nothing is found
 * below any, the list is what is missing.
 */
async function withoutDeleted(probe: Api, source: Source, ids: readonly number[]) {
  const found: number[] = [];
  for (const id of ids.slice(0, MOST_TRIED)) {
    if (found.length === WANTED) break;
    if ((await readBelow(probe, source, id)).status !== 404) found.push(id);
  }
  return found.length === 0 ? ids : found;
}

function readBelow(probe: Api, { collection, what }: Source, id: number): Promise<Answer> {
  return probe.get(`${collection}/${id}/${what}/`, { query: { per_page: LARGEST_PAGE } });
}

/** The number of items on one page of a nested list; 0 if it cannot be read. */
async function rowsBelow(probe: Api, source: Source, id: number): Promise<number> {
  const answer = await readBelow(probe, source, id);
  return answer.status === 200 && Array.isArray(answer.json) ? answer.json.length : 0;
}

/** Patches whose `check` shows a result come first. */
function likelyFirst(rows: readonly Seen[]): Seen[] {
  const checked = (row: Seen) =>
    isObject(row.value) && ['success', 'warning', 'fail'].includes(String(row.value.check));
  return [...rows.filter(checked), ...rows.filter((row) => !checked(row))];
}

function mostFrequentFirst(ids: readonly number[]): number[] {
  const alike = groupedBy(ids, (id) => id).sort((a, b) => b.length - a.length);
  return alike.map(([id]) => id);
}
