import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { checks } from '../../suites/checks.js';
import { events } from '../../suites/events.js';
import { EVENT_CATEGORIES } from '../../suites/sources.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { crash, leaveOut, replace, showTooEarly, wrapInEnvelope } from './sabotage.js';

const CHECKS: readonly Kill[] = [
  kill('check.list', '1.3', 'the list comes in an envelope', (behaviour) => {
    wrapInEnvelope(behaviour, 'patches/:id/checks/');
  }),
  kill('check.detail', '1.2', 'the detail crashes', (behaviour) => {
    crash(behaviour, 'patches/:id/checks/:child/');
  }),
  kill('check.fields', '1.4', 'a check without description', ({ fields }) => {
    leaveOut('description', fields.check.list, fields.check.detail);
  }),
  kill('check.types', '1.2', 'the state as a number', ({ fields }) => {
    replace('state', () => 1, fields.check.list, fields.check.detail);
  }),
];

const EVENTS: readonly Kill[] = [
  kill('event.list', '1.0', 'the list crashes', (behaviour) => {
    crash(behaviour, 'events/');
  }),
  kill('event.fields', '1.1', 'an event without project', ({ fields }) => {
    leaveOut('project', fields.event.list);
  }),
  kill('event.fields.actor', '1.2', 'an event without actor', ({ fields }) => {
    leaveOut('actor', fields.event.list);
  }),
  kill('event.absent.actor', '1.1', 'an event with actor in 1.1', ({ fields }) => {
    showTooEarly('actor', '1.1', fields.event.list);
  }),
  kill('event.types', '1.3', 'an actor by its name', ({ fields }) => {
    replace('actor', () => 'somebody', fields.event.list);
  }),
  kill(
    'event.payload.check.fields',
    '1.2',
    'the check of an event without context',
    ({ fields }) => {
      leaveOut('context', fields.check.embedded);
    },
  ),
  kill(
    'event.payload.check.types',
    '1.4',
    'the check of an event with a number for its state',
    ({ fields }) => {
      replace('state', () => 1, fields.check.embedded);
    },
  ),
  kill('event.changes', '1.0', 'delegates swapped', faultNamed('delegates-swapped').apply),
  kill(
    'event.fields',
    '1.4',
    'event payload empty in 1.4',
    faultNamed('event-payload-empty-in-1.4').apply,
  ),
];

const PAYLOADS: readonly Kill[] = EVENT_CATEGORIES.flatMap((category) => {
  const id = `event.payload.${category}`;
  return [
    kill(id, '1.0', `${category} without the first of its keys`, ({ fields }) => {
      const table = fields.event.payload[category] ?? {};
      leaveOut(Object.keys(table)[0] ?? '', table);
    }),
    kill(id, '1.0', `${category} with a number for the last of its keys`, ({ fields }) => {
      const table = fields.event.payload[category] ?? {};
      replace(Object.keys(table).at(-1) ?? '', () => 7, table);
    }),
  ];
});

test.for([...CHECKS, ...EVENTS, ...PAYLOADS])('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed([...CHECKS, ...EVENTS, ...PAYLOADS])).toEqual(killable(checks, events));
});
