import type { Source } from '../resource.js';

/**
 * docs/api.md, "Event" and "Events". A category without a part here has a payload that is not shown,
 * and anything will do (B-7).
 */
export const event: Source = {
  forms: ['list'],
  fields: {
    id: { type: 'integer' },
    category: { type: 'text' },
    project: { type: { one: 'project' }, blank: true },
    date: { type: 'date' },
    // B-19: null where nobody was signed in, as for what came by mail.
    actor: { type: { one: 'user' }, blank: true, since: '1.2' },
    payload: { type: { partsBy: 'category' } },
  },
  parts: {
    'payload.cover-created': {
      // B-17: "a plain string in one rendering of 1.0".
      cover: { type: { one: 'cover' }, also: { type: 'string', until: '1.0' } },
    },
    'payload.patch-created': {
      patch: { type: { one: 'patch' } },
    },
    'payload.patch-completed': {
      patch: { type: { one: 'patch' } },
      series: { type: { one: 'series' } },
    },
    'payload.patch-state-changed': {
      patch: { type: { one: 'patch' } },
      previous_state: { type: 'text' },
      current_state: { type: 'text' },
    },
    'payload.patch-delegated': {
      patch: { type: { one: 'patch' } },
      // B-19: a patch may have had nobody, or get nobody.
      previous_delegate: { type: { one: 'user' }, blank: true },
      current_delegate: { type: { one: 'user' }, blank: true },
    },
    'payload.patch-relation-changed': {
      patch: { type: { one: 'patch' } },
      // B-18: a string or null.
      previous_relation: { type: 'text', blank: true },
      current_relation: { type: 'text', blank: true },
    },
    'payload.check-created': {
      patch: { type: { one: 'patch' } },
      check: { type: { one: 'check' } },
    },
  },
};

const PAYLOAD = 'payload.';

/** What the payload of each category has, where docs/api.md shows it ("Events"): keys by category. */
export const EVENT_PAYLOADS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(event.parts ?? {})
    .filter(([part]) => part.startsWith(PAYLOAD))
    .map(([part, fields]) => [part.slice(PAYLOAD.length), Object.keys(fields)]),
);

/** The categories that docs/api.md names ("Events"); an instance may have others (B-7). */
export const EVENT_CATEGORIES: readonly string[] = [...EVENT_PAYLOADS.keys(), 'series-created'];
