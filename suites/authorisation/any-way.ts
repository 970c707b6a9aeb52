import type { Query } from '../../harness/api.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, type Seen, valueAt } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, isNotInVersion } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { exposed } from '../support/exposures.js';
import { firstPage, firstRows, GUARDED_COLLECTIONS, idOf } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { ONE_OF_EACH } from '../support/lists/filtered.js';
import { ownValue } from '../support/lists/query.js';
import { NO_PRIVATE, ownPrivates } from '../support/private-bundles.js';
import { readable } from '../support/readable.js';
import { asControl, REFUSALS } from '../support/refusal.js';
import { AS_CURL } from '../support/request-variants.js';

const FILTERS = ONE_OF_EACH.filter(({ list }) => list === 'bundles');

/** Protected data requested by every query that could return it. */
export const anyWay: readonly Requirement[] = [
  requirement({
    id: 'auth.bundle.private.any-way',
    says: 'A private bundle is visible only to its owner, also with filters, `q`, `order`, on later pages, and without a query or a version',
    spec: 'Bundle',
    needs: ['user'],
    consequence: 'Private bundles are visible to callers who filter, search or sort the list.',
    async check({ api, instance, expect }) {
      const privates = await ownPrivates({ api, instance });
      const [bundle] = privates;
      if (bundle === undefined) return inconclusive(NO_PRIVATE);
      const ids = privates.map(idOf);
      const alone = FILTERS.map((form) => query(form.filter.parameter, ownValue(form, bundle)));
      const lists: Answer[] = [];
      for (const role of ['anonymous', 'other', 'maintainer'] as const) {
        if (role === 'maintainer') {
          // The role `user` may be the account of a maintainer, who then owns these bundles.
          const [own] = await readable(async () => [await instance.ownId(role)]);
          if (own === undefined || valueAt(bundle, 'owner', 'id') === own) continue;
        }
        const caller = api.as(role);
        // A role is left out if it is not configured.
        const [plain] = await readable(async () => [await firstRows(caller, 'bundles/')]);
        if (plain === undefined) continue;
        const queries = [
          ...alone,
          Object.assign({}, ...alone, search(bundle), { order: 'id' }),
          // The last public bundle is on the second page: a private one may follow it.
          { page: 2, per_page: Math.max(1, plain.length - 1) },
        ];
        const answers = [
          ...queries.map((each) => caller.get('bundles/', { query: each })),
          // As curl asks, without `per_page`; and at the address without a version, which may have a view of its own.
          caller.get('bundles/', AS_CURL),
          caller.unversioned().get('bundles/'),
        ];
        lists.push(...(await Promise.all(answers)));
      }
      const answered = lists.filter(({ status }) => status === 200);
      expect.each(answered, 'no list of bundles was returned to another caller', (answer) => {
        const shown = rowsOf(answer).filter((row) => ids.includes(idOf(row)));
        const whom = `\`${answer.role}\` by ${named(answer)}`;
        expect.none(
          shown.map((row) => exposed(row, whom)),
          0,
        );
      });
    },
  }),
  requirement({
    id: 'auth.guarded.any-way',
    says: 'People and users are refused to unauthenticated callers, also with `q`, `order` and `page`',
    spec: 'Authentication',
    needs: ['signed-in'],
    consequence: 'Anonymous callers can collect people and their e-mail addresses.',
    async check({ api, expect }) {
      for (const path of GUARDED_COLLECTIONS) {
        const control = await firstPage(api, path);
        if (isNotInVersion(control)) continue;
        asControl(control, 'an authenticated caller');
        const [row] = await firstRows(api, path);
        if (row === undefined) continue;
        const queried = { ...search(row), order: 'id', page: 1 };
        expect.status(await api.get(path, { query: queried }), ...REFUSALS);
      }
    },
  }),
];

/** A search that the object matches. */
function search(row: Seen): Query {
  return query('q', at(row, 'name').value ?? at(row, 'username').value);
}

function query(parameter: string, value: unknown): Query {
  const isSent = typeof value === 'string' && value !== '';
  return { ...(isSent ? { [parameter]: value } : {}), per_page: LARGEST_PAGE };
}
