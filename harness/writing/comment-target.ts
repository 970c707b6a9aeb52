import type { Api, Query } from '../api.js';
import { integers, MOST_TRIED } from '../parents.js';
import { at, elements, type Seen, seen } from '../place.js';
import { whyNoId } from '../unusable-id.js';
import { inconclusive } from '../violation.js';
import { type IsInvolved, ofOthers } from './involvement.js';

/** The comment that the run may mark. */
export interface OwnComment {
  patch: number;
  comment: number;
}

/** A comment, and whether the user who must be refused is involved in it. */
export interface FoundComment extends OwnComment {
  involved: boolean;
}

/**
 * Finds a comment by comment events, or by trying patches: preferably one by another user than the
 * one of `isInvolved`, on a patch of another user.
 */
export async function findComment(
  newest: Api,
  project: number,
  patches: readonly number[],
  isInvolved: IsInvolved,
): Promise<FoundComment> {
  const query = commentEvents(project);
  const events = elements(seen(await newest.get('events/', { query })));
  const own = events.filter((event) => at(event, 'project', 'id').value === project);
  const named = integers(own.map((event) => at(event, 'payload', 'patch')));
  // A patch with several comments shows whether more than one was marked. Some instances create an
  // event whenever a comment is saved, so events are grouped by comment id.
  const comments = new Map(
    own.map((event) => [at(event, 'payload', 'comment', 'id').value, event]),
  );
  const each = integers([...comments.values()].map((event) => at(event, 'payload', 'patch')));
  const several = each.filter((id, index) => each.indexOf(id) !== index);
  const tried = [...new Set([...several, ...named, ...patches])].slice(0, MOST_TRIED);
  let found: FoundComment | undefined;
  let unusable: readonly Seen[] = [];
  for (const patch of tried) {
    const answer = await newest.get(`patches/${patch}/comments/`, { query: { per_page: 100 } });
    if (answer.status !== 200) continue;
    const rows = elements(seen(answer));
    const comments = alikeFirst(rows.filter((row) => Number.isSafeInteger(at(row, 'id').value)));
    if (comments.length === 0) {
      unusable = [...unusable, ...rows];
      continue;
    }
    const isOnOwn = await isInvolved(await newest.object(`patches/${patch}/`));
    const [ofAnother] = isOnOwn ? [] : await ofOthers(comments, isInvolved);
    const [comment] = integers([ofAnother ?? comments[0]].filter((each) => each !== undefined));
    if (comment === undefined) continue;
    if (ofAnother !== undefined) return { patch, comment, involved: false };
    found ??= { patch, comment, involved: true };
  }
  const none = `no patch of the project ${project} with comments was found`;
  return (
    found ?? inconclusive(whyNoId(unusable, `a comment on a patch of the project ${project}`, none))
  );
}

/** Comments that share their value of `addressed` with another one on the same patch come first. */
function alikeFirst(comments: readonly Seen[]): Seen[] {
  const isAlike = (comment: Seen) =>
    comments.some(
      (each) => each !== comment && at(each, 'addressed').value === at(comment, 'addressed').value,
    );
  return [...comments.filter(isAlike), ...comments.filter((each) => !isAlike(each))];
}

/** The query for patches of a project. */
export function ownPatches(project: number): Query {
  return { project, per_page: 100 };
}

/** The query for the events of comments on patches of a project. */
export function commentEvents(project: number): Query {
  return { category: 'patch-comment-created', project, per_page: 100 };
}
