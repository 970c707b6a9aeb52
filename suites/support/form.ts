import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { ALL_TABLES, presenceOf, type TableField, tableNamed } from '../../specification/tables.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { samplesOf } from './collect-samples.js';
import type { FormAspect, FormMismatch } from './samples.js';
import { tableInWords } from './table-in-words.js';
import { tablesShown } from './visible-tables.js';

/**
 * The schema violations that a requirement reports. Each possible violation belongs to exactly one
 * requirement (a test checks this), so that one defect fails one requirement.
 */
export interface Claim {
  aspects: readonly FormAspect[];
  /** Names of tables: `cover.list`, `project.embedded`, `event.payload.patch-created`. */
  tables: readonly string[];
  field: (field: TableField) => boolean;
}

/** A requirement on the form of objects. */
export interface FormRequirement extends Requirement {
  claims: Claim;
}

/**
 * Declares a requirement that passes if no violation that it claims was seen. Its versions are
 * those in which such a violation can occur, unless given.
 */
export function formRequirement(
  declared: Omit<FormRequirement, 'check' | 'needs' | 'level' | 'versions'> &
    Partial<Pick<Requirement, 'needs' | 'versions'>>,
): FormRequirement {
  const { claims } = declared;
  return {
    ...requirement({
      level: 'must',
      versions: versionsOf(claims),
      ...declared,
      check: (context) => checkForm(claims, context),
    }),
    claims,
  };
}

function versionsOf({ aspects, tables, field }: Claim): Version[] {
  return VERSIONS.filter((version) => {
    const shown = tables.filter((table) => tablesShown(version).has(table));
    const claimed = shown.flatMap((table) => tableNamed(table).fields.filter(field));
    return claimed.some((each) => {
      const presence = presenceOf(each, version);
      if (presence === 'absent') return aspects.includes('premature');
      return aspects.includes('type') || (presence === 'required' && aspects.includes('missing'));
    });
  });
}

/** Every field. */
export const everyField: Claim['field'] = () => true;

/** Fields whose type is a convention for all resources (SPEC.md, "Conventions" 2 and 4). */
export const CONVENTIONAL = [
  'id',
  'url',
  'web_url',
  'mbox',
  'comments',
  'list_archive_url',
  'date',
] as const;

/** The name of a field whose type is a convention. */
export type ConventionalField = (typeof CONVENTIONAL)[number];

/** The fields whose type is specific to their resource: neither a convention nor `headers`. */
export const ownType: Claim['field'] = (field) =>
  !isHeaders(field) && !CONVENTIONAL.some((name) => conventional(name)(field));

/** Selects a conventional field by name. */
export function conventional(name: ConventionalField): Claim['field'] {
  return (field) => field.name === name && field.type !== 'url-by-hand';
}

/** Selects the headers of a mail. */
export const isHeaders: Claim['field'] = ({ type }) => type === 'headers';

/** Whether a claim covers a mismatch. A value that is not an object is a wrong type. */
export function isClaimed(
  claim: Claim,
  { table, field, aspect }: Pick<FormMismatch, 'table' | 'field' | 'aspect'>,
): boolean {
  if (!claim.aspects.includes(aspect) || !claim.tables.includes(table)) return false;
  const declared = tableNamed(table).fields.find(({ name }) => name === field);
  return declared === undefined ? claim.field(NO_FIELD) : claim.field(declared);
}

/** Stands for the value as a whole if it is not an object. */
const NO_FIELD: TableField = {
  name: '',
  type: 'text',
  blank: false,
  since: '1.0',
  required: '1.0',
};

/** The names of every table. */
export const EVERY_TABLE: readonly string[] = ALL_TABLES.map(({ name }) => name);

async function checkForm(claim: Claim, context: CheckContext): Promise<void> {
  const samples = await samplesOf(context);
  context.expect.none(samples.mismatches.filter((mismatch) => isClaimed(claim, mismatch)));
  // No verdict without a control: at least one object must have been seen that could violate the
  // requirement.
  const shown = tablesShown(context.api.version);
  const tables = claim.tables.filter(
    (table) => shown.has(table) && tableNamed(table).fields.some(claim.field),
  );
  const unmet = tables.filter(
    (table) => !samples.collected.some((object) => object.table.name === table),
  );
  const unread = samples.unread.find(({ source }) =>
    unmet.includes(`${source.resource}.${source.form}`),
  );
  if (unmet.length < tables.length && (unread === undefined || claim.tables === EVERY_TABLE)) {
    return;
  }
  if (unread !== undefined) throw unread.why;
  // Embedded objects may be in a source that could not be read: report that, not that there are
  // none.
  const broken = samples.unread.find(({ why }) => !(why instanceof Inconclusive));
  if (broken !== undefined) throw broken.why;
  inconclusive(`no ${unmet.map(tableInWords).join(' and no ')} was seen`);
}
