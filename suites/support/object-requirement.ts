import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { Inconclusive, inconclusive, type Mismatch } from '../../harness/violation.js';
import { type Table, tableNamed } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import { samplesOf } from './collect-samples.js';
import type { Sampled } from './samples.js';

/** How a requirement checks a single object. */
export interface ObjectCheck {
  /** Whether it applies to the objects of a table. */
  appliesTo(table: Table): boolean;
  /** The mismatches of an object; undefined if the object has no data to check. */
  judge(object: Sampled, version: Version): readonly Mismatch[] | undefined;
}

/** A requirement that is checked on each object by itself. */
export interface ObjectRequirement extends Requirement {
  ofObject: ObjectCheck;
}

/**
 * Declares a requirement that is checked on each sampled object; inconclusive with `missing` if no
 * object has data to check.
 */
export function objectRequirement({
  missing,
  ...declared
}: Omit<ObjectRequirement, 'check' | 'needs'> &
  Partial<Pick<Requirement, 'needs'>> & { missing: string }): ObjectRequirement {
  const { ofObject } = declared;
  const check = (context: CheckContext) => checkCollected(ofObject, missing, context);
  return { ...requirement({ ...declared, check }), ofObject };
}

async function checkCollected(
  { appliesTo, judge }: ObjectCheck,
  missing: string,
  context: CheckContext,
): Promise<void> {
  const { collected, unread } = await samplesOf(context);
  const judged = collected
    .filter(({ table }) => appliesTo(table))
    .flatMap((object) => {
      const mismatch = judge(object, context.api.version);
      return mismatch === undefined ? [] : [mismatch];
    });
  context.expect.none(judged.flat());
  if (judged.length > 0) return;
  // Data that could not be read may contain the missing objects: report that, not that there are
  // none.
  const unreadable = unread.find(({ source: { resource, form } }) =>
    appliesTo(tableNamed(`${resource}.${form}`)),
  );
  const broken = unread.find(({ why }) => !(why instanceof Inconclusive));
  if (unreadable !== undefined || broken !== undefined) throw (unreadable ?? broken)?.why;
  inconclusive(missing);
}
