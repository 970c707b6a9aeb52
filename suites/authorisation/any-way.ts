import type { Query } from '../../harness/api.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { Role } from '../../harness/role.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { ONE_OF_EACH } from '../support/lists/filtered.js';
import { firstPage, firstRows, GUARDED_COLLECTIONS } from '../support/lists/first-rows.js';
import { rowsOf } from '../support/lists/list.js';
import { ownValue } from '../support/lists/selection.js';
import { bundlesOf, isPrivate } from '../support/private-bundles.js';
import { readable } from '../support/readable.js';
import { asControl, isRefused, REFUSALS } from '../support/refusal.js';

/** A query that would return a given object of a list. */
interface Way {
  parameter: string;
  query(row: Seen): Query | undefined;
}

/** The parameters that every list accepts. */
const COMMON: readonly Way[] = [
  { parameter: 'q', query: (row) => text('q', at(row, 'name').value ?? at(row, 'username').value) },
  { parameter: 'order', query: () => ({ order: '-id', per_page: 100 }) },
];

/** The filters that would return a bundle. */
const FILTERS: readonly Way[] = ONE_OF_EACH.filter(({ list }) => list === 'bundles').map(
  (filter) => ({
    parameter: filter.name,
    query: (row) => text(filter.filter.parameter, ownValue(filter, row)),
  }),
);

/** All queries that would return a bundle. */
const WAYS: readonly Way[] = [
  ...FILTERS,
  ...COMMON,
  // The last public bundle is there: a private one may follow it.
  { parameter: 'the second page', query: () => undefined },
];

/** The roles that must not see a private bundle of `user`, with queries. */
const FOREIGN: readonly { role: Role; way: Way }[] = WAYS.flatMap((way) => [
  { role: 'anonymous', way },
  { role: 'other', way },
]);

const GUARDED_WAYS: readonly Way[] = [
  ...COMMON,
  { parameter: 'page', query: () => ({ page: 1, per_page: 100 }) },
];

const GUARDED = GUARDED_COLLECTIONS.flatMap((path) => GUARDED_WAYS.map((way) => ({ path, way })));

/** Protected data requested by every query that could return it. */
export const anyWay: readonly Requirement[] = [
  requirement({
    id: 'auth.bundle.private.any-way',
    says: 'A private bundle is visible only to its owner, also with filters, `q`, `order` and on later pages',
    spec: 'Bundle',
    needs: ['user'],
    consequence: 'Private bundles are visible to callers who filter, search or sort the list.',
    async check({ api, expect }) {
      const privates = (await bundlesOf(api, 'user')).filter(isPrivate);
      const [row] = privates;
      if (row === undefined) {
        return inconclusive('no private bundle among the first bundles of the role `user`');
      }
      const ids = privates.map(idOf);
      const asked = await Promise.all(
        FOREIGN.map(({ role, way }) =>
          // A role that is not configured is left out.
          readable(async () => {
            const stranger = api.as(role);
            // The plain list has a requirement of its own.
            const plain = (await firstRows(stranger, 'bundles/')).map(idOf);
            if (ids.some((id) => plain.includes(id))) return [];
            const query = way.query(row) ?? { page: 2, per_page: Math.max(1, plain.length - 1) };
            const answer = await stranger.get('bundles/', { query });
            const shown = rowsOf(answer).filter((each) => ids.includes(idOf(each)));
            return [{ role, way, shown }];
          }),
        ),
      );
      expect.each(asked.flat(), ALREADY_SHOWN, ({ role, way, shown }) =>
        expect.none(shown.map((each) => exposed(each, role, way))),
      );
    },
  }),
  requirement({
    id: 'auth.guarded.any-way',
    says: 'People and users are refused to unauthenticated callers, also with `q`, `order` and `page`',
    spec: 'Authentication',
    needs: ['signed-in'],
    consequence: 'Anonymous callers can collect people and their e-mail addresses.',
    async check({ api, expect }) {
      const asked = await Promise.all(
        GUARDED.map(async ({ path, way }) => {
          const [row] = await firstRows(api, path);
          asControl(await firstPage(api, path), 'an authenticated caller');
          // The plain list has a requirement of its own.
          if (!isRefused(await api.get(path)) || row === undefined) return [];
          return [await api.get(path, { query: way.query(row) ?? {} })];
        }),
      );
      expect.each(asked.flat(), ALREADY_SHOWN, (answer) => expect.status(answer, ...REFUSALS));
    },
  }),
];

const ALREADY_SHOWN = 'the plain list already returns the data';

function text(parameter: string, value: unknown): Query | undefined {
  return typeof value === 'string' && value !== '' ? { [parameter]: value } : {};
}

function idOf(row: Seen): unknown {
  return at(row, 'id').value;
}

function exposed(row: Seen, role: Role, { parameter }: Way): Mismatch {
  const expected = `not to be listed for ${role}`;
  return {
    message: `private bundle ${idOf(row)} is listed for \`${role}\`, who does not own it (query: ${parameter})`,
    pointer: row.at.pointer,
    expected,
    received: { id: idOf(row), public: at(row, 'public').value },
    exchange: row.at.exchange,
  };
}
