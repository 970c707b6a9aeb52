import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { ALL_TABLES, type Aspect, type Presence, presenceOf } from '../../specification/tables.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { type FormRequirement, isClaimed } from '../../suites/support/objects/form-requirement.js';
import { sourcesOf, tablesShown } from '../../suites/support/objects/samples.js';

/** Bodies that are judged where they are refused, and not by a source of the survey. */
const REFUSALS = ['error.detail'];

/** What no requirement claims, and why. */
const UNCLAIMED: { table: string; versions: readonly Version[]; why: string }[] = [
  { table: 'user.settings', versions: ['1.0', '1.1'], why: 'B-14: required from 1.2 on' },
];

/** Every requirement on a form, with the violations that it claims. */
const FORM_REQUIREMENTS = GROUPS.flatMap(({ requirements }) => requirements).filter(
  (requirement): requirement is FormRequirement => 'claims' in requirement,
);

/** The tables whose objects a version can show, refusals among them. */
function shownIn(version: Version): Set<string> {
  return new Set([...tablesShown(version), ...REFUSALS]);
}

/** One way in which one field can violate the schema; the field is empty for what is no object. */
interface PossibleViolation {
  readonly table: string;
  readonly field: string;
  readonly aspect: Aspect;
}

const ASPECTS: Record<Presence, Aspect[]> = {
  required: ['missing', 'type'],
  optional: ['type'],
  absent: ['premature'],
};

/** Every violation that a version can show. */
function possibleIn(version: Version): PossibleViolation[] {
  // Where something embedded is no object, the violation belongs to the field around it.
  const whole = sourcesOf(version).map(({ resource, form }) => `${resource}.${form}`);
  const ofValues = new Set([...whole, ...REFUSALS]);
  const shown = shownIn(version);
  const ofFields = ALL_TABLES.filter(({ name }) => shown.has(name)).flatMap(({ name, fields }) =>
    fields.flatMap((field) =>
      ASPECTS[presenceOf(field, version)].map((aspect) => [name, field.name, aspect] as const),
    ),
  );
  return [...[...ofValues].map((table) => [table, '', 'type'] as const), ...ofFields].map(
    ([table, field, aspect]) => ({ table, field, aspect }),
  );
}

/** `table field aspect: claimants`, for each violation that not exactly one requirement claims. */
function wronglyClaimed(version: Version): string[] {
  const exempt = UNCLAIMED.filter(({ versions }) => versions.includes(version));
  return possibleIn(version).flatMap((each) => {
    const ids = FORM_REQUIREMENTS.filter(
      ({ claims, versions }) => versions.includes(version) && isClaimed(claims, each),
    ).map(({ id }) => id);
    const wanted = exempt.some(({ table }) => table === each.table) ? 0 : 1;
    if (ids.length === wanted) return [];
    return [`${each.table} ${each.field} ${each.aspect}: ${ids.join(' and ') || 'nobody'}`];
  });
}

test.for(VERSIONS)('in %s each violation of a form is claimed by one requirement', (version) => {
  expect(possibleIn(version).length).toBeGreaterThan(100);
  expect(wronglyClaimed(version)).toEqual([]);
});

test('each requirement of a form claims something in each of its versions', () => {
  const possible = new Map(VERSIONS.map((version) => [version, possibleIn(version)]));
  const idle = FORM_REQUIREMENTS.flatMap(({ id, claims, versions }) =>
    versions
      .filter((version) => !possible.get(version)?.some((each) => isClaimed(claims, each)))
      .map((version) => `${id} in ${version}`),
  );
  expect(idle).toEqual([]);
});

test('what is on no documented path is shown by no version', () => {
  const shown = new Set(VERSIONS.flatMap((version) => [...shownIn(version)]));
  const never = ALL_TABLES.map(({ name }) => name).filter((name) => !shown.has(name));
  // docs/api.md has no list of the comments of a patch, and no detail of one of a cover letter.
  expect(never).toEqual(['cover-comment.detail', 'patch-comment.list']);
});
