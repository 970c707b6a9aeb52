import type { Where } from '../../../harness/check-context.js';
import type { Seen } from '../../../harness/place.js';
import type { SettledForm } from '../../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { firstRows } from './first-rows.js';
import type { KnownItems } from './list.js';
import { isTelling, PLAIN } from './query.js';
import { ownValue, selectedBy } from './selection.js';

/** A value that selects up to this many items fits on a short page. */
const FEW = 8;

/**
 * The values to send with a filter, best first. Each excludes an item that is returned without it.
 */
export async function valuesFor(
  filter: SettledForm,
  known: KnownItems,
  { api }: Where,
): Promise<string[]> {
  if (filter.value === 'time') return timesFor(filter, known);
  const own = ownValues(filter, known.rows);
  const shown = known.whole ? known.front : known.front.slice(0, PLAIN.size);
  const isUsable = (value: string) =>
    shown.some((row) => selectedBy({ filter, value }, row) === false) &&
    // Case-sensitivity has a requirement of its own.
    own.every((other) => other === value || other.toLowerCase() !== value.toLowerCase());
  const rankOf = (value: string) => {
    const { length } = known.rows.filter((row) => selectedBy({ filter, value }, row) === true);
    // Characters that are escaped in a query.
    const isOdd = /[^\w.@-]/.test(value);
    // Detects an instance that compares prefixes, and takes writer1@ for writer10@.
    const beginning = value.replace(/@.*/s, '');
    const isBegun = own.some((other) => other !== value && other.startsWith(beginning));
    return FEW * (Number(isOdd) + Number(isBegun)) + (length > FEW ? 0 : length);
  };
  const ranked = own
    .filter(isUsable)
    .map((value) => ({ value, rank: rankOf(value) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ value }) => value);
  if (ranked.length > 0 || filter.reads[0] !== 'project') return ranked;
  // If all items are of one project, another project selects none of them.
  const ofProject = { ...filter, reads: filter.reads.slice(1) };
  return ownValues(ofProject, await firstRows(api, 'projects/')).filter(isUsable);
}

/** Times between those of items, so that one is older and one is newer; those of the first items come first. */
function timesFor(filter: SettledForm, known: KnownItems): string[] {
  const near = ownValues(filter, known.front.slice(0, PLAIN.size)).sort();
  const times = [...near, ...ownValues(filter, known.front).sort()];
  return times.filter((value) =>
    isTelling({ given: [{ filter, value }], size: LARGEST_PAGE }, known),
  );
}

/** The values by which a filter selects some of these items. */
export function ownValues(filter: SettledForm, rows: readonly Seen[]): string[] {
  return [...new Set(rows.flatMap((row) => ownValue(filter, row) ?? []))];
}
