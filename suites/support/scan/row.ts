import type { Seen } from '../../../harness/place.js';
import type { Finding } from '../../../harness/walk/judging.js';
import type { ListState } from '../../../harness/walk/list-state.js';
import { type Table, tableNamed } from '../../../specification/tables.js';
import type { Version } from '../../../specification/versions.js';
import { ownType } from '../form.js';
import type { ObjectRequirement } from '../object-requirement.js';
import { type ObjectSamples, sampledIn } from '../object-samples.js';
import { withoutEmpty } from '../omitted-fields.js';
import type { FormMismatch, Sampled } from '../samples.js';
import { writeKind } from './kind.js';
import type { WalkedCollection } from './walked-lists.js';

/** The requirement that an object is of the requested version. */
const OF_ANOTHER_VERSION = 'version.form';

/** An object requirement, prepared for checking many objects. */
export interface Rule {
  ofObject: ObjectRequirement['ofObject'];
  /** The key under which checked objects are counted. */
  counted: string;
  kind: string;
}

/** The rule for a requirement. */
export function ruleOf({ id, ofObject }: Pick<ObjectRequirement, 'id' | 'ofObject'>): Rule {
  return { ofObject, counted: countOf(id), kind: writeKind({ of: 'requirement', id }) };
}

/** The key under which the objects checked by a requirement are counted. */
export function countOf(id: string): string {
  return `judged by ${id}`;
}

/**
 * Checks one item of a list in the same way as sampled items, and counts its objects, their fields
 * and the rules that checked them in `shown`.
 */
export function judgeRow(
  version: Version,
  collection: WalkedCollection,
  row: Seen,
  shown: ListState['shown'],
  rulesOf: (table: Table) => readonly Rule[],
): Finding[] {
  const object = withoutEmptyParts(sampledIn(version, collection, row));
  if (object.strange !== undefined) {
    const kind = writeKind({ of: 'requirement', id: OF_ANOTHER_VERSION });
    return [{ kind, mismatch: object.strange }];
  }
  if (collection.form === 'list') for (const collected of object.collected) count(shown, collected);
  const ofForm =
    collection.form === 'list'
      ? object.mismatches.map((mismatch) => ({ kind: kindOf(mismatch), mismatch }))
      : object.mismatches.flatMap((mismatch) => ofAnyObject(mismatch));
  return [...ofForm, ...ofRules(version, object.collected, shown, rulesOf)];
}

/**
 * Whether an absent field is missing or an omitted blank depends on other objects: see `lacking`.
 */
function kindOf({ table, field, aspect }: FormMismatch): string {
  const declared = tableNamed(table).fields.find(({ name }) => name === field);
  const lacking = aspect === 'missing' && declared?.blank === true;
  return writeKind({ of: 'form', table, field, aspect: lacking ? 'lacking' : aspect });
}

/**
 * The mismatches of a listed patch, whose full form SPEC.md does not give: conventional types, and
 * fields before their version. Null is blank.
 */
function ofAnyObject(mismatch: FormMismatch): Finding[] {
  const { table, field, aspect, message, received } = mismatch;
  const declared = tableNamed(table).fields.find(({ name }) => name === field);
  if (declared === undefined || aspect === 'missing') return [];
  if (aspect === 'type' && (received === null || ownType(declared))) return [];
  const kind =
    aspect === 'premature'
      ? writeKind({ of: 'requirement', id: `version.patches.before-${declared.since}` })
      : writeKind({ of: 'form', table, field, aspect });
  return [{ kind, mismatch: { ...mismatch, message: message.replace('an embedded', 'a listed') } }];
}

function ofRules(
  version: Version,
  collected: readonly Sampled[],
  shown: ListState['shown'],
  rulesOf: (table: Table) => readonly Rule[],
): Finding[] {
  const findings: Finding[] = [];
  for (const object of collected) {
    for (const { ofObject, counted, kind } of rulesOf(object.table)) {
      const mismatch = ofObject.judge(object, version);
      if (mismatch === undefined) continue;
      const counts = shown[counted] ?? [0];
      shown[counted] = counts;
      counts[0] = (counts[0] ?? 0) + 1;
      for (const each of mismatch) findings.push({ kind, mismatch: each });
    }
  }
  return findings;
}

/** Only objects with a mismatch can have an empty embedded object. */
function withoutEmptyParts(object: ObjectSamples): ObjectSamples {
  if (object.mismatches.length === 0) return object;
  const { collected, mismatches } = withoutEmpty({ ...object, whole: [], unread: [], strange: [] });
  return { ...object, collected, mismatches };
}

function count(shown: ListState['shown'], { table, value }: Sampled): void {
  const counts = shown[table.name] ?? new Array<number>(table.fields.length + 1).fill(0);
  shown[table.name] = counts;
  counts[0] = (counts[0] ?? 0) + 1;
  table.fields.forEach(({ name }, index) => {
    if (Object.hasOwn(value, name)) counts[index + 1] = (counts[index + 1] ?? 0) + 1;
  });
}
