import type { CheckContext } from '../../harness/check-context.js';
import { unlike } from '../../harness/expect.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { canonical, withoutEmails } from '../consistency/comparison.js';
import { ask, type Place, placeOf } from './asking.js';
import { isCombined } from './combinations.js';
import { rowsOf } from './judging.js';
import type { Probes } from './outcomes.js';
import { everyProbes } from './probes.js';

/** What a list shows of an object is no matter of how the list was asked for. */
export const filteredAlike: Requirement = requirement({
  id: 'filter.same-rows',
  says: 'A filter or an order chooses objects and does not change what is shown of them',
  spec: 'Common list query parameters',
  level: 'should',
  versions: ALL,
  consequence: 'A client that filters a list shows other things than one that reads it as it is.',
  async check(context) {
    const lists = await Promise.all(
      (await everyProbes(context)).map((probes) => metTwice(probes, context)),
    );
    if (lists.every(({ pairs }) => pairs.length === 0)) {
      inconclusive('no row was met with a filter and without one');
    }
    const mismatches = await Promise.all(lists.map(stillDiffering));
    context.expect.none(mismatches.flat());
  },
});

/** A row as the plain list shows it, and as the list shows it that was asked for something. */
interface Pair {
  plain: Seen;
  asked: Seen;
}

/** A list, and its rows that were met both ways. */
interface MetTwice {
  place: Place;
  pairs: readonly Pair[];
}

async function metTwice(probes: Probes, { api, instance }: CheckContext): Promise<MetTwice> {
  const { path } = await placeOf(probes.list, api.unnoted(), instance);
  const place = { api: probes.api, path };
  const plain = new Map(probes.rows.map((row) => [at(row, 'id').value, row]));
  // What filters show that were asked for alone has been read already.
  const alone = [...probes.outcomes.values()].flatMap((outcome) =>
    outcome.holds && !isCombined(outcome.chosen.filter) ? [outcome.chosen] : [],
  );
  const answers = await Promise.all(alone.map((chosen) => ask(place, [chosen], {})));
  const rows = [...probes.ordered.flatMap((each) => each.rows), ...answers.flatMap(rowsOf)];
  const pairs = rows.flatMap((asked): Pair[] => {
    const known = plain.get(at(asked, 'id').value);
    return known === undefined ? [] : [{ plain: known, asked }];
  });
  return { place, pairs };
}

/** What differs of rows that the plain list, asked once more, shows as it did before. */
async function stillDiffering({ place: { api, path }, pairs }: MetTwice): Promise<Mismatch[]> {
  const differing = pairs.filter(({ plain, asked }) => shownOf(plain) !== shownOf(asked));
  if (differing.length === 0) return [];
  const again = await api.list(path, { per_page: LARGEST_PAGE - 1 });
  const now = new Set(again.map(shownOf));
  return differing
    .filter(({ plain }) => now.has(shownOf(plain)))
    .map(({ plain, asked }) => {
      const what = `id ${at(asked, 'id').value} of ${path}, asked for with a filter or an order`;
      return unlike(asked, what, shownOf(plain));
    });
}

function shownOf({ value }: Seen): string {
  return canonical(withoutEmails(value));
}
