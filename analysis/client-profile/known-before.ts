import type { Version } from '../../specification/versions.js';
import { isComparable, looksAsDeep } from '../comparison/depth.js';
import { resultIn, type Side } from '../comparison/side.js';
import type { Answer, AnsweredNeed, ClientAnswer, ClientAnswers } from './answer.js';
import { fieldAnswer, resultOn } from './answer-need.js';
import { behind } from './broken-clients.js';
import type { Need } from './profile.js';
import { basesOf } from './vocabulary.js';

/** The answers for one instance. */
export interface Answered {
  /** The name of its report. */
  name: string;
  answers: ClientAnswers;
  /** The report itself, client contracts included. */
  side: Side;
}

/** How a client does not work, or only in part. */
export type Loss = Extract<Answer, 'no' | 'degraded'>;

/** A version of a report in which a client does not work, or only in part. */
export interface LossIn {
  worse: Answered;
  /** Of the client, in the lists of answers. */
  index: number;
  version: Version;
  loss: Loss;
}

/**
 * Whether something that a client lacks by one report is known to have been there by another one, of which the nearest
 * that tells of it decides: it was tested there, and by requests that show what is missing.
 */
export function isKnownOf(lost: LossIn, others: readonly Answered[]): boolean {
  const { worse, index, loss, version } = lost;
  const { needs = [], interrupted } = worse.answers.clients[index] ?? {};
  const isMissing = ({ answers }: AnsweredNeed) =>
    answers.some((each) => each.version === version && each.answer === loss);
  const wasThere = (other: Answered) =>
    other.answers.clients[index]?.interrupted?.answer === loss
      ? false
      : looksAsDeep(other.side.report, worse.side.report) || undefined;
  return (
    (interrupted?.answer === loss && decided(others, wasThere)) ||
    needs.some(
      (need, at) => isMissing(need) && decided(others, (other) => hadNeed(other, lost, need, at)),
    )
  );
}

function decided(
  others: readonly Answered[],
  says: (other: Answered) => boolean | undefined,
): boolean {
  return others.map(says).find((said) => said !== undefined) ?? false;
}

/** Whether a need was met by a report; undefined if that is not known, or cannot be compared. */
function hadNeed(
  other: Answered,
  { worse, index, version, loss }: LossIn,
  need: AnsweredNeed,
  at: number,
): boolean | undefined {
  const client = other.answers.clients[index];
  const own = client && versionUsed(client, version);
  const answer = client?.needs[at]?.answers.find((each) => each.version === own)?.answer;
  if (answer === loss || answer === 'no') return false;
  // What the client did not use in an older version, it did not lack there.
  const wasMet = answer === 'yes' || answer === 'degraded' || answer === 'unneeded';
  return wasMet && canBeHeld(need, version, worse.side, other.side) ? true : undefined;
}

/** The version in which a client used an instance: that which is the latest there, or the same. */
function versionUsed({ profile, versions }: ClientAnswer, version: Version): Version | undefined {
  if (profile.versions !== 'latest') return version;
  return versions.find(({ answer }) => answer !== 'unused')?.version;
}

/** Whether a need that was met by one report and is not by another can be held against it, as results are. */
function canBeHeld(need: Need, version: Version, worse: Side, better: Side): boolean {
  if (looksAsDeep(better.report, worse.report)) return true;
  const ids = behind(need);
  return basesOf(need).some((basis) => {
    const isField = basis.by === 'field';
    if (isField && isNowhere(basis, worse, version)) return true;
    return ids.some((id) => {
      const fields = isField ? [basis.field] : basis.fields;
      const result = resultOn(fields, resultIn(worse, id, version));
      return result !== undefined && isComparable(better.report, { report: worse.report, result });
    });
  });
}

/** Whether no object has a field: one that only some lack may lack it where the other run did not look. */
function isNowhere(
  basis: Parameters<typeof fieldAnswer>[0],
  { report: { fields } }: Side,
  version: Version,
): boolean {
  const { resource, form, field } = basis;
  const isSometimes = fields.some(
    (each) =>
      each.resource === resource &&
      each.form === form &&
      each.field === field &&
      each.version === version &&
      each.seen === 'sometimes',
  );
  return !isSometimes && fieldAnswer(basis, fields, version).answer === 'no';
}
