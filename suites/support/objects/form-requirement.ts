import type { Declared } from '../../../harness/requirement.js';
import {
  ALL_TABLES,
  type Aspect,
  presenceOf,
  type Table,
  type TableField,
  tableNamed,
} from '../../../specification/tables.js';
import { VERSIONS, type Version } from '../../../specification/versions.js';
import { objectRequirement } from './object-requirement.js';
import {
  CONVENTIONAL,
  type ConventionalField,
  type FormViolation,
  LISTED_PATCH,
  tableInWords,
} from './returned-object.js';
import { tablesShown } from './samples.js';
import type { ObjectRequirement } from './tally.js';

/**
 * The schema violations that a requirement reports. Each possible violation belongs to exactly one
 * requirement (a test checks this), so that one defect fails one requirement.
 */
export interface Claim {
  aspects: readonly Aspect[];
  /** Names of tables: `cover.list`, `project.embedded`, `event.payload.patch-created`. */
  tables: readonly string[];
  field: (field: TableField) => boolean;
}

/** A requirement on the form of objects. */
export interface FormRequirement extends ObjectRequirement {
  claims: Claim;
}

/**
 * Declares a requirement that passes if no violation that it claims was seen. Its versions are
 * those in which such a violation can occur, unless given.
 */
export function formRequirement(
  declared: Omit<Declared, 'check'> & Pick<FormRequirement, 'claims'>,
): FormRequirement {
  const { claims } = declared;
  const appliesTo = ({ name, fields }: Table) =>
    claims.tables.includes(name) && fields.some(claims.field);
  return {
    ...objectRequirement({
      versions: versionsOf(claims),
      ...declared,
      missing: claims.tables === EVERY_TABLE ? 'no object was seen' : noneOf(claims.tables),
      objects: {
        appliesTo,
        judge: ({ violations }) => violations.filter((each) => isClaimed(claims, each)),
      },
    }),
    claims,
  };
}

function noneOf(tables: readonly string[]): string {
  return `no ${tables.map(tableInWords).join(' and no ')} was seen`;
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
  { table, field, aspect }: Pick<FormViolation, 'table' | 'field' | 'aspect'>,
): boolean {
  if (!claim.aspects.includes(aspect) || !claim.tables.includes(table)) return false;
  const { fields } = table === LISTED_PATCH.name ? LISTED_PATCH : tableNamed(table);
  const declared = fields.find(({ name }) => name === field);
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

/** The names of every table, that of a listed patch included. */
export const EVERY_TABLE: readonly string[] = [
  ...ALL_TABLES.map(({ name }) => name),
  LISTED_PATCH.name,
];
