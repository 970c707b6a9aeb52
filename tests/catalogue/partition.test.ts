import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { ALL_TABLES, presenceOf, tableNamed } from '../../specification/tables.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { type FormRequirement, isClaimed } from '../../suites/support/objects/form-requirement.js';
import { sourcesOf, tablesShown } from '../../suites/support/objects/samples.js';
import { type PossibleViolation, tables } from '../schemas/possible-violations.js';

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

/** Every violation that a version can show. */
function possibleIn(version: Version): PossibleViolation[] {
  const shown = shownIn(version);
  return tables().filter((each) => shown.has(each.table) && canOccur(each, version));
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

function canOccur({ table, field, aspect }: PossibleViolation, version: Version): boolean {
  if (field === '') {
    // Where something embedded is no object, it is the field around it that departs.
    const whole = sourcesOf(version).map(({ resource, form }) => `${resource}.${form}`);
    return [...whole, ...REFUSALS].includes(table);
  }
  const declared = tableNamed(table).fields.find(({ name }) => name === field);
  if (declared === undefined) throw new Error(`${table} has no field ${field}`);
  const presence = presenceOf(declared, version);
  if (aspect === 'missing') return presence === 'required';
  return (aspect === 'premature') === (presence === 'absent');
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
