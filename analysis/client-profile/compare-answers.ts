import type { Version } from '../../specification/versions.js';
import type { ClientChange } from '../comparison/comparison.js';
import type { ClientAnswer, ClientAnswers, NamedAnswer } from './answer.js';

/** What is known of a client; undefined if nothing is. What was not tested counts for nothing. */
type State = 'works' | 'degraded' | 'no' | undefined;

/** The answers for one instance. */
export interface Answered {
  /** The name of its report. */
  name: string;
  answers: ClientAnswers;
  /** The versions that it offers. */
  offered: readonly Version[];
}

/**
 * The clients that worked with one instance and do not, or only in part, with another, or the reverse: as `conformance
 * client` answers it, by the best version that they use. Each is held against the last of the reports before that says
 * something of it; in the newest report it is named as well if that says nothing of it.
 */
export function changedClients(
  earlier: readonly Answered[],
  after: Answered,
  isNewest: boolean,
): ClientChange[] {
  return after.answers.clients.flatMap((other, index): ClientChange[] => {
    let before: Answered | undefined;
    for (const each of earlier) {
      if (stateSince(before, each, index) !== undefined) before = each;
    }
    const one = before?.answers.clients[index];
    if (before === undefined || one === undefined) return [];
    const named = { client: one.profile.name, from: before.name, to: after.name };
    const change = (kind: ClientChange['kind'], cells: ClientChange['cells']) =>
      cells.length === 0 ? [] : [{ kind, ...named, cells }];
    const [was, is] = [stateOf(one), stateSince(before, after, index)];
    if (was === undefined || was === is) return [];
    if (is === undefined) {
      return isNewest && was !== 'no' ? change('not-known', unknownCells(one, other)) : [];
    }
    if (was === 'no' || is === 'works') return change('works-again', losses(other, one, was));
    return change(is === 'no' ? 'breaks' : 'degrades', losses(one, other, is));
  });
}

/** What a report says of a client; nothing if it works less, and a version in which it worked was not tested. */
function stateSince(before: Answered | undefined, after: Answered, index: number): State {
  const one = before?.answers.clients[index];
  const state = stateOf(after.answers.clients[index]);
  if (one === undefined || one.profile.versions === 'latest' || state === 'works') return state;
  const isUntested = workingIn(one).some(
    (version) => after.offered.includes(version) && !after.answers.versions.includes(version),
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
function stateOf(client: ClientAnswer | undefined): State {
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
