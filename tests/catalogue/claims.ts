import { GROUPS } from '../../cli/catalogue.js';
import { presenceOf, tableNamed } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
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
export const FORM_REQUIREMENTS = GROUPS.flatMap(({ requirements }) => requirements).filter(
  (requirement): requirement is FormRequirement => 'claims' in requirement,
);

/** The tables whose objects a version can show, refusals among them. */
export function shownIn(version: Version): Set<string> {
  return new Set([...tablesShown(version), ...REFUSALS]);
}

/** Every violation that a version can show. */
export function possibleIn(version: Version): PossibleViolation[] {
  const shown = shownIn(version);
  return tables().filter((each) => shown.has(each.table) && canOccur(each, version));
}

/** `table field aspect: claimants`, for each violation that not exactly one requirement claims. */
export function wronglyClaimed(version: Version): string[] {
  const exempt = UNCLAIMED.filter(({ versions }) => versions.includes(version));
  return possibleIn(version).flatMap((each) => {
    const ids = claimants(each, version);
    const wanted = exempt.some(({ table }) => table === each.table) ? 0 : 1;
    if (ids.length === wanted) return [];
    return [`${each.table} ${each.field} ${each.aspect}: ${ids.join(' and ') || 'nobody'}`];
  });
}

/** The requirements that claim a violation in a version. */
export function claimants(violation: PossibleViolation, version: Version): string[] {
  return FORM_REQUIREMENTS.filter(
    ({ claims, versions }) => versions.includes(version) && isClaimed(claims, violation),
  ).map(({ id }) => id);
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
