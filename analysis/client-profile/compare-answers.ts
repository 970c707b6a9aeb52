import type { Version } from '../../specification/versions.js';
import type { ClientChange } from '../comparison/comparison.js';
import type { ClientAnswer, ClientAnswers, NamedAnswer } from './answer.js';

/** What is known of a client in a version; undefined if nothing is. What was not tested counts for nothing. */
type State = 'works' | 'degraded' | 'no' | undefined;

/** The clients that worked with one instance and do not, or only in part, with another, or the reverse. */
export function changedClients(
  [from, before]: [name: string, answers: ClientAnswers],
  [to, after]: [name: string, answers: ClientAnswers],
): ClientChange[] {
  return before.clients.flatMap((one, index): ClientChange[] => {
    const other = after.clients[index];
    if (other === undefined) return [];
    const named = { client: one.profile.name, from, to };
    const changes: ClientChange[] = [
      { kind: 'breaks', ...named, cells: losses(one, other, 'no') },
      { kind: 'degrades', ...named, cells: losses(one, other, 'degraded') },
      { kind: 'works-again', ...named, cells: losses(other, one, 'no') },
      { kind: 'works-again', ...named, cells: losses(other, one, 'degraded') },
    ];
    return changes.filter(({ cells }) => cells.length > 0).slice(0, 1);
  });
}

/** The versions in which a client works by one answer, and less so by the other, with the reason. */
function losses(
  better: ClientAnswer,
  worse: ClientAnswer,
  wanted: 'degraded' | 'no',
): ClientChange['cells'] {
  const isLatest = better.profile.versions === 'latest';
  return better.versions.flatMap(({ version }) => {
    const state = stateIn(better, version);
    if (state !== 'works' && !(state === 'degraded' && wanted === 'no')) return [];
    const own = isLatest
      ? worse.versions.find(({ answer }) => answer !== 'unused')
      : worse.versions.find((each) => each.version === version);
    if (own !== undefined && stateIn(worse, own.version) === wanted) {
      return [{ version: own.version, why: reasonIn(worse, own.version, wanted) }];
    }
    const isGone = own === undefined && worse.verdict === wanted;
    return isGone ? [{ version, why: worse.why ?? 'it is not offered' }] : [];
  });
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
function reasonIn(client: ClientAnswer, version: Version, wanted: 'degraded' | 'no'): string {
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
