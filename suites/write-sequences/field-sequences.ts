import fc from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { unanswered } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { outerOf } from '../../specification/writable.js';
import { rowsOf } from '../support/known-rows.js';
import { canSignIn, isPossible } from '../support/writing/callers.js';
import {
  bodyOf,
  expectShown,
  fieldsIn,
  type Subject,
  type SubjectField,
} from '../support/writing/subject.js';
import { type Command, command, type Requests, type Sequence } from './sequence.js';

/** An object, and the values that its fields should have. */
interface FieldModel {
  path: string;
  values: Map<SubjectField, unknown>;
}

/** What distinguishes sequences of changes of an object. */
export interface FieldSequence {
  subject: Subject;
  /** Where its values are read: in responses to writes and by its id, or in its list. */
  where: 'object' | 'list';
  readers: readonly Role[];
  requests: number;
}

/** Changes fields of an existing object: one or two at a time, or all at once. */
export function fieldSequence(declared: FieldSequence): Sequence<FieldModel> {
  const { subject, where, requests } = declared;
  const replaces = subject.methods.includes('PUT');
  const read = where === 'list' ? readList : readObject;
  return {
    what: `${where} of ${subject.what}`,
    requests,
    // All fields are set first, so that earlier sequences make no difference, and then read by all,
    // so that caches are filled.
    async begin(requests) {
      const { context } = requests;
      const path = await subject.path(context);
      const values = new Map(
        usableFields(subject, context).map((field) => [field, field.another(undefined, context)]),
      );
      const model = { path, values };
      const answer = await requests.send(subject.role, 'PATCH', path, sentIn(values));
      if (answer.status >= 300) unanswered(answer);
      for (const role of readersIn(declared, context)) await read(declared, role, model, requests);
      return model;
    },
    commands(context) {
      const keys = [...new Set(usableFields(subject, context).map(({ name }) => outerOf(name)))];
      const some = fc.subarray(keys, { minLength: 1, maxLength: Math.min(2, keys.length) });
      const change = some.map((chosen) => changing(declared, 'PATCH', chosen));
      const replace = fc.constant(changing(declared, 'PUT', keys));
      const look = fc
        .constantFrom(...readersIn(declared, context))
        .map((role) => command<FieldModel>((model, sent) => read(declared, role, model, sent)));
      return [change, change, change, change, ...(replaces ? [replace] : []), look];
    },
    async end(model, requests) {
      const { context } = requests;
      for (const role of readersIn(declared, context)) await read(declared, role, model, requests);
    },
  };
}

/** The fields that can be changed on this instance: a bundle of a single patch cannot be given another. */
function usableFields(subject: Subject, context: CheckContext): SubjectField[] {
  return fieldsIn(subject, context.api.version).filter((field) =>
    isPossible(() => field.another(undefined, context)),
  );
}

function readersIn({ readers, subject }: FieldSequence, context: CheckContext): Role[] {
  const known = readers.filter((role) => canSignIn(context, role));
  return known.length > 0 ? known : [subject.role];
}

function sentIn(values: Iterable<readonly [SubjectField, unknown]>): Record<string, unknown> {
  return bodyOf([...values].map(([{ name }, value]) => [name, value] as const));
}

function changing(
  { subject, where }: FieldSequence,
  method: 'PATCH' | 'PUT',
  keys: readonly string[],
): Command<FieldModel> {
  return command(async ({ path, values }, requests) => {
    const { context } = requests;
    const changed = [...values]
      .filter(([{ name }]) => keys.includes(outerOf(name)))
      .map(([field, value]) => [field, field.another(value, context)] as const);
    const answer = await requests.send(subject.role, method, path, sentIn(changed));
    // A refusal is the violation of the requirement on the object only.
    if (answer.status >= 300 && where === 'object') context.expect.status(answer, 200);
    if (answer.status >= 300) unanswered(answer);
    for (const [field, value] of changed) values.set(field, value);
    if (where === 'object') expectValues(context, seen(answer), values);
  });
}

/** Reads the object by its id. Access by other roles has requirements of its own. */
async function readObject(
  { subject }: FieldSequence,
  role: Role,
  { path, values }: FieldModel,
  requests: Requests,
): Promise<void> {
  const { context } = requests;
  const answer = await requests.get(role, path);
  if (role === subject.role) context.expect.status(answer, 200);
  if (answer.status !== 200) return;
  // The settings of a user are visible to that user only (docs/verdicts.md B-14).
  const isShown = ({ name }: SubjectField) => role === subject.role || !name.includes('.');
  expectValues(context, seen(answer), values, isShown);
}

/** Reads the object in its list, if it is on the first page. */
async function readList(
  { subject }: FieldSequence,
  role: Role,
  { path, values }: FieldModel,
  requests: Requests,
): Promise<void> {
  const { context } = requests;
  const query = { per_page: LARGEST_PAGE };
  const answer = await requests.get(role, subject.collection(context), query);
  const id = Number(path.split('/').at(-2));
  const row = rowsOf(answer).find((each) => at(each, 'id').value === id);
  if (row !== undefined) expectValues(context, row, values);
}

/** Compares the values that are present: a missing field has a requirement of its own. */
function expectValues(
  context: CheckContext,
  object: Seen,
  values: ReadonlyMap<SubjectField, unknown>,
  isShown: (field: SubjectField) => boolean = () => true,
): void {
  const present = [...values].filter(
    ([field]) => field.shown(object) !== undefined && isShown(field),
  );
  context.expect.all(present, ([field, value]) => expectShown(context, field, object, value));
}
