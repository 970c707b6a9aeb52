import { kindAt } from '../client/permitted-writes.js';
import { entriesOf } from '../journal-entry.js';
import { at, elements, type Seen, seen } from '../place.js';
import { commentEvents } from './comment-target.js';
import { apiOf, type Restoration } from './restore-object.js';

/** The events that an instance creates because of writes; none of them can be deleted. */
const CAUSED: Readonly<Record<string, readonly string[]>> = {
  check: ['check-created'],
  patch: ['patch-state-changed', 'patch-delegated'],
  // Some instances create one whenever a comment is saved.
  'patch-comment': ['patch-comment-created'],
};

/** Lists the events that the writes of the run caused; those of restoring too. */
export async function listEvents(restoration: Restoration): Promise<void> {
  const { journal, outcome, client, urlOf } = restoration;
  const made = entriesOf(journal, 'creating').map(({ collection, ...entry }) => {
    return { ...entry, object: collection };
  });
  const written = [...entriesOf(journal, 'original'), ...made];
  const writer = written.find(({ role }) => role === 'maintainer') ?? written[0];
  if (writer === undefined) return;
  const { project } = entriesOf(journal, 'target')[0] ?? {};
  // Up to the seconds, which are the same in UTC with and without a time zone.
  const started = journal.head.startedAt.slice(0, 19);
  client.forgetReads();
  const counted: string[] = [];
  for (const object of new Set(written.map((each) => each.object))) {
    const [, id, comment] = /^patches\/(-?\d+)(?:\/comments\/(-?\d+))?/.exec(object) ?? [];
    const patch = Number(id);
    const isOwn = (event: Seen) =>
      at(event, 'payload', 'patch', 'id').value === patch &&
      (comment === undefined || at(event, 'payload', 'comment', 'id').value === Number(comment)) &&
      String(at(event, 'date').value) >= started;
    for (const category of CAUSED[kindAt(object)?.resource ?? ''] ?? []) {
      // Newest first, because a patch may have many events.
      const of =
        comment && project ? commentEvents(project.id) : { category, patch, per_page: 100 };
      const query = { ...of, order: '-date' };
      const answer = await apiOf(restoration, writer).get('events/', { query });
      const { length } = elements(seen(answer)).filter(isOwn);
      if (length > 0) counted.push(`${length} "${category}" of patch ${patch}`);
    }
  }
  if (counted.length === 0) return;
  const why = `the instance created ${counted.join(', ')}; events cannot be deleted`;
  outcome.leftBehind.push({ kind: 'event', url: urlOf(writer.version, 'events'), why });
}
