import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { ALL_TABLES, type TableField, tableNamed } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import { type FormAspect, type FormDeparture, surveyOf } from './survey.js';
import { tableInWords } from './table-in-words.js';

/**
 * Which departures from the forms of a version a requirement speaks of. Each possible departure is
 * claimed by exactly one requirement (a test holds this), so that one defect turns one row red.
 */
export interface Claim {
  aspects: readonly FormAspect[];
  /** Names of tables: `cover.list`, `project.embedded`, `event.payload.patch-created`. */
  tables: readonly string[];
  field: (field: TableField) => boolean;
}

/** A requirement that speaks of the form of what an instance shows. */
export interface FormRequirement extends Requirement {
  claims: Claim;
}

/** Declares a requirement that holds if none of the departures that it claims was met. */
export function formRequirement(
  declared: Omit<FormRequirement, 'check' | 'needs'> & Partial<Pick<Requirement, 'needs'>>,
): FormRequirement {
  const { claims } = declared;
  return {
    ...requirement({ ...declared, check: (context) => judgeForm(claims, context) }),
    claims,
  };
}

/** The fields that a version adds: required from it on. */
export function addedIn(version: Version): Claim['field'] {
  return ({ required }) => required === version;
}

/** The fields that come with a version: absent before it. */
export function comingWith(version: Version): Claim['field'] {
  return ({ since }) => since === version && since !== '1.0';
}

/** The fields of that name. */
export function called(...names: string[]): Claim['field'] {
  return ({ name }) => names.includes(name);
}

/** Every field. */
export const everyField: Claim['field'] = () => true;

/** Fields whose type is a convention for all resources (SPEC.md, "Conventions" 2 and 4). */
const CONVENTIONAL = [
  'id',
  'url',
  'web_url',
  'mbox',
  'comments',
  'list_archive_url',
  'date',
  'headers',
];

/** The fields whose type belongs to their resource and is no convention. */
export const ownType: Claim['field'] = (field) =>
  !CONVENTIONAL.includes(field.name) || field.type === 'url-by-hand';

/** A conventional field, by name. */
export function conventional(name: string): Claim['field'] {
  return (field) => field.name === name && !ownType(field);
}

/** Whether a claim speaks of a departure. A value that is no object at all is a matter of type. */
export function isClaimed(
  claim: Claim,
  { table, field, aspect }: Pick<FormDeparture, 'table' | 'field' | 'aspect'>,
): boolean {
  if (!claim.aspects.includes(aspect) || !claim.tables.includes(table)) return false;
  const declared = tableNamed(table).fields.find(({ name }) => name === field);
  return declared === undefined ? claim.field(NO_FIELD) : claim.field(declared);
}

/** Stands for the value as a whole, where it is no object. */
const NO_FIELD: TableField = {
  name: '',
  type: 'text',
  blank: false,
  since: '1.0',
  required: '1.0',
};

/** The names of every table. */
export const EVERY_TABLE: readonly string[] = ALL_TABLES.map(({ name }) => name);

async function judgeForm(claim: Claim, context: CheckContext): Promise<void> {
  const survey = await surveyOf(context);
  context.expect.none(survey.departures.filter((departure) => isClaimed(claim, departure)));
  // No verdict without a control: the requirement holds only if something was there to break it.
  const tables = claim.tables.filter((table) => tableNamed(table).fields.some(claim.field));
  const unmet = tables.filter((table) => !survey.met.some((object) => object.table.name === table));
  const unread = survey.unread.find(({ source }) =>
    unmet.includes(`${source.resource}.${source.form}`),
  );
  if (unmet.length < tables.length && (unread === undefined || claim.tables === EVERY_TABLE)) {
    return;
  }
  if (unread !== undefined) throw unread.why;
  // What is embedded may stand in a source that could not be read: say that, not that there is none.
  const broken = survey.unread.find(({ why }) => !(why instanceof Inconclusive));
  if (broken !== undefined) throw broken.why;
  inconclusive(`the instance shows no ${unmet.map(tableInWords).join(' and no ')}`);
}
