import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import { versionsReading } from '../../specification/endpoints.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstPage, firstRows, isWhole } from '../support/lists/first-rows.js';
import { readable } from '../support/readable.js';

/** A comment that an event reports, and whether the list of its cover letter contains it. */
export interface ReportedComment {
  id: Seen;
  listed: boolean;
}

const CATEGORY = 'cover-comment-created';

/** docs/verdicts.md B-8. */
const LISTED = versionsReading('covers/{id}/comments/');

/**
 * The comments on cover letters that events report, where the complete list of comments is read
 * anyway. SPEC.md does not describe this event category, so events without a comment are not a
 * violation (docs/verdicts.md B-7).
 */
export function reportedComments({
  api,
  instance,
}: Pick<CheckContext, 'api' | 'instance'>): Promise<ReportedComment[]> {
  if (!LISTED.includes(api.version)) return Promise.resolve([]);
  return readable(async () => {
    const newest = api.in(instance.newest);
    const covers = await instance.coversWithComments(2);
    const query = { category: CATEGORY, per_page: LARGEST_PAGE };
    const events = (await newest.list('events/', query)).filter(
      (event) => at(event, 'category').value === CATEGORY,
    );
    const found = await Promise.all(
      covers.map(async (cover) => {
        const path = `covers/${cover}/comments/`;
        if (!isWhole(await firstPage(api, path))) return [];
        const known = (await firstRows(api, path)).map((row) => at(row, 'id').value);
        return events
          .filter((event) => at(event, 'payload', 'cover', 'id').value === cover)
          .map((event) => at(event, 'payload', 'comment', 'id'))
          .filter(({ value }) => Number.isInteger(value))
          .map((id) => ({ id, listed: known.includes(id.value) }));
      }),
    );
    return found.flat();
  });
}
