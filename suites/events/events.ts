import { at } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { EVENT_PAYLOADS } from '../../specification/event-payloads.js';
import { answersList } from '../support/endpoints.js';
import { firstRows } from '../support/lists/first-rows.js';
import { formsOfPart, formsOfResource } from '../support/objects/forms-of-resource.js';
import { eventChanges } from './event-changes.js';

const SPEC = 'Events';

/** Events and their payloads. Unknown categories never fail (docs/verdicts.md B-7). */
export const events: Group = {
  name: 'events',
  requirements: [
    answersList({
      id: 'event.list',
      path: 'events/',
      consequence: 'A client that follows events gets none.',
    }),
    ...formsOfResource({
      id: 'event',
      resources: ['event'],
      one: 'an event',
      spec: 'Event',
      overrides: {
        'event.fields': {
          consequence: 'A client that follows events misses a documented field.',
        },
        'event.fields.since-1.2': { consequence: 'A client cannot tell who caused the event.' },
      },
    }),
    ...[...EVENT_PAYLOADS.keys()].flatMap((category) =>
      formsOfPart({
        id: `event.payload.${category}`,
        table: `event.payload.${category}`,
        one: `the payload of ${category}`,
        spec: SPEC,
        consequence: `A client that handles ${category} events cannot tell which object changed.`,
      }),
    ),
    eventChanges,
    requirement({
      id: 'event.categories',
      says: 'The complete list of categories is not specified',
      spec: SPEC,
      level: 'observe',
      consequence: 'A client must expect unknown categories.',
      async check({ api, observe }) {
        const events = await firstRows(api, 'events/');
        observe([...new Set(events.map((event) => at(event, 'category').value))].sort());
      },
    }),
  ],
};
