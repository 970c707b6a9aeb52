import { expect, test } from 'vitest';
import { changeField } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { idsWith } from '../ids-with.js';
import { judgedOtherwise } from './judged-otherwise.js';

/** Gives each object a time so many milliseconds after that of the id before it. */
function spaced({ fields, orders }: Behaviour, milliseconds: number): void {
  const timeOf = (id: number) => new Date(Date.UTC(2026, 0, 1) + id * milliseconds).toISOString();
  const { cover, series, patch, coverComment, check, event } = fields;
  for (const table of [cover.list, series.list, patch.list, check.list, event.list]) {
    changeField<{ id: number }>(table, 'date', (_, { id }) => timeOf(id));
  }
  changeField(coverComment.list, 'date', (_, { id }) => timeOf(id));
  for (const order of Object.values(orders)) {
    if (typeof order === 'object' && order.keys.date !== undefined) {
      order.keys.date = ({ id }: { id: number }) => id;
    }
  }
}

test('a filter by time that is ignored does not pass where all items have nearly the same time', async () => {
  const results = await judgedOtherwise(
    (behaviour) => {
      spaced(behaviour, 1);
      const { since, before } = behaviour.filters.checks;
      for (const filter of [since, before]) {
        if (filter !== undefined) filter.accept = () => () => true;
      }
    },
    { only: ['filter.checks.since', 'filter.checks.before'], versions: ['1.3'] },
  );
  expect(idsWith(results, 'inconclusive')).toEqual(['filter.checks.before', 'filter.checks.since']);
});

test('an order by date does not pass where every list has its dates in the order of its ids', async () => {
  const results = await judgedOtherwise((behaviour) => spaced(behaviour, 60_000), {
    only: ['order.date'],
    versions: ['1.3'],
  });
  expect(idsWith(results, 'inconclusive')).toEqual(['order.date']);
});

test('a filter by project is judged where the newest and the oldest events are of one project', async () => {
  const only = ['filter.events.project-id', 'filter.events.project-name'];
  const results = await judgedOtherwise(
    ({ orders: { events } }) => {
      events.keys.crowded = ({ id, project, date }) =>
        (project === 1 ? 1 + 2 * (id % 2) : 2) * date;
      events.standard = '-crowded';
    },
    { only, versions: ['1.4'] },
  );
  expect(idsWith(results, 'pass')).toEqual(only);
});

test('where no version lists checks, that none was made is not said of a list', async () => {
  const results = await judgedOtherwise(
    (behaviour) => {
      behaviour.versions = ['1.2'];
    },
    { only: ['check.create.refused.nothing-made'], versions: ['1.2'], writes: {} },
  );
  expect(results).toMatchObject([
    { verdict: 'not-applicable', reason: 'no version that must list checks is offered' },
  ]);
});
