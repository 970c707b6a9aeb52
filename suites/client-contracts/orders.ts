import type { CheckContext } from '../../harness/check-context.js';
import type { Requirement } from '../../harness/requirement.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed } from '../../specification/lists.js';
import { knownOf } from '../support/lists/list.js';
import { listMismatches } from '../support/lists/prediction.js';
import { ask, PLAIN } from '../support/lists/query.js';
import { contract } from './contract.js';

/** The orders that clients ask for, each of the list that they ask for it. */
export const clientOrders: readonly Requirement[] = [
  contract({
    id: 'client.patch.order',
    says: '`order=-date` lists the newest patches first',
    source: 'b4 src/b4/review/_review.py; git-pw git_pw/patch.py',
    breaks: ['git-pw', 'b4'],
    compares: 'list',
    consequence: 'A maintainer who looks at the first page is shown the oldest patches.',
    check: (context) => expectOrder(context, 'patches', '-date'),
  }),
  contract({
    id: 'client.series.order',
    says: '`order=-id` and `order=-date` list the newest series first',
    source: 'git-pw git_pw/series.py; snowpatch src/patchwork.rs; pw-ci pw_mon',
    breaks: ['git-pw', 'snowpatch', 'pw-ci'],
    compares: 'list',
    consequence: 'A CI system that reads the first page tests the oldest series again.',
    async check(context) {
      await expectOrder(context, 'series', '-id');
      await expectOrder(context, 'series', '-date');
    },
  }),
  contract({
    id: 'client.bundle.order',
    says: '`order=name` lists bundles by name',
    source: 'git-pw git_pw/bundle.py',
    breaks: ['git-pw'],
    compares: 'list',
    consequence: '`git-pw bundle list` is not sorted.',
    check: (context) => expectOrder(context, 'bundles', 'name'),
  }),
];

async function expectOrder(context: CheckContext, list: string, order: string): Promise<void> {
  const known = await knownOf(listNamed(list), context);
  const query = { ...PLAIN, size: known.whole ? LARGEST_PAGE : PLAIN.size, order };
  const answer = await ask(known, query);
  context.api.note(answer);
  const wrong = listMismatches(query, known, answer).filter(({ matter }) => matter !== 'count');
  context.expect.none(wrong);
}
