import { event } from './resources/event.js';

const PAYLOAD = 'payload.';

/** What the payload of each category has, where SPEC.md shows it ("Events"): keys by category. */
export const EVENT_PAYLOADS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(event.parts ?? {})
    .filter(([part]) => part.startsWith(PAYLOAD))
    .map(([part, fields]) => [part.slice(PAYLOAD.length), Object.keys(fields)]),
);
