import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at, type Seen, seen } from '../../harness/place.js';
import { ROLES, type Role } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { canonical, sameValue } from '../support/comparison.js';
import { canSignIn } from '../support/writing/callers.js';
import { rowsOf } from '../support/writing/change.js';
import {
  bodyOf,
  fieldsIn,
  type Subject,
  type SubjectField,
  seenIn,
} from '../support/writing/subject.js';
import { type Command, commandOf, type Sequence } from './sequence.js';
import type { Look, Matter, Trial } from './trial.js';

/** An object in the model. */
export interface FieldModel {
  path: string;
  collection: string;
  id: number;
  /** The expected values of its fields. */
  values: Map<SubjectField, unknown>;
}

/** The options of a sequence of changes of an object. */
export interface FieldSequence extends Pick<Sequence<FieldModel>, 'what' | 'requests' | 'least'> {
  /** Whether the endpoint table has a PUT. */
  replaces: boolean;
  /** The largest number of writes in a sequence; undefined if writes leave nothing behind. */
  writes?: number;
  /** The roles that read the object. */
  readers: readonly Role[];
  /** The roles that read its list; empty if SPEC.md has no such list. */
  listed: readonly Role[];
}

/** Changes fields of an existing object: one or two at a time, or all at once. */
export function sequenceOf(subject: Subject, declared: FieldSequence): Sequence<FieldModel> {
  const { what, requests, least } = declared;
  return {
    what,
    requests,
    least,
    begins: 1,
    owner: subject.role,
    // Sets all fields first, so that earlier sequences make no difference.
    async begin(trial) {
      const { context } = trial;
      const path = await subject.path(context);
      const fields = fieldsIn(subject, context.api.version);
      const values = new Map(fields.map((field) => [field, field.another(undefined, context)]));
      const sent = bodyOf([...values].map(([{ name }, value]) => [name, value] as const));
      const answer = await trial.send(subject.role, 'PATCH', path, sent);
      if (answer.status !== 200) inconclusive(`${named(answer)} returned ${answer.status}`);
      const id = Number(path.split('/').at(-2));
      return { path, id, collection: subject.collection(context), values };
    },
    async commands(fc, context) {
      // Inconclusive if there is no such object.
      await subject.path(context);
      const count = fieldsIn(subject, context.api.version).length;
      const change = fc
        .subarray([...Array(count).keys()], { minLength: 1, maxLength: Math.min(2, count) })
        .map((indices) => changing(subject, declared, 'PATCH', (index) => indices.includes(index)));
      const replace = fc.constant(0).map(() => changing(subject, declared, 'PUT', () => true));
      const read = fc
        .constantFrom(...readersIn(context, declared.readers))
        .map((role) => looking(`read as ${role}`, (under) => lookAt(subject, role, under)));
      const replaces = declared.replaces ? [replace, replace] : [];
      // Responses to writes show the state; reads in between detect stale caches for other roles.
      const changes = Array(declared.replaces ? 5 : 2).fill(change);
      return [...changes, ...replaces, read];
    },
    // Each look is one request.
    ending: () => declared.readers.length + declared.listed.length,
    looks(model, trial) {
      const { context } = trial;
      return [
        ...readersIn(context, declared.readers).map((role) =>
          lookAt(subject, role, { model, trial }),
        ),
        ...readersIn(context, declared.listed).map((role) => lookAtList(role, { model, trial })),
      ];
    },
  };
}

interface Where {
  model: FieldModel;
  trial: Trial;
}

function readersIn(context: CheckContext, roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role) && canSignIn(context, role));
}

function changing(
  subject: Subject,
  { writes = Number.POSITIVE_INFINITY }: FieldSequence,
  method: 'PATCH' | 'PUT',
  isMeant: (index: number) => boolean,
): Command<FieldModel> {
  return commandOf(
    method === 'PUT' ? 'replace' : 'change',
    ({ trial }) => trial.writes < writes,
    async ({ model, trial }) => {
      const { context } = trial;
      const fields = [...model.values.keys()].filter((_, index) => isMeant(index));
      const sent = fields.map(
        (field) => [field.name, field.another(model.values.get(field), context)] as const,
      );
      const answer = await trial.send(subject.role, method, model.path, bodyOf(sent));
      if (!trial.expectStatus('state', answer, 200)) return;
      fields.forEach((field, index) => {
        model.values.set(field, sent[index]?.[1]);
      });
      expectValues('state', seen(answer), model, trial);
    },
  );
}

function looking(text: string, look: (where: Where) => Look): Command<FieldModel> {
  return commandOf(
    text,
    () => true,
    ({ model, trial }) => trial.look(look({ model, trial })),
  );
}

/** Reads the object by id; roles that cannot read it are left out. */
function lookAt(subject: Subject, role: Role, { model, trial }: Where): Look {
  const name = `read as ${role}`;
  return {
    name,
    async run() {
      const answer = await trial.get(role, model.path);
      // Access by other roles has requirements of its own.
      if (role !== subject.role && answer.status !== 200) return;
      if (!trial.expectStatus('state', answer, 200)) return;
      // The settings of a user are visible to that user only (docs/verdicts.md B-14).
      const isShown = (field: SubjectField) => role === subject.role || !field.name.includes('.');
      expectValues('state', seen(answer), model, trial, isShown);
    },
  };
}

function lookAtList(role: Role, { model, trial }: Where): Look {
  const name = `list as ${role}`;
  return {
    name,
    async run() {
      const answer = await trial.get(role, model.collection, { per_page: LARGEST_PAGE });
      const row = rowsOf(answer).find((each) => at(each, 'id').value === model.id);
      if (row !== undefined) expectValues('listed', row, model, trial);
    },
  };
}

/** Compares the values that are present; a missing field has a requirement of its own. */
function expectValues(
  matter: Matter,
  object: Seen,
  { values }: FieldModel,
  trial: Trial,
  isJudged: (field: SubjectField) => boolean = () => true,
): void {
  for (const [field, due] of values) {
    const place = seenIn(field, object);
    if (place.value === undefined || !isJudged(field)) continue;
    const what = `\`${field.name}\``;
    trial.expect(matter, sameValue(place.value, due), place, what, canonical(due));
  }
}
