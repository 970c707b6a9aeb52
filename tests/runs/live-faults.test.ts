import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Difference } from '../../analysis/instances/result.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import type { Fault } from '../../fixtures/faults/fault.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { isVersion } from '../../specification/versions.js';
import { comparedWith, started } from './pair.js';

/** Drawn by lot from the faults that reading shows. */
const DRAWN = [
  'bundle-web-url-without-host',
  'people-ignore-per-page',
  'covers-before-ignored',
  'listed-comment-dates-with-space',
  'relation-event-as-number',
  'unknown-project-returns-first',
  'event-date-as-number-in-1.0',
  'listed-user-first-name-as-array',
  'uncommented-cover-shows-comments-of-another',
  'events-order-ties-swap-between-pages',
];

/** What the sentence of a fault calls the objects of a collection. */
const COLLECTIONS: Readonly<Record<string, RegExp>> = {
  covers: /\b(covers?|mails?)\b/i,
  patches: /\b(patch(es)?|mails?)\b/i,
  series: /\bseries\b/i,
  events: /\bevents?\b/i,
  checks: /\bchecks?\b/i,
  comments: /\bcomments?\b/i,
  bundles: /\bbundles?\b/i,
  people: /\b(people|person)\b/i,
  users: /\busers?\b/i,
  projects: /\bprojects?\b/i,
};

let sound: Reference;

beforeAll(async () => {
  sound = await started({});
});
afterAll(() => sound.stop());

test.for(DRAWN)('the first difference names %s', async (id) => {
  const fault = FAULTS.find((each) => each.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  const other = await started({ faults: [id] });
  try {
    const { verdict, differences } = await comparedWith(sound, other, {
      versions: versionsOf(fault),
    });
    const [first] = differences;
    // A field that is added is a notice.
    expect(verdict, fault.says).toBe(first?.kind === 'added field' ? 'same' : 'different');
    expect(first && textOf(first), fault.says).toSatisfy((text) => isNamed(fault, text));
  } finally {
    await other.stop();
  }
});

/** The versions in the sentence of a fault; the newest where it names none. */
function versionsOf({ says }: Fault) {
  const named = [...says.matchAll(/\b1\.\d\b/g)].map(([version]) => version).filter(isVersion);
  return named.length > 0 ? [...new Set(named)].sort() : (['1.4'] as const);
}

function textOf({ kind, endpoints, places, example }: Difference): string {
  return JSON.stringify([kind, endpoints, places, example]).toLowerCase();
}

/** Whether a text names one of the collections, and one of the names between backticks, of a sentence. */
function isNamed({ says }: Fault, text: unknown): boolean {
  const prose = says.replaceAll(/`[^`]*`/g, '');
  const own = Object.entries(COLLECTIONS).filter(([, pattern]) => pattern.test(prose));
  const words = [...says.matchAll(/`([^`]+)`/g)]
    .flatMap(([, name = '']) => name.toLowerCase().split(/[^a-z_]+/))
    .filter((word) => word.length > 1);
  const holds = (word: string) => String(text).includes(word);
  const isOfCollection = own.some(([name, pattern]) => holds(name) || pattern.test(String(text)));
  return (own.length === 0 || isOfCollection) && (words.length === 0 || words.some(holds));
}
