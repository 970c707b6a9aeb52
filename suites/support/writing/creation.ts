import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import { Memo } from '../../../harness/memo.js';
import { at, isObject, type Seen, seen } from '../../../harness/place.js';
import { SIGNED_IN_ROLES, type SignedInRole } from '../../../harness/role.js';
import { malformed } from '../../../harness/unusable-id.js';
import { inconclusive, unanswered } from '../../../harness/violation.js';
import { idOf } from '../../../harness/writing/own-rows.js';
import type { ResourceName } from '../../../specification/resource.js';
import { VERSIONS } from '../../../specification/versions.js';
import type { Row } from './attempt.js';
import { canSignIn, isPossible } from './callers.js';
import { FAR } from './fixed-values.js';
import { type List, readLists } from './lists.js';
import type { RefusalTable, Refusing } from './refusals.js';

/** The body of a POST. */
export type Sent = Readonly<Record<string, unknown>>;

/** The POSTs that must be refused, and the id of the object that was created before. */
export interface CreationTable extends RefusalTable {
  id: number;
  /** Those without `Content-Type`. */
  untyped: readonly Row[];
}

/** A collection to which a run adds objects. */
export interface Creating extends Refusing {
  resource: ResourceName;
  /** As in the endpoint table: `patches/{id}/checks/`. */
  route: string;
  /** The role that reads the objects. */
  reader: 'user' | 'anonymous';
  /** The invalid value of a field where the usual one would be accepted. */
  wrong: Readonly<Record<string, unknown>>;
  /** The same in a form, where there is none otherwise. */
  wrongInForm?: Readonly<Record<string, unknown>>;
  /** Values that name an object that does not exist, next to one that does. */
  unknown?(context: CheckContext): Sent;
  /** The id of the requirement that a refusal creates nothing. */
  nothingMade: string;
  table(context: CheckContext): Promise<CreationTable>;
  /** The list of the new objects; undefined if no version has it. */
  list(context: CheckContext): List | undefined;
  /** The further lists that hold such objects, or report them. */
  otherLists(context: CheckContext): Promise<List[]>;
  /** Bodies with a value for each field, the preferred one first. */
  drafts(context: CheckContext): Promise<Sent[]>;
  /** The field with the user who created it. */
  author: 'owner' | 'user';
  /** Fields that the service sets, and must not take from a body. */
  setByService(context: CheckContext): Promise<Sent>;
  /** A body that any conforming instance accepts. */
  sound(context: CheckContext): Sent;
  /** Further fields that show in an invalid body which run sent it. */
  marked(context: CheckContext): Sent;
  /** Whether this run may have created a listed object: other clients may create some at any time. */
  mayBeMade(context: CheckContext, row: Seen): boolean;
  /** Whether nobody but this run can change a listed object. */
  isOnlyOurs(context: CheckContext, row: Seen): boolean;
  /** Whether a row of a list is that object, or reports it. */
  isAbout(row: Seen, id: number): boolean;
}

/** A request to create an object, its response, and the lists around it. */
export interface Creation {
  sent: Sent;
  answer: Answer;
  /** The response to the body with fields that the service sets; the same as `answer` unless refused. */
  withServiceFields: Answer;
  /** The list, if there is one, and the other lists, before and after. */
  before: Answer[];
  after: Answer[];
  /** The object by its id right after its creation; undefined if there is no id. */
  read: Answer | undefined;
}

/** An object created by this run. */
export interface Made extends Creation {
  id: number;
  path: string;
  shown: Seen;
}

const CREATIONS = new Memo<Creation>();

/** Creates an object by JSON, once in a version. */
export function creation(context: CheckContext, creating: Creating): Promise<Creation> {
  const { what, role } = creating;
  const { api, instance, write } = context;
  return instance.once(CREATIONS, [what, api.version], async () => {
    const lists = [creating.list(context) ?? [], await creating.otherLists(context)].flat();
    const before = await readLists(context, lists);
    const path = await creating.path(context);
    const post = (json: Sent) => write.send(api.as(role), 'POST', path, { json });
    let done: Pick<Creation, 'sent' | 'answer' | 'withServiceFields'> | undefined;
    for (const sent of await creating.drafts(context)) {
      if (done !== undefined && done.answer.status < 400) break;
      done = { sent, ...(await withFieldsOfService(context, creating, sent, post)) };
    }
    if (done === undefined) throw new RangeError(`there is no body for a ${what}`);
    const read = await readBack(context, creating, done.answer);
    return { ...done, before, read, after: await readLists(context, lists) };
  });
}

/**
 * Sends a body with fields that the service sets, an id among them; as often as it is refused, without those that the
 * refusal names (docs/verdicts.md B-36): of several, an instance may refuse one and take another.
 */
export async function withFieldsOfService(
  context: CheckContext,
  creating: Creating,
  sent: Sent,
  post: (body: Sent) => Promise<Answer>,
): Promise<Pick<Creation, 'answer' | 'withServiceFields'>> {
  let fixed: Sent = { id: idOfNone(context), ...(await creating.setByService(context)) };
  const withServiceFields = await post({ ...sent, ...fixed });
  let answer = withServiceFields;
  while (answer.status >= 400 && Object.keys(fixed).length > 0) {
    const { json } = answer;
    const left = Object.entries(fixed).filter(
      ([name]) => !isObject(json) || !Object.hasOwn(json, name),
    );
    const isNamed = answer.status === 400 && left.length < Object.keys(fixed).length;
    fixed = Object.fromEntries(isNamed ? left : []);
    answer = await post({ ...sent, ...fixed });
  }
  return { withServiceFields, answer };
}

/** An id that no object of the instance has; another one in each version. */
export function idOfNone({ api }: CheckContext): number {
  return FAR + VERSIONS.indexOf(api.version);
}

/** The object of a response, as its reader sees it; undefined if the response has no id. */
export async function readBack(
  context: CheckContext,
  creating: Creating,
  answer: Answer,
): Promise<Answer | undefined> {
  const id = idOf(answer.json);
  if (answer.status >= 400 || id === undefined) return undefined;
  return context.api.as(creating.reader).get(`${await creating.path(context)}${id}/`);
}

/** The object created in a version; inconclusive if it could not be created or read. */
export async function made(context: CheckContext, creating: Creating): Promise<Made> {
  const done = await creation(context, creating);
  const { answer, read } = done;
  const id = idOf(answer.json);
  if (read === undefined || id === undefined) {
    return inconclusive(whyNotCreated(creating.what, answer), 'failed-write', {
      requirement: creating.id,
    });
  }
  if (read.status !== 200) unanswered(read);
  return { ...done, id, path: `${await creating.path(context)}${id}/`, shown: seen(read) };
}

/**
 * A member that names another user as the author: one of the run's own roles, so that no other user
 * is affected. Empty if the run has only one role.
 */
export function anotherRole(
  context: CheckContext,
  name: string,
  caller: SignedInRole,
): Record<string, number> {
  const { write } = context;
  const others = SIGNED_IN_ROLES.filter((each) => each !== caller);
  const role = others.find((each) => isPossible(() => write.ownId(each)));
  return role === undefined ? {} : { [name]: write.ownId(role) };
}

/** The ids of the users of this run. */
export function ownUsers(context: CheckContext): unknown[] {
  const roles = SIGNED_IN_ROLES.filter((role) => canSignIn(context, role));
  return roles.map((role) => context.write.ownId(role));
}

/** Why an object cannot be used: it was not created, or the response has no integer id or that of another one. */
export function whyNotCreated(what: string, answer: Answer): string {
  if (answer.status >= 400) {
    return `no ${what} could be created: ${named(answer)} returned ${answer.status}`;
  }
  const { value } = at(seen(answer), 'id');
  const id = `\`id\` of the created ${what}`;
  return Number.isSafeInteger(value)
    ? `${id} is ${value}, that of another one`
    : malformed(id, value);
}
