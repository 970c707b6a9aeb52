import { filterForm, type SettledForm } from '../../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { EVENT_PAYLOADS } from '../../../specification/resources/event.js';
import { type KnownItems, rowsOf } from '../known-rows.js';
import { readEach } from '../readable.js';
import { ask } from './query.js';

/**
 * The events of each category that a filter of events can tell apart: where an instance is quiet, all its newest events
 * may be of other categories, such as those of runs of this suite.
 */
export async function eventsOfCategories(
  filter: SettledForm,
  known: KnownItems,
): Promise<KnownItems[]> {
  const [root, subject = ''] = filter.reads;
  if (filter.list !== 'events' || root !== 'payload') return [];
  const telling = [...EVENT_PAYLOADS].filter(([, keys]) => keys.includes(subject));
  return readEach(telling, async ([value]) => {
    const within = [{ filter: filterForm('events', 'category'), value }];
    const front = rowsOf(await ask(known, { given: within, size: LARGEST_PAGE }));
    return front.length > 1 ? [{ ...known, front, rows: front, whole: false, within }] : [];
  });
}
