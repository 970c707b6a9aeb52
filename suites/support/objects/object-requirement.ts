import type { CheckContext } from '../../../harness/check-context.js';
import { type Declared, requirement } from '../../../harness/requirement.js';
import { Inconclusive, inconclusive } from '../../../harness/violation.js';
import { tableNamed } from '../../../specification/tables.js';
import { type Samples, samplesOf } from './samples.js';
import { scanOf } from './scan.js';
import { type ObjectCheck, type ObjectRequirement, Tally } from './tally.js';

/**
 * Declares a requirement that is checked on each object of a run: the samples of a version and, with
 * `--exhaustive` or `--sample`, the items of whole lists. Inconclusive with `missing` if no object has data to
 * check.
 */
export function objectRequirement({
  missing,
  ...declared
}: Omit<Declared, 'check'> &
  Pick<ObjectRequirement, 'objects'> & {
    missing: string;
  }): ObjectRequirement {
  const { objects } = declared;
  const check = async (context: CheckContext) => {
    const samples = await samplesOf(context);
    const scan = await scanOf(context);
    const tally = scan?.tallies.get(objects) ?? new Tally(objects, context.api.version);
    // A scan has checked the samples as well.
    const own = scan === undefined ? [...samples.objects, ...samples.hidden] : [];
    for (const object of own) if (tally.appliesTo(object.table)) tally.add(object);
    const { judged, mismatches } = tally;
    context.expect.none(mismatches, judged);
    if (judged > 0) return;
    const why = unreadWhy(samples, objects);
    if (why !== undefined) throw why;
    inconclusive(missing);
  };
  return { ...requirement({ ...declared, scans: true, check }), objects };
}

/** Data that could not be read may contain the missing objects: report that, not that there are none. */
function unreadWhy({ unread }: Samples, { appliesTo }: ObjectCheck): unknown {
  const own = unread.find(({ origin: { resource, form } }) =>
    appliesTo(tableNamed(`${resource}.${form}`)),
  );
  return (own ?? unread.find((each) => !(each.why instanceof Inconclusive)))?.why;
}
