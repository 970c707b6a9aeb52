import type { Api, Query } from '../api.js';
import type { CreatingEntry, OriginalEntry, TargetEntry } from '../journal-entry.js';
import { at, isObject, type Seen } from '../place.js';
import { commentEvents } from './comment-target.js';
import { apiOf, type Restoration } from './restore-object.js';

/**
 * Lists the events of the comment that was marked: some instances create one whenever a comment is
 * saved, and events cannot be deleted.
 */
export async function listCommentEvents(
  restoration: Restoration,
  original: OriginalEntry,
): Promise<void> {
  const { comment, project } = targetOf(restoration) ?? {};
  if (comment === undefined || project === undefined) return;
  restoration.client.forgetReads();
  const events = await eventsOf(apiOf(restoration, original), commentEvents(project.id));
  const own = events.filter(
    (event) =>
      Number(at(event, 'id').value) > comment.lastEvent &&
      at(event, 'payload', 'comment', 'id').value === comment.comment,
  );
  const each = `one for each update of comment ${comment.comment}`;
  leave(restoration, original, `${own.length} "patch-comment-created" events, ${each}`, own.length);
}

/** Lists the events of the checks created by this run; neither can be deleted. */
export async function listCheckEvents(restoration: Restoration): Promise<void> {
  const { outcome, journal, client } = restoration;
  const { patch } = targetOf(restoration) ?? {};
  const making = journal.entries.find(
    (entry): entry is CreatingEntry => entry.entry === 'creating' && entry.kind === 'check',
  );
  const checks = outcome.leftBehind.flatMap(({ kind, url }) => {
    const id = kind === 'check' ? /\/(\d+)\/$/.exec(url)?.[1] : undefined;
    return id === undefined ? [] : [Number(id)];
  });
  if (patch === undefined || making === undefined || checks.length === 0) return;
  client.forgetReads();
  // Newest first, because a patch may have many checks.
  const query = { category: 'check-created', patch, order: '-date', per_page: 100 };
  const events = await eventsOf(apiOf(restoration, making), query);
  const own = events.filter((event) =>
    checks.includes(Number(at(event, 'payload', 'check', 'id').value)),
  );
  leave(restoration, making, `${own.length} "check-created" events of these checks`, own.length);
}

/** The events of a patch that a changed state or delegate creates. */
const PATCH_EVENTS = ['patch-state-changed', 'patch-delegated'];

/** Lists the events of the patch that was updated since the run started; restoring creates some too. */
export async function listPatchEvents(
  restoration: Restoration,
  original: OriginalEntry,
): Promise<void> {
  const { journal, client } = restoration;
  const { patch } = targetOf(restoration) ?? {};
  if (patch === undefined || original.object !== `patches/${patch}`) return;
  // Up to the seconds, which are the same in UTC with and without a time zone.
  const started = journal.head.startedAt.slice(0, 19);
  client.forgetReads();
  for (const category of PATCH_EVENTS) {
    const query = { category, patch, order: '-date', per_page: 100 };
    const events = await eventsOf(apiOf(restoration, original), query);
    const own = events.filter(
      (event) =>
        at(event, 'payload', 'patch', 'id').value === patch &&
        String(at(event, 'date').value) >= started,
    );
    leave(
      restoration,
      original,
      `${own.length} "${category}" events of patch ${patch}`,
      own.length,
    );
  }
}

function targetOf({ journal }: Restoration): TargetEntry | undefined {
  return journal.entries.find((entry): entry is TargetEntry => entry.entry === 'target');
}

async function eventsOf(api: Api, query: Query): Promise<Seen[]> {
  const answer = await api.get('events/', { query });
  const rows: unknown[] = Array.isArray(answer.json) ? answer.json : [];
  return rows
    .filter(isObject)
    .map((value) => ({ value, at: { exchange: answer.exchange, pointer: '' } }));
}

function leave(
  { outcome, urlOf }: Restoration,
  { version }: Pick<OriginalEntry, 'version'>,
  made: string,
  count: number,
): void {
  if (count === 0) return;
  const url = urlOf(version, 'events');
  const why = `the instance created ${made}; events cannot be deleted`;
  outcome.leftBehind.push({ kind: 'event', url, why });
}
