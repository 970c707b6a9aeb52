import type { OriginalEntry } from '../journal-entry.js';
import { at, isObject } from '../place.js';
import { commentEvents } from './comment-target.js';
import { addressOf } from './outcome.js';
import { apiOf, type Restoration } from './restoration.js';

/**
 * Lists the events that tell of the comment that was marked: instances in the field have been seen to
 * say that a comment was created whenever it is saved, and events cannot be deleted.
 */
export async function listEvents(restoration: Restoration, original: OriginalEntry): Promise<void> {
  const { journal, client, outcome } = restoration;
  for (const target of journal.entries) {
    if (target.entry !== 'target' || !target.comment || !target.project) continue;
    const { comment, lastEvent } = target.comment;
    client.forgetReads();
    const query = commentEvents(target.project.id);
    const answer = await apiOf(restoration, original).get('events/', { query });
    const events: unknown[] = Array.isArray(answer.json) ? answer.json : [];
    const own = events.filter(isObject).filter((event) => {
      const seen = { value: event, at: { exchange: answer.exchange, pointer: '' } };
      const about = at(seen, 'payload', 'comment', 'id').value;
      return typeof event.id === 'number' && event.id > lastEvent && about === comment;
    });
    if (own.length === 0) continue;
    const url = addressOf(journal.head.baseUrl, original.version, 'events');
    const why = `the instance made ${own.length} "patch-comment-created", one each time the comment ${comment} was marked, and events cannot be deleted`;
    outcome.leftBehind.push({ kind: 'event', url, why });
  }
}
