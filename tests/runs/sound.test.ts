import { expect, test } from 'vitest';
import {
  changeField,
  withBehaviour,
  withBody,
  wrapRoute,
} from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { authorisation } from '../../suites/authorisation/authorisation.js';
import { judged, type Wanted } from '../../tools/proof/evaluation.js';
import { idsWith } from '../ids-with.js';
import { withInstance } from './instance.js';

/** What is run on a sound instance that is out of the ordinary, and what it must not be blamed for. */
interface Case {
  change?: (behaviour: Behaviour) => void;
  wanted: Wanted | ((roles: Reference['roles']) => Wanted);
  /** A requirement that is skipped; without it, none is. */
  skipped?: string;
  /** All that is inconclusive. */
  inconclusive?: readonly string[];
  passes: string;
}

const PAGING: Wanted = { only: ['page.*'], versions: ['1.2'] };

const CASES: readonly (readonly [what: string, Case])[] = [
  [
    'nobody signs in',
    {
      wanted: { credentials: {}, versions: ['1.3'] },
      skipped: 'user.fields',
      passes: 'user.types',
    },
  ],
  [
    'a token is known only',
    {
      wanted: ({ user: { token } }) => ({
        only: ['authorisation'],
        versions: ['1.3'],
        credentials: { user: { token } },
      }),
      skipped: 'auth.basic',
      passes: 'auth.bundle.private.owner',
    },
  ],
  [
    'names and passwords are known only',
    {
      wanted: (roles) => ({
        only: ['authorisation'],
        versions: ['1.3'],
        credentials: Object.fromEntries(
          Object.entries(roles).map(([role, { name, password }]) => [role, { name, password }]),
        ),
      }),
      passes: 'auth.wrong-token',
    },
  ],
  [
    'there is no private bundle',
    {
      change: (behaviour) => {
        for (const path of ['bundles/', 'bundles/:id/']) {
          wrapRoute(behaviour, path, 'GET', (exchange, answer) => {
            const { sees } = exchange.behaviour;
            const bundle: typeof sees.bundle = (_caller, row) => row.public;
            return answer(withBehaviour(exchange, { sees: { ...sees, bundle } }));
          });
        }
      },
      wanted: { only: ['authorisation'], versions: ['1.3'] },
      inconclusive: authorisation.requirements
        .filter(
          ({ id, level }) =>
            level !== 'observe' && /bundle\.(((list|mbox)\.)?private|no-leak)/.test(id),
        )
        .map(({ id }) => id)
        .sort(),
      passes: 'auth.wrong-token',
    },
  ],
  [
    'one list is none: the others are paged',
    {
      change: (behaviour) =>
        wrapRoute(behaviour, 'projects/', 'GET', async (exchange, answer) =>
          withBody(await answer(exchange), (results) => ({ count: 1, results })),
        ),
      wanted: PAGING,
      passes: 'page.next.absent-on-last',
    },
  ],
  [
    'odd but legal Link headers: relative, unquoted, upper case, several relations in one',
    {
      change: ({ paging }) => {
        paging.header = (targets) =>
          `, ${targets
            .map(({ relation, address }) => {
              const { pathname, search } = new URL(address);
              return `<${pathname}${search}> ; title="a, <b>; \\"c\\"";REL=${relation.toUpperCase()};x`;
            })
            .join(',,\t')}`;
      },
      wanted: PAGING,
      passes: 'page.next.absent-on-last',
    },
  ],
  [
    'a filter selects nothing and an order is ignored, which is not the fault of the pages',
    {
      change: (behaviour) => {
        behaviour.filters.repeated = () => [];
        behaviour.orders.compare = () => 0;
      },
      wanted: PAGING,
      passes: 'page.next.absent-on-last',
    },
  ],
  [
    'the maintainers of a project are in another order in each response',
    {
      change: ({ fields: { project } }) => {
        let turn = 0;
        changeField([project.list, project.detail], 'maintainers', (value) => {
          turn += 1;
          return turn % 2 === 0 ? value : [value].flat().toReversed();
        });
      },
      wanted: { only: ['consistency', 'project-writes'], versions: ['1.3'], writes: {} },
      passes: 'conv.list-detail.equal',
    },
  ],
];

test.for(CASES)('%s', async ([, { change, wanted, skipped, inconclusive = [], passes }]) => {
  const results = await withInstance({ change }, (reference) =>
    judged(reference, typeof wanted === 'function' ? wanted(reference.roles) : wanted),
  );
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
  expect(idsWith(results, 'inconclusive')).toEqual(inconclusive);
  expect(idsWith(results, 'skipped')).toEqual(
    skipped === undefined ? [] : expect.arrayContaining([skipped]),
  );
  expect(idsWith(results, 'pass')).toContain(passes);
});
