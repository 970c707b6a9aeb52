import type { Query } from '../api.js';
import { entriesOf, type OriginalEntry } from '../journal-entry.js';
import { at, elements, type Seen, seen } from '../place.js';
import { commentEvents } from './comment-target.js';
import { apiOf, type Restoration } from './restore-object.js';

/** Events that an instance creates because of writes; none of them can be deleted. */
interface Caused {
  query: Query;
  isOwn(event: Seen): boolean;
  /** What they are about: "of patch 7". */
  of: string;
}

/** Lists the events that the writes of the run caused; those of restoring too. */
export async function listEvents(restoration: Restoration): Promise<void> {
  const { journal, outcome, client, urlOf } = restoration;
  const writes = [...entriesOf(journal, 'original'), ...entriesOf(journal, 'creating')];
  const writer = writes.find(({ role }) => role === 'maintainer') ?? writes[0];
  if (writer === undefined) return;
  client.forgetReads();
  const counts = new Map<string, number>();
  for (const { query, isOwn, of } of [...ofChecks(restoration), ...ofOriginals(restoration)]) {
    const answer = await apiOf(restoration, writer).get('events/', { query });
    const events = Array.isArray(answer.json) ? elements(seen(answer)) : [];
    const what = `"${query.category}" ${of}`;
    counts.set(what, (counts.get(what) ?? 0) + events.filter(isOwn).length);
  }
  const created = [...counts].filter(([, count]) => count > 0);
  if (created.length === 0) return;
  const what = created.map(([name, count]) => `${count} ${name}`).join(', ');
  const why = `the instance created ${what}; events cannot be deleted`;
  outcome.leftBehind.push({ kind: 'event', url: urlOf(writer.version, 'events'), why });
}

/** Newest first, because a patch may have many events. */
function eventsOf(category: string, patch: number): Query {
  return { category, patch, order: '-date', per_page: 100 };
}

function ofChecks({ outcome }: Restoration): Caused[] {
  const ids = new Map<number, number[]>();
  for (const { kind, url } of outcome.leftBehind) {
    const [, patch = '', id = ''] = /\/patches\/(-?\d+)\/checks\/(-?\d+)\/$/.exec(url) ?? [];
    if (kind === 'check') ids.set(Number(patch), [...(ids.get(Number(patch)) ?? []), Number(id)]);
  }
  return [...ids].map(([patch, own]) => ({
    query: eventsOf('check-created', patch),
    isOwn: (event) => own.includes(Number(at(event, 'payload', 'check', 'id').value)),
    of: 'of these checks',
  }));
}

function ofOriginals({ journal }: Restoration): Caused[] {
  const { comment, project } = entriesOf(journal, 'target')[0] ?? {};
  // Up to the seconds, which are the same in UTC with and without a time zone.
  const started = journal.head.startedAt.slice(0, 19);
  const ofPatch = (patch: number, category: string): Caused => ({
    query: eventsOf(category, patch),
    isOwn: (event) =>
      at(event, 'payload', 'patch', 'id').value === patch &&
      String(at(event, 'date').value) >= started,
    of: `of patch ${patch}`,
  });
  return entriesOf(journal, 'original').flatMap(({ object }: OriginalEntry): Caused[] => {
    const patch = /^patches\/(-?\d+)$/.exec(object)?.[1];
    if (patch !== undefined) {
      const categories = ['patch-state-changed', 'patch-delegated'];
      return categories.map((category) => ofPatch(Number(patch), category));
    }
    if (!object.includes('/comments/') || !comment || !project) return [];
    // Some instances create an event whenever a comment is saved.
    const isOwn = (event: Seen) =>
      Number(at(event, 'id').value) > comment.lastEvent &&
      at(event, 'payload', 'comment', 'id').value === comment.comment;
    const of = `for each update of comment ${comment.comment}`;
    return [{ query: commentEvents(project.id), isOwn, of }];
  });
}
