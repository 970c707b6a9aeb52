import type { Version } from '../../specification/versions.js';
import type { ClientChange } from '../comparison/comparison.js';
import type { ClientAnswer, ClientAnswers } from './answer.js';

/** The clients that worked with one instance and do not with another, or the reverse. */
export function changedClients(
  [from, before]: [name: string, answers: ClientAnswers],
  [to, after]: [name: string, answers: ClientAnswers],
): ClientChange[] {
  return before.clients.flatMap((one, index): ClientChange[] => {
    const other = after.clients[index];
    if (other === undefined) return [];
    const client = one.profile.name;
    const broken = losses(one, other);
    if (broken.length > 0) return [{ kind: 'breaks', client, from, to, cells: broken }];
    const fixed = losses(other, one);
    return fixed.length > 0 ? [{ kind: 'works-again', client, from, to, cells: fixed }] : [];
  });
}

/** The versions in which a client works by one answer and does not by the other, with the reason. */
function losses(working: ClientAnswer, broken: ClientAnswer): ClientChange['cells'] {
  const isLatest = working.profile.versions === 'latest';
  const used = working.versions.filter(({ answer }) => answer === 'yes' || answer === 'degraded');
  return used.flatMap(({ version }) => {
    const own = isLatest
      ? broken.versions.find(({ answer }) => answer !== 'unused')
      : broken.versions.find((each) => each.version === version);
    if (own?.answer === 'no') return [{ version: own.version, why: whyNot(broken, own.version) }];
    const isGone = own === undefined && broken.verdict === 'no';
    return isGone ? [{ version, why: broken.why ?? 'it is not offered' }] : [];
  });
}

/** The first reason for which a need is not met in a version. */
function whyNot({ needs }: ClientAnswer, version: Version): string {
  const unmet = needs.flatMap(({ answers }) =>
    answers.filter((each) => each.version === version && each.answer === 'no'),
  );
  return unmet[0]?.why ?? 'a need is not met';
}
