import { at } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { EVENT_PAYLOADS } from '../../specification/event-payloads.js';
import { ALL } from '../../specification/versions.js';
import { answersList } from '../conventions/endpoints.js';
import { formsOfPart, formsOfResource } from '../conventions/forms-of-resource.js';
import { firstRows } from '../conventions/sources.js';
import { eventChanges } from './event-changes.js';

const SPEC = 'Events';

/** Events and their payloads. Unknown categories are never judged (docs/verdicts.md B-7). */
export const events: Chapter = {
  name: 'events',
  requirements: [
    answersList({
      id: 'event.list',
      path: 'events/',
      consequence: 'A client that follows what happens sees nothing.',
    }),
    ...formsOfResource({
      id: 'event',
      resources: ['event'],
      one: 'an event',
      spec: 'Event',
      overrides: {
        'event.fields': {
          consequence: 'A client that follows events misses a field that it was promised.',
        },
        'event.fields.since-1.2': { consequence: 'A client cannot tell who did it.' },
      },
    }),
    ...[...EVENT_PAYLOADS.keys()].flatMap((category) =>
      formsOfPart({
        id: `event.payload.${category}`,
        table: `event.payload.${category}`,
        one: `the payload of ${category}`,
        spec: SPEC,
        consequence: `A client that acts on ${category} does not learn what it happened to.`,
      }),
    ),
    eventChanges,
    requirement({
      id: 'event.categories',
      says: 'The complete list of categories is not shown: those of the newest events',
      spec: SPEC,
      level: 'observe',
      versions: ALL,
      consequence: 'A client must expect categories that it does not know.',
      async check({ api, observe }) {
        const events = await firstRows(api, 'events/');
        observe([...new Set(events.map((event) => at(event, 'category').value))].sort());
      },
    }),
  ],
};
