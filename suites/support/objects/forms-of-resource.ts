import { RESOURCES } from '../../../specification/resource.js';
import { type TableField, tableNamed } from '../../../specification/tables.js';
import { VERSIONS, type Version } from '../../../specification/versions.js';
import { COLLECTIONS } from '../first-rows.js';
import {
  type Claim,
  everyField,
  type FormRequirement,
  formRequirement,
  isHeaders,
  ownType,
} from './form-requirement.js';
import { isShown } from './samples.js';

/** A resource, as the sentences of its requirements name it. */
interface Subject {
  /** The prefix of the ids: a resource, or the end of several that the specification describes together. */
  id: string;
  /** One object with its article: `a cover letter`. */
  one: string;
  /** The section that lists the fields. */
  spec: string;
  /** The section that lists the fields of the embedded form, if it is another one. */
  embeddedSpec?: string;
  /** Facts that replace the derived ones, by requirement id. */
  overrides?: Readonly<
    Record<
      string,
      Partial<Pick<FormRequirement, 'id' | 'says' | 'consequence' | 'versions' | 'needs'>>
    >
  >;
}

/**
 * A requirement that is declared if a version can violate it; `says` is given the names of its
 * fields.
 */
interface Candidate extends Pick<FormRequirement, 'id' | 'spec' | 'consequence' | 'claims'> {
  says: (fields: readonly string[]) => string;
}

/** The consequences of a missing field, and of those that a version adds with it, where all resources share it. */
const WITHOUT: Readonly<Record<string, (one: string) => string>> = {
  web_url: (one) => `A client cannot link to the web page of ${one}.`,
  list_archive_url: () => 'A client cannot link to the list archive.',
};

/** The consequence of fields that appear before their version. */
export const EARLY_FIELD =
  'Nobody sees it in a client that ignores unknown fields; one that refuses them cannot read the object.';

/**
 * The requirements on the forms of a resource, derived from its tables: `cover.fields`,
 * `cover.fields.since-1.1` (fields are present from their version on), `cover.fields.detail` (the
 * same for fields of the detail only), `cover.absent.before-1.1` (fields are absent before their
 * version), `cover.types`, `cover.headers` (types), `cover.embedded.fields`,
 * `cover.embedded.absent.before-1.1` (the same for the embedded form).
 */
export function formsOfResource(subject: Subject): FormRequirement[] {
  const { id, one, spec, embeddedSpec = spec } = subject;
  const resources = RESOURCES.filter((name) => name === id || name.endsWith(`-${id}`));
  const noun = one.slice(one.indexOf(' ') + 1);
  const tablesOf = (form: string) => resources.map((name) => `${name}.${form}`).filter(isShown);
  const [lists, details, embedded] = [tablesOf('list'), tablesOf('detail'), tablesOf('embedded')];
  const full = [...lists, ...details];
  const isDetailOnly = ({ name }: TableField) => lists.length > 0 && !namesOf(lists).includes(name);
  return derived(subject, [
    ...VERSIONS.flatMap((version): Candidate[] => [
      {
        id: `${id}.fields${since(version)}`,
        says: (fields) => `${from(version)}${one} has ${and(fields)}`,
        spec,
        consequence: `A client that displays ${one} ends with an error, or leaves a part of it blank.`,
        claims: claim('missing', full, (field) => isAdded(field, version) && !isDetailOnly(field)),
      },
      {
        id: `${id}.fields.detail${since(version)}`,
        says: (fields) => `${from(version)}the detailed ${noun} adds ${and(fields)}`,
        spec,
        consequence: `A client that displays ${one} in detail ends with an error, or leaves a part of it blank.`,
        claims: claim('missing', full, (field) => isAdded(field, version) && isDetailOnly(field)),
      },
    ]),
    ...absence(`${id}.absent`, one, full),
    {
      id: `${id}.types`,
      says: () => `The fields of ${one} have the types that the specification gives`,
      spec,
      consequence: `A typed client ends with an error when it reads ${one}.`,
      claims: claim('type', [...full, ...embedded], ownType),
    },
    {
      id: `${id}.headers`,
      says: () => '`headers` maps header names to values',
      spec,
      consequence: 'A client that looks up a header of the mail fails or gets a wrong value.',
      claims: claim('type', full, isHeaders),
    },
    ...VERSIONS.map(
      (version): Candidate => ({
        id: `${id}.embedded.fields${since(version)}`,
        says: (fields) => `${from(version)}an embedded ${noun} has ${and(fields)}`,
        spec: embeddedSpec,
        consequence: `A client that displays ${one} inside another object leaves a part of it blank, or requests each one.`,
        claims: claim('missing', embedded, (field) => isAdded(field, version)),
      }),
    ),
    ...absence(`${id}.embedded.absent`, `an embedded ${noun}`, embedded),
  ]);
}

/** Requirements on a nested object that has a table of its own: `event.payload.patch-created`. */
export function formsOfPart(
  part: Omit<Subject, 'embeddedSpec'> & { table: string; consequence: string },
): FormRequirement[] {
  const { id, table, one, spec, consequence } = part;
  return derived(part, [
    ...VERSIONS.map(
      (version): Candidate => ({
        id: `${id}${since(version)}`,
        says: (fields) => `${from(version)}${one} has ${and(fields)}`,
        spec,
        consequence,
        claims: {
          aspects: ['missing', 'type'],
          tables: [table],
          field: (field) => field.since === version,
        },
      }),
    ),
    ...absence(`${id}.absent`, one, [table]),
  ]);
}

function absence(id: string, one: string, tables: readonly string[]): Candidate[] {
  return VERSIONS.slice(1).map((version) => ({
    id: `${id}.before-${version}`,
    says: (fields) => `Before ${version} ${one} has no ${eitherOf(fields)}`,
    spec: 'Versioning',
    consequence: EARLY_FIELD,
    claims: claim('premature', tables, (field) => field.since === version),
  }));
}

function derived(
  { one, overrides = {} }: Pick<Subject, 'one' | 'overrides'>,
  candidates: readonly Candidate[],
): FormRequirement[] {
  const requirements = candidates
    .map(({ says, ...candidate }) => {
      const { tables, field, aspects } = candidate.claims;
      const names = namesOf(tables, field);
      const sentence = says(names);
      const shared = aspects.includes('missing') ? WITHOUT[names[0] ?? '']?.(one) : undefined;
      return formRequirement({
        ...candidate,
        says: sentence.charAt(0).toUpperCase() + sentence.slice(1),
        consequence: shared ?? candidate.consequence,
        needs: needsOf(candidate.claims),
      });
    })
    // A requirement that no version can violate is left out.
    .filter(({ versions }) => versions.length > 0);
  const unused = Object.keys(overrides).filter(
    (id) => !requirements.some((each) => each.id === id),
  );
  if (unused.length > 0) throw new RangeError(`no form requirement has the id ${unused}`);
  return requirements.map((each) => ({ ...each, ...overrides[each.id] }));
}

function claim(
  aspect: 'missing' | 'premature' | 'type',
  tables: readonly string[],
  field: Claim['field'],
): Claim {
  return { aspects: [aspect], tables, field };
}

/** Protected collections need credentials. */
function needsOf({ tables }: Claim): FormRequirement['needs'] {
  const guarded = COLLECTIONS.filter(({ signedIn }) => signedIn).flatMap(({ resource }) => [
    `${resource}.list`,
    `${resource}.detail`,
  ]);
  return tables.every((table) => guarded.includes(table)) ? ['signed-in'] : [];
}

function isAdded({ required }: TableField, version: Version): boolean {
  return required === version;
}

function namesOf(tables: readonly string[], field: Claim['field'] = everyField): string[] {
  const fields = tables.flatMap((table) => tableNamed(table).fields.filter(field));
  return [...new Set(fields.map(({ name }) => name))];
}

/** The end of an id; fields of the first version have none. */
function since(version: Version): string {
  return version === VERSIONS[0] ? '' : `.since-${version}`;
}

function from(version: Version): string {
  return version === VERSIONS[0] ? '' : `From ${version} on `;
}

function and(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}

/** Names as a list: `web_url, mbox or comments`. */
export function eitherOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
}
