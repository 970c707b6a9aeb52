import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { shown } from '../../harness/expect.js';
import { isObject, type Seen, seen, valueAt } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { readable } from '../support/readable.js';
import { type Attempt, attempt, isKept, type Row } from '../support/writing/attempt.js';
import { keptFields } from '../support/writing/changes.js';
import { type Subject, type SubjectField, writes } from '../support/writing/subject.js';
import { hazardsOf } from './hazards.js';
import { answerTo, lostFields, readsShowing, type ShowingRead } from './showing-reads.js';

/** An object whose fields are set to hazardous values. */
export interface HazardTarget extends Pick<Requirement, 'id' | 'says' | 'consequence'> {
  subject: Subject;
  /** Makes it as visible as possible, and restores its visibility. */
  show?(context: CheckContext): Promise<unknown>;
  hide?(context: CheckContext): Promise<unknown>;
}

/** What is wrong while a field has a value. */
interface Effect extends Pick<Mismatch, 'message' | 'expected' | 'received'> {
  exchange: number;
}

/**
 * Sends each hazardous value of a fixed list to each text field: one PATCH, then all reads that show
 * the object. The value before it is restored before the next.
 */
export function survives({ subject, show, hide, ...declared }: HazardTarget): Requirement {
  return writes(subject, {
    ...declared,
    spec: 'Endpoint table',
    needs: ['hazardous-inputs'],
    async check(context) {
      const kept = await keptFields(context, subject);
      const fields = kept.filter(({ value }) => hazardsOf(value, '').length > 0);
      if (fields.length === 0) inconclusive('no field stores a plain value', 'failed-write');
      await readable(async () => [await show?.(context)]);
      try {
        await tryEach(context, subject, fields);
      } finally {
        await readable(async () => [await hide?.(context)]);
      }
    },
  });
}

async function tryEach(
  context: CheckContext,
  subject: Subject,
  fields: readonly SubjectField[],
): Promise<void> {
  const { accept, api, expect, write } = context;
  const path = await subject.path(context);
  const reads = await readsShowing(context, subject, await api.as(subject.role).object(path));
  const name = write.name();
  const hazards = fields.flatMap((field) =>
    hazardsOf(field.value, name).map((value) => ({ field, value })),
  );
  // Only the requests that show an effect are evidence.
  const quiet = { ...context, api: api.unnoted() };
  const mismatches: Mismatch[] = [];
  let refused = 0;
  let otherwise = 0;
  for (const [n, { field, value }] of hazards.entries()) {
    const done = await attempt(quiet, subject, patchOf(subject, `hazard ${n}`, field, value));
    if (done.answer.status === 400) refused += 1;
    else if (done.read.status === 200 && field.shown(done.after) !== value) otherwise += 1;
    const effects = await effectsOf(quiet, { subject, field, reads, value }, done);
    const plain = field.shown(done.before);
    const isPlain = ({ read, after }: Attempt) =>
      read.status === 200 && isKept(field, { sent: [[field.name, plain]], after });
    const restore = patchOf(subject, `the value before hazard ${n}`, field, plain);
    const isRestored =
      isPlain(done) || isPlain(await attempt(quiet, subject, { ...restore, restores: true }));
    if (!isRestored)
      effects.push(effect(done.answer, 'the plain value cannot be restored', 'status 200'));
    const [first] = effects;
    if (first !== undefined) {
      for (const each of effects) api.note(each);
      const all = effects.map(({ message }) => message).join('; ');
      const message = `while \`${field.name}\` is ${quoted(value)}: ${all}`;
      mismatches.push({ ...first, message, others: effects.map(({ exchange }) => exchange) });
    }
    if (!isRestored) break;
  }
  if (refused > 0) accept(`${refused} of ${hazards.length} values refused with 400`);
  // B-57: such a text may be stored in another form.
  if (otherwise > 0)
    accept(`${otherwise} of ${hazards.length} values accepted, but not returned as sent`);
  expect.none(mismatches, hazards.length);
}

function patchOf({ role }: Subject, name: string, field: SubjectField, value: unknown): Row {
  return { name, role, method: 'PATCH', encoding: 'JSON', values: () => [[field.name, value]] };
}

/** What is wrong with the response, the object, and whatever shows it. */
async function effectsOf(
  context: CheckContext,
  sent: { subject: Subject; field: SubjectField; reads: readonly ShowingRead[]; value: string },
  { answer, before, read: own, after }: Attempt,
): Promise<Effect[]> {
  const { subject, field, reads, value } = sent;
  const stored = field.shown(after);
  const effects: Effect[] = [];
  if (answer.status === 400) {
    if (stored === value) effects.push(effect(own, 'it is refused, but stored', 'the plain value'));
  } else if (answer.status >= 300) {
    effects.push(effect(answer, returned(answer), 'status 200 or 400'));
  } else if (own.status === 200 && stored === undefined) {
    effects.push(effect(own, `a later GET lacks \`${field.name}\``, quoted(value)));
  }
  if (own.status !== 200) effects.push(effect(own, returned(own), 'status 200, as before'));
  else effects.push(...(await addressEffects(context, subject, before, own)));
  for (const read of reads) {
    const each = await answerTo(context, read);
    if (each.url === own.url && each.role === own.role) continue;
    if (each.status !== 200) effects.push(effect(each, returned(each), 'status 200, as before'));
    const [lost] = each.status === 200 ? lostFields(read.json, each.json) : [];
    if (lost !== undefined) effects.push(effect(each, `${named(each)} lacks ${lost}`, lost));
  }
  return effects;
}

/**
 * `url` still returns the object, and a client that resolves `web_url` and `mbox` still gets an address of
 * the same form: `bundle/user/../` is `bundle/`, another page. A field that is written is none of these.
 */
async function addressEffects(
  { api }: CheckContext,
  subject: Subject,
  before: Seen,
  own: Answer,
): Promise<Effect[]> {
  const effects: Effect[] = [];
  const url = valueAt(seen(own), 'url');
  const id = valueAt(before, 'id');
  if (typeof url === 'string') {
    const followed = await api.as(subject.role).followWithRedirect(url);
    const isSame = followed.status === 200 && isObject(followed.json) && followed.json.id === id;
    if (!isSame) effects.push(effect(followed, `its \`url\` ${url} leads elsewhere`, `id ${id}`));
  }
  const written = subject.fields.map(({ name }) => name);
  for (const name of ['web_url', 'mbox'].filter((each) => !written.includes(each))) {
    const [then, now] = [valueAt(before, name), valueAt(seen(own), name)];
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
