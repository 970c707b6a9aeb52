import type { Query } from '../../harness/api.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { Role } from '../../harness/role.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { firstPage, firstRows, GUARDED_COLLECTIONS } from '../conventions/sources.js';
import { ONE_OF_EACH } from '../filters/alone.js';
import { rowsOf } from '../lists/list.js';
import { rotated } from '../lists/rotation.js';
import { ownValue } from '../lists/selection.js';
import { bundlesOf, isPrivate } from './private.js';
import { asControl, isTurnedAway, REFUSALS } from './refusal.js';

/** Something that a list is asked for, so that an object of it would be shown. */
interface Way {
  parameter: string;
  query(row: Seen): Query | undefined;
}

/** What every list takes. */
const COMMON: readonly Way[] = [
  { parameter: 'q', query: (row) => text('q', at(row, 'name').value ?? at(row, 'username').value) },
  { parameter: 'order', query: () => ({ order: '-id', per_page: 100 }) },
];

/** The filters that lead to a bundle. */
const FILTERS: readonly Way[] = ONE_OF_EACH.filter(({ list }) => list === 'bundles').map(
  (filter) => ({
    parameter: filter.name,
    query: (row) => text(filter.filter.parameter, ownValue(filter, row)),
  }),
);

/** Everything that leads to a bundle. */
const WAYS: readonly Way[] = [
  ...FILTERS,
  ...COMMON,
  // The last public bundle stands there: one that is shown to nobody else may stand behind it.
  { parameter: 'the second page', query: () => undefined },
];

/** Everybody who must not see a private bundle of the role user, by each way; another user who signs in is like the first. */
const FOREIGN: readonly { role: Role; way: Way }[] = [
  ...WAYS.flatMap((way) => [
    { role: 'anonymous' as const, way },
    { role: 'other' as const, way },
  ]),
  ...FILTERS.map((way) => ({ role: 'maintainer' as const, way })),
];

const GUARDED_WAYS: readonly Way[] = [
  ...COMMON,
  { parameter: 'page', query: () => ({ page: 1, per_page: 100 }) },
];

const GUARDED = GUARDED_COLLECTIONS.flatMap((path) => GUARDED_WAYS.map((way) => ({ path, way })));

/** What must not be shown, asked for by each way that leads to it; each once in a run. */
export const anyWay: readonly Requirement[] = [
  requirement({
    id: 'auth.bundle.private.any-way',
    says: 'A private bundle is visible only to its owner, whatever the list is asked for: filters, `q`, `order`, pages',
    spec: 'Bundle',
    level: 'must',
    versions: ALL,
    needs: ['user'],
    consequence: 'What somebody collected in private is shown to whoever filters the list.',
    async check({ api, instance, expect }) {
      const privates = (await bundlesOf(api, 'user')).filter(isPrivate);
      const [row] = privates;
      if (row === undefined) {
        return inconclusive('none of the first bundles that the role user is shown is private');
      }
      const ids = privates.map(idOf);
      const asked = await Promise.all(
        rotated(FOREIGN, { api, instance }).map(({ role, way }) =>
          // Nothing of a role that is not given.
          readable(async () => {
            const stranger = api.as(role);
            // What the plain list shows to the role is judged by a row of its own.
            const plain = (await firstRows(stranger, 'bundles/')).map(idOf);
            if (ids.some((id) => plain.includes(id))) return [];
            const query = way.query(row) ?? { page: 2, per_page: Math.max(1, plain.length - 1) };
            const answer = await stranger.get('bundles/', { query });
            const shown = rowsOf(answer).filter((each) => ids.includes(idOf(each)));
            return [{ role, way, shown }];
          }),
        ),
      );
      expect.each(asked.flat(), NO_TURN, ({ role, way, shown }) =>
        expect.none(shown.map((each) => exposed(each, role, way))),
      );
    },
  }),
  requirement({
    id: 'auth.guarded.any-way',
    says: 'People and users are refused to a caller that does not sign in, whatever the list is asked for',
    spec: 'Authentication',
    level: 'must',
    versions: ALL,
    needs: ['signed-in'],
    consequence: 'Anybody can collect people and their addresses by asking for a page of them.',
    async check({ api, instance, expect }) {
      const asked = await Promise.all(
        rotated(GUARDED, { api, instance }).map(async ({ path, way }) => {
          const [row] = await firstRows(api, path);
          asControl(await firstPage(api, path), 'a caller that signs in');
          // What the plain list answers is judged by a row of its own.
          if (!isTurnedAway(await api.get(path)) || row === undefined) return [];
          return [await api.get(path, { query: way.query(row) ?? {} })];
        }),
      );
      expect.each(asked.flat(), NO_TURN, (answer) => expect.status(answer, ...REFUSALS));
    },
  }),
];

const NO_TURN = 'none of the ways has its turn in this version, or they are shown to everybody';

function text(parameter: string, value: unknown): Query | undefined {
  return typeof value === 'string' && value !== '' ? { [parameter]: value } : {};
}

function idOf(row: Seen): unknown {
  return at(row, 'id').value;
}

function exposed(row: Seen, role: Role, { parameter }: Way): Mismatch {
  const expected = `not to be listed to the role ${role}`;
  return {
    message: `by ${parameter}: bundle ${idOf(row)} is private and listed to the role ${role}, whose it is not`,
    pointer: row.at.pointer,
    expected,
    received: { id: idOf(row), public: at(row, 'public').value },
    exchange: row.at.exchange,
  };
}
