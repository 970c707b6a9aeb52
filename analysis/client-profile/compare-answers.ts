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
 * The clients that worked with one instance and do not, or only in part, with another, or of which that is not known any
 * more, or the reverse: as `conformance client` answers it, by the best version that they use. Each is held against the
 * nearest of the reports before, the newest first, that says something of it.
 */
export function changedClients(earlier: readonly Answered[], after: Answered): ClientChange[] {
  return after.answers.clients.flatMap((other, index): ClientChange[] => {
    const before = earlier.find(({ answers }) => stateOf(answers.clients[index]) !== undefined);
    const one = before?.answers.clients[index];
    if (before === undefined || one === undefined) return [];
    const named = { client: one.profile.name, from: before.name, to: after.name };
    const change = (kind: ClientChange['kind'], cells: ClientChange['cells']) =>
      cells.length === 0 ? [] : [{ kind, ...named, cells }];
    const [was, is] = [stateOf(one), stateOf(other)];
    if (was === undefined || was === is) return [];
    if (is === undefined) {
      // Only once, in the report after the one that knows.
      const isNext = before === earlier[0] && was !== 'no';
      return isNext ? change('not-known', unknownCells(one, other)) : [];
    }
    if (was === 'no' || is === 'works')
      return change('works-again', losses(other, one, was, before));
    return change(is === 'no' ? 'breaks' : 'degrades', losses(one, other, is, after));
  });
}

/** Why a client works less by one answer than by the other, in the versions in which it did by the other. */
function losses(
  better: ClientAnswer,
  worse: ClientAnswer,
  wanted: State,
  { answers, offered }: Answered,
): ClientChange['cells'] {
  const working = better.versions.filter(({ version }) =>
    ['works', 'degraded'].includes(stateIn(better, version) ?? ''),
  );
  // Where it was not tested it may work as before.
  const isUntested = ({ version }: { version: Version }) =>
    offered.includes(version) && !answers.versions.includes(version);
  if (better.profile.versions !== 'latest' && working.some(isUntested)) return [];
  const lost = worse.versions.filter(({ version }) => stateIn(worse, version) === wanted);
  const isKnown = ({ version }: { version: Version }) =>
    working.some((each) => each.version === version);
  const own = lost.some(isKnown) ? lost.filter(isKnown) : lost;
  const why = worse.why ?? 'it is not offered';
  return own.length === 0
    ? working.map(({ version }) => ({ version, why }))
    : own.map(({ version }) => ({ version, why: reasonIn(worse, version, wanted) }));
}

/** The versions in which a client worked, where nothing is known of it any more. */
function unknownCells(one: ClientAnswer, other: ClientAnswer): ClientChange['cells'] {
  const why = other.why ?? 'what it needs was not tested';
  return one.versions
    .filter(({ version }) => ['works', 'degraded'].includes(stateIn(one, version) ?? ''))
    .map(({ version }) => ({ version, why }));
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
