import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { readable } from '../support/readable.js';
import { invalidUpdates } from '../support/writing/invalid.js';
import { keptFields } from '../support/writing/rows.js';
import {
  bodyOf,
  hasValue,
  type Subject,
  type SubjectField,
  writes,
} from '../support/writing/subject.js';
import { Consequences, quoted } from './consequences.js';
import {
  answerTo,
  type ContainingRead,
  fieldsLost,
  readsContaining,
  type Wanted,
} from './containing-reads.js';
import { hazardsOf } from './hazards.js';

/** An object whose fields are set to hazardous values. */
export interface HazardTarget extends Pick<Requirement, 'id' | 'says' | 'consequence'> {
  subject: Subject;
  /** The filter that selects the list items that contain it. */
  filter(context: CheckContext): Wanted['filter'];
  /** Makes it as visible as possible, and restores its visibility. */
  show?(context: CheckContext): Promise<unknown>;
  hide?(context: CheckContext): Promise<unknown>;
}

/** A field and the value that it is set to for a while. */
interface Hazard {
  field: SubjectField;
  value: string;
}

/** The state of a trial. */
interface Trial {
  endangered: HazardTarget;
  path: string;
  /** The values of the fields before and after each hazard. */
  plain: ReadonlyMap<string, unknown>;
  /** The fields that store non-ASCII characters. */
  keepsLetters: ReadonlySet<string>;
  reads: readonly ContainingRead[];
  consequences: Consequences;
}

/**
 * Sends each hazardous value of a fixed list to each text field. All reads that contain the object are
 * repeated while the value is set; then a plain value is restored.
 */
export function survives(endangered: HazardTarget): Requirement {
  const { subject, id, says, consequence } = endangered;
  return writes(subject, {
    id,
    says,
    spec: 'Endpoint table',
    needs: ['hazardous-inputs'],
    consequence,
    async check(context) {
      const kept = (await keptFields(context, subject)).map(({ name }) => name);
      const due = allHazards(context, subject);
      // A field that does not store a plain value has a requirement of its own.
      const hazards = due.filter(({ field }) => kept.includes(field.name));
      if (hazards.length === 0) inconclusive('no field stores a plain value');
      await readable(async () => [await endangered.show?.(context)]);
      try {
        await tryEach(context, endangered, hazards);
      } finally {
        await readable(async () => [await endangered.hide?.(context)]);
      }
    },
  });
}

/** Every hazard of every field that the version under test has. */
function allHazards({ api, write }: CheckContext, subject: Subject): Hazard[] {
  const unlike = write.name();
  return subject.fields
    .filter((field) => since(field.since).includes(api.version))
    .flatMap((field) => hazardsOf(field.value, unlike).map((value) => ({ field, value })));
}

async function tryEach(
  context: CheckContext,
  endangered: HazardTarget,
  hazards: readonly Hazard[],
): Promise<void> {
  const trial = await begin(context, endangered, hazards);
  const { consequences } = trial;
  let refused = 0;
  for (const hazard of hazards) {
    const answer = await tryOne(context, trial, hazard);
    if (answer.status === 400) refused += 1;
    if (await isPutBack(context, trial, hazard)) continue;
    consequences.add(hazard, answer, 'the plain value cannot be restored');
    break;
  }
  if (refused > 0) context.accept(`${refused} of ${hazards.length} values refused with 400`);
  context.expect.none(consequences.mismatches());
}

/** Sets the fields to plain values, and finds the reads that contain the object. */
async function begin(
  context: CheckContext,
  endangered: HazardTarget,
  hazards: readonly Hazard[],
): Promise<Trial> {
  const { api } = context;
  const { subject } = endangered;
  const path = await subject.path(context);
  const owner = api.as(subject.role);
  const present = await owner.object(path);
  const fields = [...new Set(hazards.map(({ field }) => field))];
  const plain = new Map(
    fields.map((field) => [field.name, field.another(field.shown(present), context)]),
  );
  const withLetters = fields
    .filter(({ value }) => value.kind === 'name' || value.kind === 'text')
    .map((field) => [field.name, `${String(plain.get(field.name))} é中`] as const);
  const letters =
    withLetters.length > 0 ? seen(await put(context, endangered, path, withLetters)) : undefined;
  const keepsLetters = new Set(
    withLetters
      .filter(([name, sent]) => letters !== undefined && at(letters, name).value === sent)
      .map(([name]) => name),
  );
  const read = await put(context, endangered, path, [...plain]);
  const after = seen(read);
  if (!fields.every((field) => hasValue(field, after, plain.get(field.name)))) {
    inconclusive(`no PATCH of the ${subject.what} stores plain values in all of its fields`);
  }
  const reads = await readsContaining(context, {
    url: at(after, 'url').value,
    path,
    collection: subject.collection(context),
    role: subject.role,
    filter: endangered.filter(context),
  });
  return { endangered, path, plain, keepsLetters, reads, consequences: new Consequences() };
}

/** Writes values and reads the object again. */
async function put(
  context: CheckContext,
  { subject }: HazardTarget,
  path: string,
  values: readonly (readonly [string, unknown])[],
): Promise<Answer> {
  const owner = context.api.as(subject.role);
  await context.write.send(owner, 'PATCH', path, { json: bodyOf(values) });
  return owner.get(path);
}

/** Sets a field to a hazardous value, and records the consequences. */
async function tryOne(context: CheckContext, trial: Trial, hazard: Hazard): Promise<Answer> {
  const { endangered, path, consequences } = trial;
  const { field, value } = hazard;
  const owner = context.api.unnoted().as(endangered.subject.role);
  const json = bodyOf([[field.name, value]]);
  const answer = await context.write.send(owner, 'PATCH', path, { json });
  const after = await owner.get(path);
  const now = field.shown(seen(after));
  if (after.status !== 200) {
    consequences.add(hazard, after, `${named(after)} returned ${after.status}`);
  }
  if (answer.status === 400) {
    if (now === value) {
      consequences.add(hazard, after, 'the PATCH is refused, but the value is stored');
    }
    return answer;
  }
  if (answer.status !== 200) {
    const what = `${named(answer)} returned ${answer.status}`;
    consequences.add(hazard, answer, what, 'status 200 or 400');
  } else if (
    after.status === 200 &&
    now !== value &&
    (await isJudged(context, trial, hazard, now))
  ) {
    consequences.add(hazard, after, `a later GET returns ${quoted(now)}`, quoted(value));
  }
  await lookAround(context, trial, hazard, after);
  return answer;
}

/**
 * Repeats all reads that contain the object while a hazardous value is set; `own` is the response
 * to its owner.
 */
async function lookAround(
  context: CheckContext,
  { reads, consequences }: Trial,
  hazard: Hazard,
  own: Answer,
): Promise<void> {
  const answers = await Promise.all(reads.map((read) => answerTo(context, read)));
  answers.forEach((answer, index) => {
    if (answer.status !== 200) {
      if (answer.url === own.url && answer.status === own.status) return;
      consequences.add(hazard, answer, `${named(answer)} returned ${answer.status}`);
      return;
    }
    const [lost] = fieldsLost(reads[index]?.json, answer.json);
    if (lost === undefined) return;
    const what = `the field \`${lost.split('/').at(-1)}\` is missing in ${named(answer)}`;
    consequences.add(hazard, answer, what, `${lost}, as before`);
  });
}

/**
 * Whether an altered value is reported here. Not if the field stores no non-ASCII characters, which
 * the requirement on random values reports, nor if it accepts and ignores invalid values.
 */
async function isJudged(
  context: CheckContext,
  { endangered, keepsLetters, plain }: Trial,
  { field, value }: Hazard,
  now: unknown,
): Promise<boolean> {
  const isAscii = /^[\0-\x7f]*$/.test(value);
  if (!isAscii && !keepsLetters.has(field.name)) return false;
  if (now !== plain.get(field.name)) return true;
  const updates = await readable(() => invalidUpdates(context, endangered.subject));
  return !updates.some(({ name, answer }) => name === field.name && answer.status < 400);
}

/** Restores the plain value unless it is set; false if that fails. */
async function isPutBack(
  context: CheckContext,
  { endangered, path, plain }: Trial,
  { field }: Hazard,
): Promise<boolean> {
  const sent = plain.get(field.name);
  const owner = context.api.unnoted().as(endangered.subject.role);
  const isThere = async () => {
    const read = await owner.get(path);
    return read.status === 200 && hasValue(field, seen(read), sent);
  };
  if (await isThere()) return true;
  const json = bodyOf([[field.name, sent]]);
  const answer = await context.write.send(owner, 'PATCH', path, { json });
  return answer.status === 200 || isThere();
}
