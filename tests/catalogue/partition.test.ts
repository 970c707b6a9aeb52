import { expect, test } from 'vitest';
import { CHAPTERS } from '../../cli/catalogue.js';
import { type PossibleViolation, tables } from '../../specification/facts.js';
import { ALL_TABLES, presenceOf, tableNamed } from '../../specification/tables.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { type FormRequirement, isClaimed } from '../../suites/conventions/form.js';
import { sourcesOf } from '../../suites/conventions/sources.js';
import { tablesShown } from '../../suites/conventions/tables-shown.js';

/** Bodies that are judged where they are refused, and not by a source of the survey. */
const REFUSALS = ['error.detail'];

/** What no requirement claims, and why. */
const UNCLAIMED: { table: string; versions: readonly Version[]; why: string }[] = [
  { table: 'user.settings', versions: ['1.0', '1.1'], why: 'B-14: required from 1.2 on' },
];

const FORM_REQUIREMENTS = CHAPTERS.flatMap(({ requirements }) => requirements).filter(
  (requirement): requirement is FormRequirement => 'claims' in requirement,
);

/** The tables whose objects a version can show, refusals among them. */
function shownIn(version: Version): Set<string> {
  return new Set([...tablesShown(version), ...REFUSALS]);
}

/** Whether a version can show this departure at all. */
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

function claimants(violation: PossibleViolation, version: Version): string[] {
  return FORM_REQUIREMENTS.filter(
    ({ claims, versions }) => versions.includes(version) && isClaimed(claims, violation),
  ).map(({ id }) => id);
}

test.for(VERSIONS)('in %s each departure from a form is claimed by one requirement', (version) => {
  const shown = shownIn(version);
  const exempt = UNCLAIMED.filter(({ versions }) => versions.includes(version));
  const possible = tables().filter((each) => shown.has(each.table) && canOccur(each, version));
  expect(possible.length).toBeGreaterThan(100);
  const wrong = possible.flatMap((each) => {
    const ids = claimants(each, version);
    const wanted = exempt.some(({ table }) => table === each.table) ? 0 : 1;
    if (ids.length === wanted) return [];
    return [`${each.table} ${each.field} ${each.aspect}: ${ids.join(' and ') || 'nobody'}`];
  });
  expect(wrong).toEqual([]);
});

test('each requirement of a form claims something in each of its versions', () => {
  const idle = FORM_REQUIREMENTS.flatMap(({ id, claims, versions }) =>
    versions
      .filter((version) => {
        const shown = shownIn(version);
        return !tables().some(
          (each) => shown.has(each.table) && canOccur(each, version) && isClaimed(claims, each),
        );
      })
      .map((version) => `${id} in ${version}`),
  );
  expect(idle).toEqual([]);
});

test('what is on no documented path is shown by no version', () => {
  const shown = new Set(VERSIONS.flatMap((version) => [...shownIn(version)]));
  const never = ALL_TABLES.map(({ name }) => name).filter((name) => !shown.has(name));
  // SPEC.md has no list of the comments of a patch, and no detail of one of a cover letter.
  expect(never).toEqual(['cover-comment.detail', 'patch-comment.list']);
});
