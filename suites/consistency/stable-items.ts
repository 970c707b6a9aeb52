import { unlike } from '../../harness/expect.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical } from '../support/comparison.js';
import { idOf } from '../support/lists/first-rows.js';
import { formsSeenTwice, seenTwice } from '../support/lists/returned-twice.js';

const NOTHING_TWICE = 'no item was returned by two requests of the same list';
const SPEC = 'Conventions';

/** A list returns an object in the same form for every query. */
export const stableItems: readonly Requirement[] = [
  requirement({
    id: 'conv.list.same-fields',
    says: 'Fields are never omitted: an item has the same fields on each page, with each filter and in each order',
    spec: SPEC,
    compares: 'list',
    consequence: 'A client finds a field with one query and misses it with another.',
    async check(context) {
      const collected = await seenTwice(context);
      await formsSeenTwice(context);
      if (collected.length === 0) inconclusive(NOTHING_TWICE);
      const wrong = collected.flatMap(({ known, row, plain, lacking }) => {
        const what = `${lacking.map((name) => `\`${name}\``).join(', ')} of id ${idOf(row)} in ${known.path}`;
        return lacking.length === 0
          ? []
          : [unlike(row, what, `the same fields as in ${canonical(plain.value)}`)];
      });
      context.expect.none(wrong);
    },
  }),
  requirement({
    id: 'conv.list.same-rows',
    says: 'An item of a list has the same values on each page, with each filter and in each order',
    spec: SPEC,
    level: 'should',
    compares: 'list',
    consequence: 'A client that filters, sorts or pages sees other values than one that does not.',
    async check(context) {
      const collected = await seenTwice(context);
      if (collected.length === 0) inconclusive(NOTHING_TWICE);
      const other = collected.filter(({ isSame }) => !isSame);
      context.expect.none(
        other.map(({ known, row, plain }) => {
          const what = `id ${idOf(row)} of ${known.path}, in another response`;
          return unlike(row, what, canonical(plain.value));
        }),
      );
    },
  }),
];
