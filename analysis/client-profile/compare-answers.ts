import type { Version } from '../../specification/versions.js';
import type { ClientChange } from '../comparison/comparison.js';
import type { ClientAnswer, NamedAnswer } from './answer.js';
import { type Answered, isKnownOf } from './known-before.js';

/** What is known of a client; undefined if nothing is. What was not tested counts for nothing. */
type State = 'works' | 'degraded' | 'no' | undefined;

/**
 * The clients that worked with one instance and do not, or only in part, with another, or the reverse: as `conformance
 * client` answers it, by the best version that they use. Each is held against the last of the reports before that says
 * something of it; in the newest report it is named as well if that says nothing of it, or if what it lacks there was
 * not tested before.
 */
export function changedClients(
  earlier: readonly Answered[],
  after: Answered,
  isNewest: boolean,
): ClientChange[] {
  return after.answers.clients.flatMap((_, index): ClientChange[] => {
    let before: Answered | undefined;
    // The last report by which the client may work less, until a later one shows that it works.
    let unclear: { by: Answered; become: Become } | undefined;
    for (const [at, each] of earlier.entries()) {
      const become = before && becomes(before, each, earlier.slice(0, at), index);
      if (become === undefined ? stateOf(each, index) !== undefined : become.isKnown) before = each;
      if (become?.isUnclear) unclear = { by: each, become };
      else if (unclear && worksAgain(unclear.by, each, index)) unclear = undefined;
    }
    if (before === undefined) return [];
    const become = becomes(before, after, earlier, index);
    const open = unclear && !worksAgain(unclear.by, after, index) ? unclear.become : become;
    const { isKnown, kind, cells } = become.kind === undefined ? open : become;
    const isSaid = isKnown || (kind === 'not-known' && isNewest);
    if (kind === undefined || cells.length === 0 || !isSaid) return [];
    const client = after.answers.clients[index]?.profile.name ?? '';
    return [{ kind, client, from: before.name, to: after.name, cells }];
  });
}

/** Whether a client is known to work by a later report where it may not by an earlier one. */
function worksAgain(before: Answered, after: Answered, index: number): boolean {
  const { kind, isKnown } = becomes(before, after, [], index);
  return kind === 'works-again' && isKnown;
}

/** What becomes of a client, and whether that is known; without a kind nothing is to be said. */
interface Become {
  isKnown: boolean;
  /** Set if it works less, and what it lacks was not tested before. */
  isUnclear?: true;
  kind?: ClientChange['kind'];
  cells: ClientChange['cells'];
}

/** What becomes of a client from one report to a later one; `earlier` are all before that, the oldest first. */
function becomes(
  before: Answered,
  after: Answered,
  earlier: readonly Answered[],
  index: number,
): Become {
  const one = before.answers.clients[index];
  const other = after.answers.clients[index];
  const [was, is] = [stateOf(before, index), stateSince(before, after, index)];
  if (one === undefined || other === undefined || was === undefined) {
    return { isKnown: false, cells: [] };
  }
  if (was === is) return { isKnown: true, cells: [] };
  if (is === undefined) {
    return was === 'no'
      ? { isKnown: false, cells: [] }
      : { isKnown: false, kind: 'not-known', cells: unknownCells(one, other) };
  }
  if (is === 'works' || was === 'no') {
    const cells = losses(other, one, was);
    const known = cells.filter(
      isKnownTo({ worse: before, better: other, index, loss: was }, [after]),
    );
    return { isKnown: known.length > 0, kind: 'works-again', cells: known };
  }
  const cells = losses(one, other, is);
  const known = cells.filter(
    isKnownTo({ worse: after, better: one, index, loss: is }, earlier.toReversed()),
  );
  if (known.length > 0) {
    return { isKnown: true, kind: is === 'no' ? 'breaks' : 'degrades', cells: known };
  }
  const unclear = cells.map(({ version, why }) => ({
    version,
    why: `cannot be compared with ${before.name}: ${why}`,
  }));
  return { isKnown: false, isUnclear: true, kind: 'not-known', cells: unclear };
}

/** Whether a cell of a client that works less is known of; a version that is gone is. */
function isKnownTo(
  { better, ...lost }: { worse: Answered; better: ClientAnswer; index: number; loss: State },
  others: readonly Answered[],
): (cell: ClientChange['cells'][number]) => boolean {
  const { worse, index, loss } = lost;
  const client = worse.answers.clients[index];
  const isLatest = better.profile.versions === 'latest';
  return ({ version }) => {
    const isThere = client !== undefined && stateIn(client, version) === loss;
    const isShared = isLatest || workingIn(better).includes(version);
    if (!isThere || !isShared || loss === 'works' || loss === undefined) return true;
    return isKnownOf({ ...lost, loss, version }, others);
  };
}

/** What a report says of a client; nothing if it works less, and a version in which it worked was not tested. */
function stateSince(before: Answered, after: Answered, index: number): State {
  const one = before.answers.clients[index];
  const state = stateOf(after, index);
  if (one === undefined || one.profile.versions === 'latest' || state === 'works') return state;
  const { versionsOffered } = after.side.report.target;
  const isUntested = workingIn(one).some(
    (version) => versionsOffered.includes(version) && !after.answers.versions.includes(version),
  );
  return isUntested ? undefined : state;
}

/** Why a client works less by one answer than by the other, in the versions in which it did by the other. */
function losses(better: ClientAnswer, worse: ClientAnswer, wanted: State): ClientChange['cells'] {
  const working = workingIn(better);
  const lost = worse.versions.filter(({ version }) => stateIn(worse, version) === wanted);
  const known = lost.filter(({ version }) => working.includes(version));
  const why = worse.why ?? 'it is not offered';
  return lost.length === 0
    ? working.map((version) => ({ version, why }))
    : (known.length === 0 ? lost : known).map(({ version }) => ({
        version,
        why: reasonIn(worse, version, wanted),
      }));
}

/** The versions in which a client works, at least in part. */
function workingIn(client: ClientAnswer): Version[] {
  return client.versions.flatMap(({ version }) =>
    ['works', 'degraded'].includes(stateIn(client, version) ?? '') ? [version] : [],
  );
}

/** The versions in which a client worked, where nothing is known of it any more. */
function unknownCells(one: ClientAnswer, other: ClientAnswer): ClientChange['cells'] {
  const why = other.why ?? 'what it needs was not tested';
  return workingIn(one).map((version) => ({ version, why }));
}

/** By the best version that it uses. */
function stateOf({ answers }: Answered, index: number): State {
  const client = answers.clients[index];
  if (client === undefined) return undefined;
  const { verdict, versions } = client;
  if (verdict === 'unknown' || verdict === 'no') return verdict === 'no' ? 'no' : undefined;
  return versions.some(({ version }) => stateIn(client, version) === 'works')
    ? 'works'
    : 'degraded';
}

function stateIn(client: ClientAnswer, version: Version): State {
  const answer = client.versions.find((each) => each.version === version)?.answer;
  if (answer === undefined || answer === 'unused' || answer === 'unknown') return undefined;
  if (answer === 'no') return 'no';
  return reasonsIn(client, version).some((each) => each.answer === 'degraded')
    ? 'degraded'
    : 'works';
}

/** The first reason for which a client does not work in a version, or only in part. */
function reasonIn(client: ClientAnswer, version: Version, wanted: State): string {
  const own = reasonsIn(client, version).find(({ answer }) => answer === wanted);
  return own?.why ?? 'a need is not met';
}

function reasonsIn({ needs, interrupted }: ClientAnswer, version: Version): Partial<NamedAnswer>[] {
  const answers = needs.flatMap((need) => need.answers.filter((each) => each.version === version));
  const reasons = answers.flatMap(({ answer, why }) =>
    answer === 'unneeded' ? [] : [{ answer, why }],
  );
  return interrupted === undefined ? reasons : [interrupted, ...reasons];
}
