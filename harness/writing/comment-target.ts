import type { Api, Query } from '../api.js';
import { at, isObject, type JsonObject } from '../place.js';
import { inconclusive } from '../violation.js';
import { integers } from './own-rows.js';

/** How many patches are tried, one request each, in search of one with comments. */
const MOST_TRIED = 12;

/** The comment that the run may mark. */
export interface OwnComment {
  patch: number;
  comment: number;
  /** The newest event of a comment before the run; 0 where there is none. */
  lastEvent: number;
}

/** Finds one by the events of comments where the instance has them, else by trying the first patches. */
export async function findComment(
  scout: Api,
  project: number,
  patches: readonly number[],
): Promise<OwnComment> {
  const query = commentEvents(project);
  const answer = await scout.get('events/', { query });
  const events = Array.isArray(answer.json) ? (answer.json as unknown[]) : [];
  const seen = events.map((value) => ({ value, at: { exchange: answer.exchange, pointer: '' } }));
  const own = seen.filter((event) => at(event, 'project', 'id').value === project);
  const named = integers(own.map((event) => at(event, 'payload', 'patch')));
  const lastEvent = Math.max(0, ...integers(seen));
  // A patch with several comments shows whether more than one was marked. Instances in the field tell
  // of a comment again whenever it is saved, so they are told apart by their ids.
  const comments = new Map(
    own.map((event) => [at(event, 'payload', 'comment', 'id').value, event]),
  );
  const each = integers([...comments.values()].map((event) => at(event, 'payload', 'patch')));
  const several = each.filter((id, index) => each.indexOf(id) !== index);
  const tried = [...new Set([...several, ...named, ...patches])].slice(0, MOST_TRIED);
  for (const patch of tried) {
    const rows = await scout.get(`patches/${patch}/comments/`, { query: { per_page: 100 } });
    if (rows.status !== 200 || !Array.isArray(rows.json)) continue;
    const comment = likeAnother(rows.json.filter(isObject));
    if (comment !== undefined) return { patch, comment, lastEvent };
  }
  return inconclusive(`no patch of the project ${project} with comments was found`);
}

/** The comment that another on the same patch is as little or as much addressed as; else the first. */
function likeAnother(comments: readonly JsonObject[]): number | undefined {
  const usable = comments.filter(({ id }) => Number.isInteger(id));
  const [found = usable[0]] = usable.filter((comment) =>
    usable.some((each) => each !== comment && each.addressed === comment.addressed),
  );
  return found?.id as number | undefined;
}

/** The query for the events of comments on patches of a project. */
export function commentEvents(project: number): Query {
  return { category: 'patch-comment-created', project, per_page: 100 };
}
