import { groupedBy } from '../../harness/grouped-by.js';
import type { Report, Result } from '../../harness/report.js';
import { endpointOf } from '../../specification/endpoint-of-request.js';
import type { Item } from '../document.js';
import { markOf } from './signs.js';
import { inOrder, several, versionRange } from './words.js';

/** The characters of an id (schemas/report.schema.json). */
const LONGEST_ID = 200;

/** Requirements that could not be checked, and the failing requirement that hides them, if one is known to. */
interface Unchecked extends Item {
  ids: string[];
  cause: string | undefined;
}

/**
 * What is inconclusive and what was skipped, by what stands in the way, the most frequent first; without what a
 * baseline expects. What one failure hides is one item, whatever each check says. `noun` is what is counted.
 */
export function uncheckedItems(report: Report, noun = 'requirement'): Unchecked[] {
  const causeOf = causesOf(report);
  return (['inconclusive', 'skipped'] as const).flatMap((verdict) => {
    const own = report.results.filter(
      (each) => each.verdict === verdict && each.expected === undefined,
    );
    const whyOf = (result: Result) => {
      const { reason = 'no reason given', values } = result;
      const cause = causeOf(result);
      const see = values?.requirement ? ` (see ${values.requirement})` : '';
      return cause === undefined ? `: ${reason}${see}` : ` because ${cause} fails`;
    };
    const groups = groupedBy(own, (result) => causeOf(result) ?? obstacleOf(result));
    // Nobody can tell two lines with the same words apart.
    return groupedBy(groups, ([first]) => whyOf(first))
      .map((alike) => {
        const group = alike.flat();
        const ids = [...new Set(group.map(({ requirement }) => requirement))];
        const [[first]] = alike;
        const cause = causeOf(first);
        const why = whyOf(first);
        const text = `${several(ids.length, noun)} ${verdict} in ${rangeOf(group)}${why}`;
        return { mark: markOf(verdict), text, ids, cause };
      })
      .sort((a, b) => b.ids.length - a.ids.length);
  });
}

/** The failing requirement that hides a result: that which its reason names, that it is a part of, or a part of it. */
function causesOf({ results }: Report): (result: Result) => string | undefined {
  const failing = results.filter(({ verdict }) => verdict === 'fail');
  const ids = new Set(failing.map(({ requirement }) => requirement));
  const parts = new Map<string, string>();
  for (const id of ids) {
    for (const whole of wholesOf(id)) if (!parts.has(whole)) parts.set(whole, id);
  }
  return ({ verdict, values }) => {
    if (verdict !== 'inconclusive' || values?.requirement === undefined) return undefined;
    const id = `${values.requirement}`;
    if (ids.has(id)) return id;
    return wholesOf(id).find((each) => ids.has(each)) ?? parts.get(id);
  };
}

/** The requirements that one is a part of, the nearest first: `a.b` and `a` of `a.b.c`. */
function wholesOf(id: string): string[] {
  // No id is longer, whatever a stored report names.
  const names = id.slice(0, LONGEST_ID).split('.');
  return names.map((_, index) => names.slice(0, -1 - index).join('.')).slice(0, -1);
}

/** The reason, but for the ids of objects, which are others in each version. */
function obstacleOf({ reason, code, values }: Result): unknown {
  if (values?.requirement !== undefined) return [code, values];
  const [method, path] = `${values?.request ?? ''}`.split(' ');
  if (method === undefined || path === undefined) return reason;
  return [endpointOf(method, `/${path}`), values?.status];
}

/** Every version in which something was found. */
function rangeOf(group: readonly Result[]): string {
  return versionRange(inOrder(group.map(({ version }) => version)));
}
