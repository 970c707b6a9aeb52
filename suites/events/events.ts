import { at } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { ALL, before, since } from '../../specification/versions.js';
import { answersList } from '../conventions/endpoints.js';
import { addedIn, comingWith, everyField, formRequirement, ownType } from '../conventions/form.js';
import { firstRows } from '../conventions/sources.js';
import { eventChanges } from './event-changes.js';

const SPEC = 'Events';
const LIST = ['event.list'];

/** The payload of one category: its keys, and what they hold. */
function payload(category: string, keys: string) {
  return formRequirement({
    id: `event.payload.${category}`,
    says: `The payload of ${category} has ${keys}`,
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: `A client that acts on ${category} does not learn what it happened to.`,
    claims: {
      aspects: ['missing', 'type'],
      tables: [`event.payload.${category}`],
      field: everyField,
    },
  });
}

/** Events and their payloads. Unknown categories are never judged (docs/verdicts.md B-7). */
export const events: Chapter = {
  name: 'events',
  requirements: [
    answersList({
      id: 'event.list',
      path: 'events/',
      versions: ALL,
      consequence: 'A client that follows what happens sees nothing.',
    }),
    formRequirement({
      id: 'event.fields',
      says: 'An event has id, category, project, date, payload',
      spec: 'Event',
      level: 'must',
      versions: ALL,
      consequence: 'A client that follows events misses a field that it was promised.',
      claims: { aspects: ['missing'], tables: LIST, field: addedIn('1.0') },
    }),
    formRequirement({
      id: 'event.fields.actor',
      says: 'From 1.2 on an event has actor',
      spec: 'Event',
      level: 'must',
      versions: since('1.2'),
      consequence: 'A client cannot tell who did it.',
      claims: { aspects: ['missing'], tables: LIST, field: addedIn('1.2') },
    }),
    formRequirement({
      id: 'event.absent.actor',
      says: 'Before 1.2 an event has no actor',
      spec: 'Versioning',
      level: 'must',
      versions: before('1.2'),
      consequence: 'A client cannot tell by its fields which version it is talking to.',
      claims: { aspects: ['premature'], tables: LIST, field: comingWith('1.2') },
    }),
    formRequirement({
      id: 'event.types',
      says: 'category is a string, project an embedded project, actor a user or null, payload an object',
      spec: 'Event',
      level: 'must',
      versions: ALL,
      consequence: 'A typed client fails to decode the event.',
      claims: { aspects: ['type'], tables: LIST, field: ownType },
    }),
    payload('cover-created', 'cover'),
    payload('patch-created', 'patch'),
    payload('patch-completed', 'patch and series'),
    payload('patch-state-changed', 'patch, previous_state and current_state'),
    payload('patch-delegated', 'patch, previous_delegate and current_delegate'),
    payload('patch-relation-changed', 'patch, previous_relation and current_relation'),
    payload('check-created', 'patch and check'),
    formRequirement({
      id: 'event.payload.check.fields',
      says: 'The check of check-created has id, url, date, state, target_url, context',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client that acts on a check must ask for it again.',
      claims: { aspects: ['missing'], tables: ['check.embedded'], field: addedIn('1.0') },
    }),
    formRequirement({
      id: 'event.payload.check.types',
      says: 'state and context of that check are strings, target_url a URL (or blank)',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A typed client fails to decode the event.',
      claims: { aspects: ['type'], tables: ['check.embedded'], field: ownType },
    }),
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
