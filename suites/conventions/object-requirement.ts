import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { Inconclusive, inconclusive, type Mismatch } from '../../harness/violation.js';
import { type Table, tableNamed } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import { samplesOf } from './collect-samples.js';
import type { Sampled } from './samples.js';

/** How a requirement judges an object by itself, whatever else the instance shows. */
export interface ObjectJudge {
  /** Whether it has anything to say of the objects of a table. */
  speaksOf(table: Table): boolean;
  /** What departs in an object; undefined where the object shows nothing that could. */
  judge(object: Sampled, version: Version): readonly Mismatch[] | undefined;
}

/** A requirement that speaks of each object by itself. */
export interface ObjectRequirement extends Requirement {
  ofObject: ObjectJudge;
}

/**
 * Declares a requirement that holds if it holds of each object that the samples has met, and that is
 * inconclusive with `missing` where none shows what it speaks of.
 */
export function objectRequirement({
  missing,
  ...declared
}: Omit<ObjectRequirement, 'check' | 'needs'> &
  Partial<Pick<Requirement, 'needs'>> & { missing: string }): ObjectRequirement {
  const { ofObject } = declared;
  const check = (context: CheckContext) => judgeMet(ofObject, missing, context);
  return { ...requirement({ ...declared, check }), ofObject };
}

async function judgeMet(
  { speaksOf, judge }: ObjectJudge,
  missing: string,
  context: CheckContext,
): Promise<void> {
  const { met, unread } = await samplesOf(context);
  const judged = met
    .filter(({ table }) => speaksOf(table))
    .flatMap((object) => {
      const mismatch = judge(object, context.api.version);
      return mismatch === undefined ? [] : [mismatch];
    });
  context.expect.none(judged.flat());
  if (judged.length > 0) return;
  // What could not be read may hold what is missing: say that, not that there is none.
  const unreadable = unread.find(({ source: { resource, form } }) =>
    speaksOf(tableNamed(`${resource}.${form}`)),
  );
  const broken = unread.find(({ why }) => !(why instanceof Inconclusive));
  if (unreadable !== undefined || broken !== undefined) throw (unreadable ?? broken)?.why;
  inconclusive(missing);
}
