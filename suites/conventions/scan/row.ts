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

/** The requirement that an object is of the version that was asked for. */
const OF_ANOTHER_VERSION = 'version.form';

/** A requirement that judges objects, and what is known of it for a million of them. */
export interface Rule {
  ofObject: ObjectRequirement['ofObject'];
  /** Under which the objects that it has judged are counted. */
  counted: string;
  kind: string;
}

/** The rule that a requirement makes. */
export function ruleOf({ id, ofObject }: Pick<ObjectRequirement, 'id' | 'ofObject'>): Rule {
  return { ofObject, counted: countOf(id), kind: writeKind({ of: 'requirement', id }) };
}

/** Under which the objects are counted that the requirement of that id has judged. */
export function countOf(id: string): string {
  return `judged by ${id}`;
}

/**
 * Judges one row of a list by itself, by what the samples judges the first rows by, and counts in
 * `shown` the objects that it shows, their fields, and what judged them.
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
  if (collection.form === 'list') for (const met of object.met) count(shown, met);
  const ofForm =
    collection.form === 'list'
      ? object.mismatches.map((mismatch) => ({ kind: kindOf(mismatch), mismatch }))
      : object.mismatches.flatMap((mismatch) => ofAnyObject(mismatch));
  return [...ofForm, ...ofRules(version, object.met, shown, rulesOf)];
}

/** What may depart in this way only in the light of others is left to them: see `lacking`. */
function kindOf({ table, field, aspect }: FormMismatch): string {
  const declared = tableNamed(table).fields.find(({ name }) => name === field);
  const lacking = aspect === 'missing' && declared?.blank === true;
  return writeKind({ of: 'form', table, field, aspect: lacking ? 'lacking' : aspect });
}

/**
 * Of a listed patch, whose form SPEC.md does not show: the types that are conventions for every
 * object, and the fields that come with a version. What is null is blank.
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
  met: readonly Sampled[],
  shown: ListState['shown'],
  rulesOf: (table: Table) => readonly Rule[],
): Finding[] {
  const findings: Finding[] = [];
  for (const object of met) {
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

/** An embedded object with nothing in it departs, or it would not be worth a look. */
function withoutEmptyParts(object: ObjectSamples): ObjectSamples {
  if (object.mismatches.length === 0) return object;
  const { met, mismatches } = withoutEmpty({ ...object, whole: [], unread: [], strange: [] });
  return { ...object, met, mismatches };
}

function count(shown: ListState['shown'], { table, value }: Sampled): void {
  const counts = shown[table.name] ?? new Array<number>(table.fields.length + 1).fill(0);
  shown[table.name] = counts;
  counts[0] = (counts[0] ?? 0) + 1;
  table.fields.forEach(({ name }, index) => {
    if (Object.hasOwn(value, name)) counts[index + 1] = (counts[index + 1] ?? 0) + 1;
  });
}
