import type { Query } from '../api.js';
import { entriesOf, type OriginalEntry } from '../journal-entry.js';
import { at, elements, type Seen, seen } from '../place.js';
import { commentEvents } from './comment-target.js';
import { apiOf, type Restoration } from './restore-object.js';

/** Events that an instance creates because of writes; none of them can be deleted. */
interface Caused {
  category: string;
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
  const api = apiOf(restoration, writer);
  for (const { category, query, isOwn, of } of causedBy(restoration)) {
    const answer = await api.get('events/', { query: { category, per_page: 100, ...query } });
    const events = Array.isArray(answer.json) ? elements(seen(answer)) : [];
    const own = events.filter(isOwn).length;
    if (own === 0) continue;
    const why = `the instance created ${own} "${category}" events ${of}; events cannot be deleted`;
    outcome.leftBehind.push({ kind: 'event', url: urlOf(writer.version, 'events'), why });
  }
}

function causedBy(restoration: Restoration): Caused[] {
  const { journal, outcome } = restoration;
  const { comment, project } = entriesOf(journal, 'target')[0] ?? {};
  const originals = entriesOf(journal, 'original');
  const checks = outcome.leftBehind.flatMap(({ kind, url }) => {
    const [, patch, id] = /\/patches\/(\d+)\/checks\/(\d+)\/$/.exec(url) ?? [];
    return kind === 'check' ? [{ patch: Number(patch), id: Number(id) }] : [];
  });
  const ids = checks.map(({ id }) => id);
  return [
    ...originals.flatMap((original) => ofComment(original, { comment, project })),
    ...originals.flatMap((original) => ofPatch(original, journal.head.startedAt)),
    ...[...new Set(checks.map(({ patch }) => patch))].map((patch) => ({
      category: 'check-created',
      // Newest first, because a patch may have many checks.
      query: { patch, order: '-date' },
      isOwn: (event: Seen) => ids.includes(Number(at(event, 'payload', 'check', 'id').value)),
      of: 'of these checks',
    })),
  ];
}

/** Some instances create an event whenever a comment is saved. */
function ofComment(
  { object }: OriginalEntry,
  {
    comment,
    project,
  }: { comment?: { comment: number; lastEvent: number }; project?: { id: number } },
): Caused[] {
  if (!object.includes('/comments/') || comment === undefined || project === undefined) return [];
  return [
    {
      category: 'patch-comment-created',
      query: commentEvents(project.id),
      isOwn: (event) =>
        Number(at(event, 'id').value) > comment.lastEvent &&
        at(event, 'payload', 'comment', 'id').value === comment.comment,
      of: `, one for each update of comment ${comment.comment}`,
    },
  ];
}

/** A changed state or delegate creates events, of which those since the run started are its own. */
function ofPatch({ object }: OriginalEntry, startedAt: string): Caused[] {
  const patch = Number(/^patches\/(\d+)$/.exec(object)?.[1]);
  if (Number.isNaN(patch)) return [];
  // Up to the seconds, which are the same in UTC with and without a time zone.
  const started = startedAt.slice(0, 19);
  return ['patch-state-changed', 'patch-delegated'].map((category) => ({
    category,
    query: { patch, order: '-date' },
    isOwn: (event) =>
      at(event, 'payload', 'patch', 'id').value === patch &&
      String(at(event, 'date').value) >= started,
    of: `of patch ${patch}`,
  }));
}
