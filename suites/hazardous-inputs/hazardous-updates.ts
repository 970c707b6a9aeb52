import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { shown } from '../../harness/expect.js';
import { isObject, seen, valueAt } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { readable } from '../support/readable.js';
import {
  bodyOf,
  fieldsIn,
  type Subject,
  type SubjectField,
  writes,
} from '../support/writing/subject.js';
import { hazardsOf } from './hazards.js';
import { answerTo, lostFields, readsShowing, type ShowingRead } from './showing-reads.js';

/** An object whose fields are set to hazardous values. */
export interface HazardTarget extends Pick<Requirement, 'id' | 'says' | 'consequence'> {
  subject: Subject;
  /** Makes it as visible as possible, and restores its visibility. */
  show?(context: CheckContext): Promise<unknown>;
  hide?(context: CheckContext): Promise<unknown>;
}

/** A field, and the value that it has for a while. */
interface Hazard {
  field: SubjectField;
  value: string;
}

/** The object with plain values, and the reads that show it. */
interface Plain {
  subject: Subject;
  path: string;
  values: ReadonlyMap<SubjectField, unknown>;
  own: Answer;
  reads: readonly ShowingRead[];
}

/** What is wrong while a field has a value. */
interface Effect extends Pick<Mismatch, 'message' | 'expected' | 'received'> {
  exchange: number;
}

/**
 * Sends each hazardous value of a fixed list to each text field: one PATCH, then all reads that show
 * the object. A plain value is restored before the next.
 */
export function survives(target: HazardTarget): Requirement {
  const { subject, id, says, consequence } = target;
  return writes(subject, {
    id,
    says,
    spec: 'Endpoint table',
    needs: ['hazardous-inputs'],
    consequence,
    async check(context) {
      // Inconclusive if there is no such object.
      await subject.path(context);
      await readable(async () => [await target.show?.(context)]);
      try {
        await tryEach(context, await begin(context, target));
      } finally {
        await readable(async () => [await target.hide?.(context)]);
      }
    },
  });
}

/** Sets the fields to plain values, and finds the reads that show the object. */
async function begin(context: CheckContext, { subject }: HazardTarget): Promise<Plain> {
  const owner = context.api.as(subject.role);
  const path = await subject.path(context);
  const fields = fieldsIn(subject, context.api.version).filter(
    ({ value }) => hazardsOf(value, '').length > 0,
  );
  const values = new Map(fields.map((field) => [field, field.another(undefined, context)]));
  const json = bodyOf([...values].map(([{ name }, value]) => [name, value] as const));
  const answer = await context.write.send(owner, 'PATCH', path, { json });
  const own = await owner.get(path);
  for (const [field, value] of values) {
    // A field that does not store a plain value has a requirement of its own.
    if (field.shown(seen(own)) !== value) values.delete(field);
  }
  if (answer.status >= 300 || values.size === 0)
    inconclusive('no field stores a plain value', 'failed-write');
  const [id, url] = ['id', 'url'].map((name) => valueAt(seen(own), name));
  const reads = await readsShowing(context, subject, { path, id, url });
  return { subject, path, values, own, reads };
}

async function tryEach(context: CheckContext, plain: Plain): Promise<void> {
  const { accept, api, expect, write } = context;
  const unlike = write.name();
  const hazards = [...plain.values.keys()].flatMap((field) =>
    hazardsOf(field.value, unlike).map((value) => ({ field, value })),
  );
  const mismatches: Mismatch[] = [];
  let refused = 0;
  for (const hazard of hazards) {
    const { answer, effects } = await effectsOf(context, plain, hazard);
    if (answer.status === 400) refused += 1;
    const isRestored = await restored(context, plain, hazard);
    if (!isRestored)
      effects.push(effect(answer, 'the plain value cannot be restored', 'status 200'));
    const [first] = effects;
    if (first !== undefined) {
      for (const each of effects) api.note(each);
      const all = effects.map(({ message }) => message).join('; ');
      const message = `while \`${hazard.field.name}\` is ${quoted(hazard.value)}: ${all}`;
      mismatches.push({ ...first, message });
    }
    if (!isRestored) break;
  }
  if (refused > 0) accept(`${refused} of ${hazards.length} values refused with 400`);
  expect.none(mismatches);
}

/** Sets a field to a hazardous value, and reads whatever shows the object. */
async function effectsOf(
  context: CheckContext,
  plain: Plain,
  { field, value }: Hazard,
): Promise<{ answer: Answer; effects: Effect[] }> {
  const { subject, path, reads } = plain;
  const owner = context.api.unnoted().as(subject.role);
  const json = bodyOf([[field.name, value]]);
  const answer = await context.write.send(owner, 'PATCH', path, { json });
  const own = await owner.get(path);
  const stored = field.shown(seen(own));
  const effects: Effect[] = [];
  if (answer.status === 400) {
    if (stored === value) effects.push(effect(own, 'it is refused, but stored', 'the plain value'));
  } else if (answer.status >= 300) {
    effects.push(effect(answer, returned(answer), 'status 200 or 400'));
  } else if (own.status === 200 && stored !== value) {
    effects.push(effect(own, `a later GET returns ${quoted(stored)}`, quoted(value)));
  }
  if (own.status !== 200) effects.push(effect(own, returned(own), 'status 200, as before'));
  else effects.push(...(await addressEffects(context, plain, own)));
  const answers = await Promise.all(reads.map((read) => answerTo(context, read)));
  answers.forEach((each, index) => {
    if (each.url === own.url && each.role === own.role) return;
    if (each.status !== 200) effects.push(effect(each, returned(each), 'status 200, as before'));
    const [lost] = each.status === 200 ? lostFields(reads[index]?.json, each.json) : [];
    if (lost !== undefined) effects.push(effect(each, `${named(each)} lacks ${lost}`, lost));
  });
  return { answer, effects };
}

/**
 * `url` still returns the object, and a client that resolves `web_url` and `mbox` still gets an address of
 * the same form: `bundle/user/../` is `bundle/`, another page. A field that is written is none of these.
 */
async function addressEffects(
  { api }: CheckContext,
  { subject, own: before }: Plain,
  own: Answer,
): Promise<Effect[]> {
  const effects: Effect[] = [];
  const url = valueAt(seen(own), 'url');
  const id = valueAt(seen(before), 'id');
  if (typeof url === 'string') {
    const followed = await api.unnoted().as(subject.role).follow(url);
    const isSame = followed.status === 200 && isObject(followed.json) && followed.json.id === id;
    if (!isSame) effects.push(effect(followed, `its \`url\` ${url} leads elsewhere`, `id ${id}`));
  }
  const written = subject.fields.map(({ name }) => name);
  for (const name of ['web_url', 'mbox'].filter((each) => !written.includes(each))) {
    const [then, now] = [before, own].map((answer) => valueAt(seen(answer), name));
    if (formOf(then) === undefined || formOf(then) === formOf(now)) continue;
    effects.push(
      effect(own, `its \`${name}\` ${String(now)} leads elsewhere`, `as ${String(then)}`),
    );
  }
  return effects;
}

/** The number of segments of an address as a client resolves it, and whether it has a query or a fragment. */
function formOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { pathname, search, hash } = new URL(address);
  return [pathname.split('/').length, search !== '', hash !== ''].join(' ');
}

/** Restores the plain value unless it is there; false if that fails. */
async function restored(
  { api, write }: CheckContext,
  { subject, path, values }: Plain,
  { field }: Hazard,
): Promise<boolean> {
  const owner = api.unnoted().as(subject.role);
  const isThere = async () => {
    const read = await owner.get(path);
    return read.status === 200 && field.shown(seen(read)) === values.get(field);
  };
  if (await isThere()) return true;
  const json = bodyOf([[field.name, values.get(field)]]);
  const answer = await write.send(owner, 'PATCH', path, { json });
  return answer.status < 300 || isThere();
}

function effect({ status, exchange }: Answer, message: string, expected: string): Effect {
  return { message, expected, received: status, exchange };
}

function returned(answer: Answer): string {
  return `${named(answer)} returned ${answer.status}`;
}

/** A text in quotes, with its length if it is truncated. */
function quoted(text: unknown): string {
  const length = typeof text === 'string' ? text.length : 0;
  return shown(text, 60) + (length > 60 ? ` (${length} characters)` : '');
}
